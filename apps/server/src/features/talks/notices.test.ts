import { randomBytes } from "node:crypto";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { getCalmMode, putCalmMode } from "@toibako/contract/filters.ts";
import { postMessage, readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import {
  confirmNotices,
  deleteNotice,
  getNotice,
  listNotices,
  markSeen,
} from "@toibako/contract/notices.ts";
import {
  postTalkReport,
  releaseTalk,
  removeTalk,
  showStarter,
  startTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { dumpTables } from "#platform/testing/dump.ts";
import { openSite } from "#platform/testing/site.ts";
import { updateReceiverNotice } from "../notices/commands/talk-notices.ts";
import { unsealRecipient } from "../push/policy.ts";

const site = await openSite();
const { services } = site;
const { executeSql } = services.database;

let peopleCount = 0;

interface Person {
  account: string;
  browser: Browser;
}

async function createPerson(locale: "ja" | "en" = "en"): Promise<Person> {
  const account = `notified_${++peopleCount}`;
  const browser = await site.registerPerson(account, locale);
  await executeSql(
    `update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true
     where account = $1`,
    [account],
  );
  return { account, browser };
}

async function findPk({ account }: Person): Promise<number> {
  const { rows } = await executeSql("select pk from users where account = $1", [account]);
  return Number((rows[0] as { pk: unknown }).pk);
}

const createKey = () => randomBytes(12).toString("base64url");

async function post(person: Person, talk_uuid: string, body: string, key = createKey()) {
  const reply = await person.browser.send(postMessage, {
    body: { message: { talk_uuid, body, key } },
  });
  expect(reply.status).toBe(201);
}

async function startedTalk(starter: Person, receiver: Person): Promise<string> {
  const body = { talk: { account: receiver.account } };
  return (await starter.browser.send(startTalk, { body })).data.talk.uuid;
}

/** Starts a talk with one message, and runs no job. */
async function createTalk(receiver?: Person) {
  const starter = await createPerson();
  const ownReceiver = receiver ?? (await createPerson());
  const uuid = await startedTalk(starter, ownReceiver);
  await post(starter, uuid, "A secret greeting");
  return { starter, receiver: ownReceiver, uuid };
}

/** A talk in which the receiver has read the first message and answered. No job waits. */
async function createAnsweredTalk() {
  const talk = await createTalk();
  await read(talk.receiver, talk.uuid);
  await post(talk.receiver, talk.uuid, "A secret answer");
  await services.jobs.drain();
  return talk;
}

const read = (person: Person, uuid: string) =>
  person.browser.send(readAllMessages, { params: { uuid } });

/** Runs all enqueued jobs and returns the person's notices about messages. */
async function listTalkNotices({ browser }: Person) {
  await services.jobs.drain();
  const { notices } = (await browser.send(listNotices, {})).data;
  return notices.filter(({ kind }) => kind === "new_talk_message");
}

const block = ({ browser }: Person, { account }: Person) =>
  browser.send(postBlock, { body: { account } });

const countBell = async ({ browser }: Person) =>
  (await browser.send(getUnreadCounts, {})).data.notices;

/** Waits until all events that were published have arrived; through Redis they arrive later. */
async function waitForEvents(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = services.bus.subscribe("stream", ({ owners }) => {
    if (owners.includes("last")) resolve();
  });
  services.bus.publish("stream", { owners: ["last"], event: { kind: "counts", data: {} } });
  await promise;
  stop();
}

/** Collects what is published to the pages of a person while `work` runs. */
async function collectEvents(person: Person, work: () => Promise<unknown>) {
  const owner = services.secrets.deriveEventOwner(
    services.secrets.deriveAccountIdentity(await findPk(person)),
  );
  const events: object[] = [];
  await waitForEvents();
  const stop = services.bus.subscribe("stream", (published) => {
    if (published.owners.includes(owner)) events.push(published.event);
  });
  await work();
  await waitForEvents();
  stop();
  return events;
}

test("NOTE-08 a message in a talk notifies its receiver once, without its text and its anonymous starter", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const notices = await listTalkNotices(receiver);
  expect(notices).toMatchObject([
    {
      text: "Somebody has started a conversation with you.",
      urn: `/en/me/talks/${uuid}`,
      is_new: true,
      people: [],
      quote: null,
    },
  ]);
  expect(JSON.stringify(notices)).not.toContain(starter.account);
  expect(await countBell(receiver)).toBe(1);
  expect(await listTalkNotices(starter)).toEqual([]);
});

test("NOTE-08 a later message renews the notice, which is new again", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const [first] = await listTalkNotices(receiver);
  await receiver.browser.send(markSeen, { body: { notices: [first?.id ?? ""] } });
  expect(await listTalkNotices(receiver)).toMatchObject([{ is_new: false }]);
  expect(await countBell(receiver)).toBe(0);
  await post(starter, uuid, "Are you there?");
  expect(await listTalkNotices(receiver)).toMatchObject([{ id: first?.id, is_new: true }]);
  expect(await countBell(receiver)).toBe(1);
});

