import { login } from "@toibako/contract/accounts.ts";
import { putCalmMode } from "@toibako/contract/filters.ts";
import { destroyAccount, leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { takeBackMessage } from "@toibako/contract/messages.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { listBrowserAccounts } from "@toibako/contract/sessions.ts";
import { putAccount } from "@toibako/contract/settings.ts";
import { getTalk, postTalkReport, showStarter } from "@toibako/contract/talks.ts";
import { expect, test, vi } from "vitest";
import { formType } from "#platform/http/forms.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls, type Person } from "#platform/testing/talks.ts";
import { findSessionUser } from "../accounts/queries.ts";
import { eraseTalks } from "./commands/erase.ts";
import { unsealStarter } from "./policy.ts";

const site = await openSite();
const { services } = site;
const { jobs, secrets, database } = services;
const { executeSql } = database;
const { createPerson, createTalk, startedTalk, post, read, listOf, findPk, findEventOwner } =
  createTalkCalls(site);

const tables = ["conversations", "participants", "messages", "talks", "started_talks"];

/** How many rows each table of talks has. */
async function countRows() {
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await executeSql(`select ${counts.join()}`);
  return rows[0] as Record<string, number>;
}

/** The rows of all tables of talks. */
async function readTables() {
  const rows: unknown[] = [];
  for (const table of tables) {
    rows.push((await executeSql(`select whole::text from ${table} whole order by 1`)).rows);
  }
  return rows;
}

/** A talk in which both have written. */
async function createAnsweredTalk() {
  const talk = await createTalk();
  await post(talk.starter, talk.uuid, "はじめまして");
  await post(talk.receiver, talk.uuid, "こんにちは");
  return talk;
}

async function destroy({ account, browser }: Person) {
  const reply = await browser.send(destroyAccount, { body: { account, password } });
  expect(reply.status).toBe(204);
  await jobs.drain();
  // Runs the jobs that the first run has enqueued.
  await jobs.drain();
}

async function restore({ account }: Person): Promise<Person> {
  const browser = site.openBrowser();
  await browser.send(login, { body: { account, password } });
  expect((await browser.send(restoreLeftAccount, {})).status).toBe(204);
  return { account, browser };
}

test("TALK-32 SET-14 leaving and coming back changes nothing in talks; meanwhile the partner has no name and refuses like any other", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  await starter.browser.send(showStarter, { params: { uuid } });
  await jobs.drain();
  const before = await readTables();
  for (const [leaving, staying] of [
    [receiver, starter],
    [starter, receiver],
  ] as const) {
    expect((await leaving.browser.send(leaveAccount, {})).status).toBe(204);
    await jobs.drain();
    expect(await readTables()).toEqual(before);
    expect(await listOf(staying)).toMatchObject([
      { uuid, partner: { account: null, displaying_name: "" } },
    ]);
    const refused = await post(staying, uuid, "まだいる？");
    expect([refused.status, refused.error?.code]).toEqual([403, "talk_refused"]);
    expect((await read(staying, uuid)).messages).toHaveLength(2);
    const back = await restore(leaving);
    leaving.browser = back.browser;
    expect(await listOf(staying)).toMatchObject([{ partner: { account: leaving.account } }]);
    expect(await readTables()).toEqual(before);
  }
  expect((await post(receiver, uuid, "ただいま")).status).toBe(201);
});

test("TALK-32 SET-15 destroying an account takes back what it has written, and the partner keeps the rest without a name", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  for (let number = 1; number <= 3; number++) await post(starter, uuid, `${number}`);
  const key = createMessageKey();
  await post(starter, uuid, "前に取り消した", key);
  await starter.browser.send(takeBackMessage, { params: { uuid, key } });
  const known = await read(receiver, uuid);
  const pk = await findPk(starter);
  const identity = secrets.deriveAccountIdentity(pk);
  await destroy(starter);

  const { messages } = await read(receiver, uuid);
  expect(messages.map(({ body, me, is_taken_back }) => [body, me, is_taken_back])).toEqual([
    ["", false, true],
    ["", false, true],
    ["", false, true],
    ["", false, true],
    ["こんにちは", true, false],
    ["", false, true],
  ]);
  // A page that has the messages finds the changes.
  const after = String(known.state.last_change);
  const changes = await read(receiver, uuid, { after });
  expect(changes.messages.map(({ is_taken_back }) => is_taken_back)).toEqual(Array(4).fill(true));
  expect(new Set(changes.messages.map(({ change }) => change)).size).toBe(4);
  expect(changes.state.last_change).toBe(changes.messages.at(-1)?.change);
  const refused = await post(receiver, uuid, "あれ？");
  expect([refused.status, refused.error?.code]).toEqual([403, "talk_refused"]);

  const { rows } = await executeSql(
    `select sealed_starter, pseudonym from talks join conversations on conversations.pk = conversation_pk
     where uuid = $1`,
    [uuid],
  );
  const [talk] = rows as { sealed_starter: Uint8Array; pseudonym: Uint8Array }[];
  if (!talk) throw new Error("the talk is missing");
  expect(unsealStarter(secrets, uuid, talk.sealed_starter)).toBeUndefined();
  const pseudonym = secrets.deriveStarterPseudonym(await findPk(receiver), identity);
  expect(Buffer.from(talk.pseudonym).equals(pseudonym)).toBe(false);
  const tags = await executeSql("select from started_talks where tag = $1", [
    secrets.deriveStarterTag(identity, 1),
  ]);
  expect(tags.rows).toEqual([]);
});