test("NOTE-08 TALK-18 reading a talk deletes its notice and tells the reader's other pages", async () => {
  const { receiver, uuid } = await createTalk();
  await services.jobs.drain();
  const events = await collectEvents(receiver, () => read(receiver, uuid));
  expect(events).toMatchObject([
    { kind: "conversation", data: { uuid } },
    { kind: "counts", data: {} },
  ]);
  expect(await listTalkNotices(receiver)).toEqual([]);
  expect(await countBell(receiver)).toBe(0);
  expect(await collectEvents(receiver, () => read(receiver, uuid))).toEqual([]);
});

test("NOTE-08 a message that is read before the job runs causes no notice, for either of the two", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await read(receiver, uuid);
  expect(await collectEvents(receiver, () => services.jobs.drain())).toEqual([]);
  await post(receiver, uuid, "Hello");
  await read(starter, uuid);
  const before = await executeSql("select sealed from read_states order by owner_key");
  expect(await collectEvents(starter, () => services.jobs.drain())).toEqual([]);
  expect([await listTalkNotices(receiver), await listTalkNotices(starter)]).toEqual([[], []]);
  // Nothing was written for the starter, so that no state shows that the talk was read.
  expect((await executeSql("select sealed from read_states order by owner_key")).rows).toEqual(
    before.rows,
  );
});

test("NOTE-08 TALK-31 an answer notifies the starter with the name of the receiver, whom they know", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  expect(await listTalkNotices(starter)).toMatchObject([
    {
      text: `New message from ${receiver.account}.`,
      urn: `/en/me/talks/${uuid}`,
      is_new: true,
      people: [{ account: receiver.account }],
      quote: null,
    },
  ]);
  expect(await countBell(starter)).toBe(1);
});

test("NOTE-08 TALK-31 the starter's notice is renewed, marked as seen, deleted by reading and by its owner", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const [first] = await listTalkNotices(starter);
  await starter.browser.send(markSeen, { body: { notices: [first?.id ?? ""] } });
  expect(await countBell(starter)).toBe(0);
  await post(receiver, uuid, "Still there?");
  expect(await listTalkNotices(starter)).toMatchObject([{ is_new: true }]);
  expect(await countBell(starter)).toBe(1);
  await post(receiver, uuid, "Hello?");
  expect(await listTalkNotices(starter)).toHaveLength(1);
  expect(await countBell(starter)).toBe(1);
  await read(starter, uuid);
  expect(await listTalkNotices(starter)).toEqual([]);
  expect(await countBell(starter)).toBe(0);

  await post(receiver, uuid, "One more");
  const [last] = await listTalkNotices(starter);
  const params = { id: last?.id ?? "" };
  expect((await receiver.browser.send(getNotice, { params })).status).toBe(404);
  expect((await receiver.browser.send(deleteNotice, { params })).status).toBe(404);
  expect((await starter.browser.send(deleteNotice, { params })).status).toBe(204);
  expect(await listTalkNotices(starter)).toEqual([]);
  await post(receiver, uuid, "And another");
  await services.jobs.drain();
  await starter.browser.send(confirmNotices, {});
  expect(await countBell(starter)).toBe(0);
});

test("NOTE-08 the name of a starter who has shown themselves is in the receiver's notice", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  await post(starter, uuid, "1");
  expect(await listTalkNotices(receiver)).toMatchObject([{ text: "You have a new message." }]);
  await starter.browser.send(showStarter, { params: { uuid } });
  expect(await listTalkNotices(receiver)).toMatchObject([
    { text: `New message from ${starter.account}.`, people: [{ account: starter.account }] },
  ]);
  await post(receiver, uuid, "2");
  expect(await listTalkNotices(starter)).toHaveLength(1);
  await executeSql("update users set left_at = now() where account = $1", [starter.account]);
  expect(await listTalkNotices(receiver)).toMatchObject([
    { text: "You have a new message.", people: [] },
  ]);
});

/** What a participant can do so that a talk notifies them no more. */
const silenced: [name: string, silence: (person: Person, uuid: string) => Promise<unknown>][] = [
  [
    "muted",
    ({ browser }, uuid) => browser.send(updateTalk, { params: { uuid }, body: { is_muted: true } }),
  ],
  [
    "ended",
    ({ browser }, uuid) => browser.send(updateTalk, { params: { uuid }, body: { is_ended: true } }),
  ],
  [
    "reported",
    ({ browser }, uuid) => browser.send(postTalkReport, { body: { uuid, mode: "report" } }),
  ],
  [
    "blocked",
    ({ browser }, uuid) => browser.send(postTalkReport, { body: { uuid, mode: "block" } }),
  ],
  ["removed", ({ browser }, uuid) => browser.send(removeTalk, { params: { uuid } })],
];

test.each(silenced)(
  "NOTE-08 a talk that is %s has no notice, for either of the two, whether it was stored before or not",
  async (_, silence) => {
    const waiting = await createTalk();
    await silence(waiting.receiver, waiting.uuid);
    expect(await listTalkNotices(waiting.receiver)).toEqual([]);
    const notified = await createTalk();
    expect(await listTalkNotices(notified.receiver)).toHaveLength(1);
    await silence(notified.receiver, notified.uuid);
    expect(await listTalkNotices(notified.receiver)).toEqual([]);
    expect(await countBell(notified.receiver)).toBe(0);

    const { starter, receiver, uuid } = await createAnsweredTalk();
    expect(await listTalkNotices(starter)).toHaveLength(1);
    await silence(starter, uuid);
    expect(await listTalkNotices(starter)).toEqual([]);
    expect(await countBell(starter)).toBe(0);
    expect(await listTalkNotices(receiver)).toEqual([]);
  },
);

test("SAFE-05 NOTE-08 a block by name deletes the notices of talks with this person whom the blocker knows, and a waiting job stores none", async () => {
  const shown = await createTalk();
  await shown.starter.browser.send(showStarter, { params: { uuid: shown.uuid } });
  expect(await listTalkNotices(shown.receiver)).toHaveLength(1);
  await post(shown.starter, shown.uuid, "Are you there?");
  const counts = await collectEvents(shown.receiver, () => block(shown.receiver, shown.starter));
  expect(counts).toContainEqual({ kind: "counts", data: {} });
  expect(await countBell(shown.receiver)).toBe(0);
  expect(await listTalkNotices(shown.receiver)).toEqual([]);

  const started = await createAnsweredTalk();
  expect(await listTalkNotices(started.starter)).toHaveLength(1);
  await post(started.receiver, started.uuid, "And you?");
  await block(started.starter, started.receiver);
  expect(await countBell(started.starter)).toBe(0);
  expect(await listTalkNotices(started.starter)).toEqual([]);
});

test("SAFE-05 TALK-31 a block by name or by a question leaves the notice of a talk that this person has started anonymously", async () => {
  const { starter, receiver, uuid } = await createTalk();
  const question_id = await site.askQuestion(starter.browser, receiver.account, "Who are you?");
  const before = await listTalkNotices(receiver);
  expect(before).toHaveLength(1);
  await block(receiver, starter);
  await receiver.browser.send(postBlock, { body: { question_id } });
  expect(await listTalkNotices(receiver)).toEqual(before);
  // The job of a message that was posted before the block finds the notice due as well.
  await receiver.browser.send(deleteNotice, { params: { id: before[0]?.id ?? "" } });
  await updateReceiverNotice(services, uuid);
  expect(await listTalkNotices(receiver)).toHaveLength(1);
});

test("SAFE-05 a block by a question leaves the notice of a talk with its sender, which would name them", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await starter.browser.send(showStarter, { params: { uuid } });
  const question_id = await site.askQuestion(starter.browser, receiver.account, "Who are you?");
  const before = await listTalkNotices(receiver);
  expect(before).toHaveLength(1);
  await receiver.browser.send(postBlock, { body: { question_id } });
  expect(await listTalkNotices(receiver)).toEqual(before);
});