test("TALK-32 SET-15 the starter keeps a talk whose receiver is destroyed, and a talk of two destroyed accounts is deleted", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  await starter.browser.send(postTalkReport, {
    body: { uuid, mode: "report", includes_messages: true },
  });
  await destroy(receiver);
  expect(await listOf(starter)).toMatchObject([
    { uuid, partner: { account: null, displaying_name: "" }, is_answered: true },
  ]);
  const { messages } = await read(starter, uuid);
  expect(messages.map(({ body }) => body)).toEqual(["", "はじめまして"]);
  expect((await post(starter, uuid, "あれ？")).error?.code).toBe("talk_refused");
  await destroy(starter);
  const { rows } = await executeSql("select from conversations where uuid = $1", [uuid]);
  expect(rows).toEqual([]);
  // Staff still need the report.
  const reports = await executeSql(
    "select jsonb_array_length(messages) as count from talk_reports where talk_uuid = $1",
    [uuid],
  );
  expect(reports.rows).toEqual([{ count: 2 }]);
});

test("SET-15 nothing is left of a talk of two accounts that are destroyed at once, nor of a starter's that has not arrived", async () => {
  const { starter, receiver } = await createAnsweredTalk();
  const blocking = await createPerson();
  await blocking.browser.send(postBlock, { body: { account: starter.account } });
  await post(starter, await startedTalk(starter, blocking), "とどかない");
  const rows = await countRows();
  const pks = [await findPk(starter), await findPk(receiver)];
  for (const { account, browser } of [starter, receiver]) {
    const reply = await browser.send(destroyAccount, { body: { account, password } });
    expect(reply.status).toBe(204);
  }
  await Promise.all(
    pks.map(async (pk) => {
      const user = await findSessionUser(services.db, pk);
      await eraseTalks(services, createAccountViewer(secrets, user, []));
    }),
  );
  await jobs.drain();
  await jobs.drain();
  expect(await countRows()).toEqual({
    conversations: Number(rows.conversations) - 2,
    participants: Number(rows.participants) - 4,
    messages: Number(rows.messages) - 3,
    talks: Number(rows.talks) - 2,
    started_talks: Number(rows.started_talks) - 2,
  });
});

test("SAFE-01 SET-15 destroying a starter tells no open page of a talk that waits or has not arrived", async () => {
  const receiver = await createPerson();
  await receiver.browser.send(putCalmMode, { body: { duration: "week" } });
  const owner = await findEventOwner(receiver);
  const [waiting, answered, empty] = [
    await createPerson(),
    await createPerson(),
    await createPerson(),
  ];
  await post(waiting, await startedTalk(waiting, receiver), "はじめまして");
  await startedTalk(empty, receiver);
  const shown = await startedTalk(answered, receiver);
  await post(answered, shown, "はじめまして");
  await post(receiver, shown, "こんにちは");
  await jobs.drain();
  const uuids = new Set<string>();
  const stop = services.bus.subscribe("stream", ({ owners, event }) => {
    if (owners.includes(owner) && event.kind === "conversation") uuids.add(event.data.uuid);
  });
  for (const person of [waiting, empty, answered]) await destroy(person);
  await vi.waitFor(() => expect(uuids).toContain(shown));
  expect([...uuids]).toEqual([shown]);
  stop();
});