test("NOTE-08 muting a talk silences later messages too, and unmuting ends that", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const params = { uuid };
  for (const { browser } of [starter, receiver]) {
    await browser.send(updateTalk, { params, body: { is_muted: true } });
  }
  await post(starter, uuid, "1");
  await post(receiver, uuid, "2");
  expect([await listTalkNotices(starter), await listTalkNotices(receiver)]).toEqual([[], []]);
  for (const { browser } of [starter, receiver]) {
    await browser.send(updateTalk, { params, body: { is_muted: false } });
  }
  await post(starter, uuid, "3");
  await post(receiver, uuid, "4");
  expect(await listTalkNotices(starter)).toHaveLength(1);
  expect(await listTalkNotices(receiver)).toHaveLength(1);
});

test("NOTE-08 a talk that waits causes neither a notice nor an event, and releasing it causes no notice of what is read then", async () => {
  const receiver = await createPerson();
  await receiver.browser.send(putCalmMode, { body: { duration: "day" } });
  let uuid = "";
  const events = await collectEvents(receiver, async () => {
    ({ uuid } = await createTalk(receiver));
    await services.jobs.drain();
  });
  expect(events).toEqual([]);
  expect(await listTalkNotices(receiver)).toEqual([]);
  const released = await collectEvents(receiver, () =>
    receiver.browser.send(releaseTalk, { params: { uuid } }),
  );
  expect(released).toEqual([{ kind: "counts", data: {} }]);
  await read(receiver, uuid);
  expect(await listTalkNotices(receiver)).toEqual([]);
});

test("NOTE-08 taking back the only unread message deletes its notice, for either of the two", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  await read(starter, uuid);
  for (const [writer, notified] of [
    [starter, receiver],
    [receiver, starter],
  ] as const) {
    await read(notified, uuid);
    const keys = [createKey(), createKey()];
    for (const key of keys) await post(writer, uuid, "A mistake", key);
    expect(await listTalkNotices(notified)).toHaveLength(1);
    const [first = "", second = ""] = keys;
    await notified.browser.send(confirmNotices, {});
    await writer.browser.send(takeBackMessage, { params: { uuid, key: second } });
    expect(await listTalkNotices(notified)).toMatchObject([{ is_new: false }]);
    await writer.browser.send(takeBackMessage, { params: { uuid, key: first } });
    expect(await listTalkNotices(notified)).toEqual([]);
    expect(await countBell(notified)).toBe(0);
  }
});

test("NOTE-08 TALK-04 a talk that isn't viewable causes no notice, and a talk of somebody who has left neither", async () => {
  const receiver = await createPerson();
  for (let count = 0; count < 3; count++) await createTalk(receiver);
  expect((await listTalkNotices(receiver))[0]).toMatchObject({ count: 3 });
  services.config.has_payment = true;
  await createTalk(receiver);
  expect((await listTalkNotices(receiver))[0]).toMatchObject({ count: 3 });
  services.config.has_payment = false;

  const left = await createTalk();
  await executeSql("update users set left_at = now() where account = $1", [left.receiver.account]);
  await services.jobs.drain();
  const { rows } = await executeSql("select from received_notices where subject = $1", [left.uuid]);
  expect(rows).toEqual([]);
});

test("NOTE-08 the new talks of a day are one notice, which leads to the list; answered ones have notices of their own", async () => {
  const receiver = await createPerson();
  const talks = [];
  for (let count = 0; count < 3; count++) talks.push(await createTalk(receiver));
  expect(await listTalkNotices(receiver)).toMatchObject([
    { count: 3, text: "You have 3 new conversations.", urn: "/en/me/talks", people: [] },
  ]);
  expect(await countBell(receiver)).toBe(1);
  const [answered] = talks;
  if (!answered) throw new Error("no talk");
  await post(receiver, answered.uuid, "Yes?");
  await post(answered.starter, answered.uuid, "Nothing");
  const notices = await listTalkNotices(receiver);
  expect(new Set(notices.map(({ count }) => count))).toEqual(new Set([1, 2]));
  const [group] = notices.filter(({ count }) => count === 2);
  await receiver.browser.send(deleteNotice, { params: { id: group?.id ?? "" } });
  expect(await listTalkNotices(receiver)).toMatchObject([
    { count: 1, urn: `/en/me/talks/${answered.uuid}` },
  ]);
});

/** Runs the job with the payloads that wait, and leaves them and the pushes in their queues. */
async function runJob(name: string) {
  const { rows } = await executeSql(
    "select data from pgboss.job where name = $1 and state < 'active'",
    [name],
  );
  const job = site.jobs.find(({ definition }) => definition.name === name);
  await job?.run((rows as { data: object }[]).map(({ data }) => data));
}

/** Lists the kinds of the pushes to a person that wait. */
async function listPushes(person: Person) {
  const { rows } = await executeSql("select data from pgboss.job where name = 'send_push'");
  const user_pk = await findPk(person);
  return (rows as { data: { sealed_recipient: string } }[]).flatMap(({ data }) => {
    const recipient = unsealRecipient(services.secrets, data.sealed_recipient);
    return recipient?.user_pk === user_pk ? [recipient.kind] : [];
  });
}

test("NOTE-08 SET-20 each of the two is pushed once for a message, however often the job runs", async () => {
  const { starter, receiver, uuid } = await createTalk();
  for (let run = 0; run < 2; run++) {
    await runJob("update_receiver_notices");
    expect(await listPushes(receiver)).toEqual(["message"]);
  }
  await post(receiver, uuid, "1");
  await post(receiver, uuid, "2");
  // The receiver's own messages renew no notice of theirs.
  await runJob("update_receiver_notices");
  expect(await listPushes(receiver)).toEqual(["message"]);
  for (let run = 0; run < 2; run++) {
    await runJob("update_starter_notices");
    expect(await listPushes(starter)).toEqual(["message"]);
    expect(await countBell(starter)).toBe(1);
  }
  await services.jobs.drain();
});

test("NOTE-08 a talk that is read while the notices of starters are stored has none afterwards", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(receiver, uuid, "Read in between");
  const job = site.jobs.find(({ definition }) => definition.name === "update_starter_notices");
  // Marks the talk as read after the job has read it, at its last statement before the commit.
  await executeSql(`
    create function read_meanwhile() returns trigger language plpgsql as $$ begin
      update participants set read_number = 100 where number = 1 and conversation_pk =
        (select pk from conversations where uuid = '${uuid}');
      return new;
    end $$;
    create trigger read_meanwhile before insert on pgboss.job for each row
    when (new.name = 'send_push') execute function read_meanwhile()`);
  await job?.run([{ talk_uuid: uuid }]);
  await executeSql("drop function read_meanwhile() cascade");
  // Without running the job that still waits, which would delete the notice too.
  const { notices } = (await starter.browser.send(listNotices, {})).data;
  expect([notices, await countBell(starter)]).toEqual([[], 0]);
  await services.jobs.drain();
});

test("TALK-12 NOTE-08 the pages of each of the two learn of a message at once, and of its notice from the job", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  for (const [writer, notified] of [
    [starter, receiver],
    [receiver, starter],
  ] as const) {
    await read(notified, uuid);
    await services.jobs.drain();
    const events = await collectEvents(notified, () => post(writer, uuid, "Now"));
    expect(events).toMatchObject([{ kind: "conversation", data: { uuid } }]);
    expect(await collectEvents(notified, () => services.jobs.drain())).toEqual([
      { kind: "counts", data: { arrived: "new_talk_message" } },
    ]);
  }
});

test("TALK-31 NOTE-08 PRIV-12 a copy of the database shows no owner of a starter's notice", async () => {
  const starter = await createPerson();
  const receivers = [await createPerson(), await createPerson(), await createPerson()];
  for (const receiver of receivers) {
    const uuid = await startedTalk(starter, receiver);
    await post(starter, uuid, "Hello");
    await post(receiver, uuid, "Hi");
  }
  await services.jobs.drain();
  expect(await listTalkNotices(starter)).toHaveLength(3);
  const user_pk = await findPk(starter);
  const identity = services.secrets.deriveAccountIdentity(user_pk);
  const dump = await dumpTables(services.database);
  /** Lists the tables of talks, notices and jobs that contain a token. */
  const listTables = (token: string) =>
    dump
      .filter(({ cells }) => cells.some((cell) => cell.token === token))
      .map(({ table }) => table.replace(/^public\./, ""))
      .filter((table) => /notices|participants|talks|messages|conversations|pgboss/.test(table));
  const [receiver] = receivers;
  if (!receiver) throw new Error("no receiver");
  expect(listTables(`key public.users.pk ${await findPk(receiver)}`)).toEqual([
    "participants",
    "received_notices",
  ]);
  for (const token of [
    `text ${starter.account}`,
    `key public.users.pk ${user_pk}`,
    `bytes ${identity.toString("hex")}`,
    `bytes ${services.secrets.deriveReadStateOwner(identity).toString("hex")}`,
  ]) {
    expect(listTables(token)).toEqual([]);
  }
  const notices = dump.filter(({ table }) => table === "public.notices");
  expect(notices.length).toBeGreaterThanOrEqual(3);
  // All rows were written by one transaction, in the order of their random ids.
  expect(new Set(notices.map(({ xmin }) => xmin)).size).toBe(1);
  const { rows } = await executeSql("select id from notices order by ctid");
  const order = (rows as { id: string }[]).map(({ id }) => id);
  const { rows: sorted } = await executeSql("select id from notices order by id");
  expect(order).toEqual((sorted as { id: string }[]).map(({ id }) => id));
  // Every notice has the same length, whatever it says.
  const lengths = await executeSql("select distinct length(sealed) from notices");
  expect(lengths.rows).toHaveLength(1);
});