test("SET-15 many messages are erased in batches, each with a change number of its own", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  await executeSql(
    `insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
     select pk, 1000 + n, 1000 + n, 'many-' || n, 1, 'text', date_trunc('minute', now())
     from conversations, generate_series(1, 450) n where uuid = $1`,
    [uuid],
  );
  await executeSql(
    "update conversations set last_change = 1450, last_number = 1450 where uuid = $1",
    [uuid],
  );
  await destroy(starter);
  let after = 1_450;
  const changes = new Set<number>();
  for (let has_more = true; has_more; ) {
    const page = await read(receiver, uuid, { after: String(after) });
    for (const { change } of page.messages) changes.add(change);
    after = page.messages.at(-1)?.change ?? after;
    has_more = page.has_more;
  }
  expect(changes.size).toBe(451);
});

test("SET-15 an interrupted erasure is finished by the next attempt", async () => {
  const starter = await createPerson();
  const uuids: string[] = [];
  const receivers: Person[] = [];
  for (let count = 0; count < 3; count++) {
    const receiver = await createPerson();
    const uuid = await startedTalk(starter, receiver);
    await post(starter, uuid, "はじめまして");
    uuids.push(uuid);
    receivers.push(receiver);
  }
  const { rows } = await executeSql("select pk from conversations where uuid = $1", [uuids[1]]);
  const [conversation] = rows as { pk: number }[];
  await executeSql(`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'the erasure fails'; end $$;
    create trigger refuse before update of body on messages for each row
    when (old.conversation_pk = ${Number(conversation?.pk)}) execute function refuse()`);
  const { account, browser } = starter;
  await browser.send(destroyAccount, { body: { account, password } });
  await expect(jobs.drain()).rejects.toThrow("the erasure fails");
  const [first] = receivers;
  if (first) expect((await read(first, uuids[0] ?? "")).messages).toMatchObject([{ body: "" }]);
  await executeSql("drop trigger refuse on messages");
  await executeSql("update pgboss.job set start_after = now()");
  await jobs.drain();
  for (const [index, uuid] of uuids.entries()) {
    const receiver = receivers[index];
    if (receiver) expect((await read(receiver, uuid)).messages).toMatchObject([{ body: "" }]);
  }
});

test("AUTH-26 a change of the handle changes nothing in a talk but the name of a partner who is known", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  expect(
    (await receiver.browser.send(putAccount, { body: { account: "renamed_receiver" } })).status,
  ).toBe(200);
  await starter.browser.send(putAccount, { body: { account: "renamed_starter" } });
  expect(await listOf(starter)).toMatchObject([{ uuid, partner: { account: "renamed_receiver" } }]);
  expect(await listOf(receiver)).toMatchObject([{ uuid, partner: { account: null } }]);
  expect((await post(starter, uuid, "まだ同じトーク")).status).toBe(201);
  // The former handle leads to the same talk.
  expect(await startedTalk(starter, receiver)).toBe(uuid);
});

test("AUTH-17 accounts of one browser don't see each other's talks", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const second = await createPerson();
  const { browser } = starter;
  await browser.send(login, {
    body: { account: second.account, password },
    query: { mal: "1" },
  });
  expect(await listOf({ account: second.account, browser })).toEqual([]);
  expect((await browser.send(getTalk, { params: { uuid } })).status).toBe(404);
  expect((await post({ account: second.account, browser }, uuid, "わたしは別人")).status).toBe(404);
  // The same person of the same browser starts another talk as the second account.
  const other = await startedTalk({ account: second.account, browser }, receiver);
  expect(other).not.toBe(uuid);
  const accounts = (await browser.send(listBrowserAccounts, {})).data.accounts;
  const first = accounts.find(({ account }) => account === starter.account);
  const form = new URLSearchParams({ _method: "patch", authenticity_token: browser.token });
  const switched = await browser.sendRaw(
    "POST",
    `/me/accounts/switches/${first?.user_id}`,
    form.toString(),
    { "content-type": formType },
  );
  expect(switched.status).toBe(303);
  expect((await listOf(starter)).map((talk) => talk.uuid)).toEqual([uuid]);
});

test("TALK-31 an account that signs in again finds the talks that it has started", async () => {
  const { starter, uuid } = await createAnsweredTalk();
  const again = { ...starter, browser: await site.signInAgain(starter.account) };
  expect(await listOf(again)).toMatchObject([{ uuid, is_starter: true }]);
  expect((await post(again, uuid, "べつの端末から")).status).toBe(201);
  expect((await read(again, uuid)).messages).toHaveLength(3);
});