test("PRIV-02 the queue stores only the hour of a message, also when its job is retried", async () => {
  const { uuid } = await createTalk();
  const readTimes = async (change = "") => {
    const { rows } = await executeSql(
      `update pgboss.job set name = name ${change} where data ->> 'talk_uuid' = $1
       returning created_on, start_after, keep_until`,
      [uuid],
    );
    expect(rows).toHaveLength(1);
    return Object.values(rows[0] as Record<string, Date>).map((time) => new Date(time).getTime());
  };
  const changes = ["", ", state = 'retry', start_after = now() + interval '90 seconds'"];
  for (const change of changes) {
    for (const time of await readTimes(change)) expect(time % 3_600_000).toBe(0);
  }
  await services.jobs.drain();
});

test("SAFE-07 many new talks suggest calm mode, as many questions do", async () => {
  const receiver = await createPerson();
  const isSuggested = async () =>
    (await receiver.browser.send(getCalmMode, {})).data.calm_mode.is_suggested;
  const { uuid } = await createTalk(receiver);
  expect(await isSuggested()).toBe(false);
  // Copies of the talk, as if thirty others had started one too.
  await executeSql(
    `with copies as (
       insert into conversations (uuid, last_change, last_number, last_posted_minute)
       select 'copy ' || n, 1, 1, last_posted_minute from conversations, generate_series(1, 30) n where uuid = $1
       returning pk
     ), people as (
       insert into participants (conversation_pk, number, user_pk)
       select pk, number, case when number = 2 then $2::bigint end from copies, generate_series(1, 2) number
     )
     insert into talks (conversation_pk, pseudonym, sealed_starter, arrived_minute)
     select pk, uuid_send(gen_random_uuid()), '', date_trunc('minute', now()) from copies`,
    [uuid, await findPk(receiver)],
  );
  expect(await isSuggested()).toBe(true);
  await executeSql("update talks set arrived_minute = arrived_minute - interval '3 hours'");
  expect(await isSuggested()).toBe(false);
  await executeSql("delete from conversations where uuid like 'copy %'");
});

test("TALK-05 a talk in which nobody has written is deleted after a day, and its tag stays", async () => {
  const starter = await createPerson();
  const empty = await startedTalk(starter, await createPerson());
  const written = await startedTalk(starter, await createPerson());
  await post(starter, written, "Hello");
  const runDeletion = async () => {
    const job = site.jobs.find(({ definition }) => definition.name === "delete_expired_rows");
    await job?.run([{}]);
    const { rows } = await executeSql(
      "select uuid from conversations where uuid = any($1::text[]) order by uuid",
      [[empty, written]],
    );
    return (rows as { uuid: string }[]).map(({ uuid }) => uuid);
  };
  const setAge = (hours: number) =>
    executeSql(
      `update conversations set last_posted_minute = date_trunc('hour', now()) - make_interval(hours => $1)`,
      [hours],
    );
  await setAge(24);
  expect(await runDeletion()).toEqual([empty, written].sort());
  await setAge(26);
  const { rows: tags } = await executeSql("select count(*)::int as count from started_talks");
  expect(await runDeletion()).toEqual([written]);
  expect((await executeSql("select count(*)::int as count from started_talks")).rows).toEqual(tags);
  // The starter's next talk takes the next tag, and the deleted one can be started again.
  expect(await startedTalk(starter, await createPerson())).not.toBe(empty);
});
