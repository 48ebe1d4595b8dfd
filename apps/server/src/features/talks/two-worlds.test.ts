import { getUnreadCounts, login } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { getArchiveExport, startArchiveExport } from "@toibako/contract/archives.ts";
import { joinCommunity } from "@toibako/contract/communities.ts";
import { putCalmMode } from "@toibako/contract/filters.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { destroyAccount, leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { listMessages, readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import { deleteBlock, listBlocks, postBlock } from "@toibako/contract/moderation.ts";
import { confirmNotices, listNotices } from "@toibako/contract/notices.ts";
import { getHeldData } from "@toibako/contract/privacy.ts";
import {
  getTalk,
  listTalkReports,
  listTalks,
  postTalkReport,
  releaseTalk,
  removeTalk,
  showStarter,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { afterAll, expect, test, vi } from "vitest";
import { unpackZip } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createTalkCalls, type Person } from "#platform/testing/talks.ts";

// The clock stands still, so that replies don't differ by their time.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

// The site trusts a proxy, so that a starter can have another network than the receiver.
const site = await openSite({ trust_proxy: ["127.0.0.1"] });
const { services } = site;
const { executeSql } = services.database;
const { createPerson, start, startedTalk, post, findPk, findEventOwner } = createTalkCalls(site);

/** People who write to every receiver first, as many as can be read without paying. */
const others = [await createPerson(), await createPerson(), await createPerson()];

/** Who starts the talk: everybody exists in every world, and their relations to the receiver are the same. */
const kinds = ["friend", "member", "subscriber", "elsewhere", "stranger"] as const;
type Kind = (typeof kinds)[number];

/** Registers people with the same handles in each world. */
async function createCast<H extends string>(handles: readonly H[]) {
  await executeSql(
    "update users set account = 'was_' || pk, displaying_name = 'was' where account = any($1)",
    [handles],
  );
  const cast: Partial<Record<H, Person>> = {};
  for (const account of handles) {
    const { browser, account: former } = await createPerson();
    await executeSql("update users set account = $1, displaying_name = $1 where account = $2", [
      account,
      former,
    ]);
    cast[account] = { account, browser };
  }
  return cast as Record<H, Person>;
}

/** Lets all further calls of a browser come from another network than those of all others. */
function moveElsewhere(browser: Browser): void {
  const sendRaw = browser.sendRaw.bind(browser);
  browser.sendRaw = (method, url, body, headers) =>
    sendRaw(method, url, body, { "x-forwarded-for": "198.51.100.50", ...headers });
}

async function subscribe(person: Person): Promise<void> {
  await executeSql(
    `with customer as (
       insert into billing_customers (user_pk, reference, provider)
       values ($1::bigint, 'reference ' || $1::bigint, 'gmo')
     )
     insert into subscriptions (reference, plan_key, payment_type, state, starts_on, first_amount, amount, expired_in, ends_on)
     values ('reference ' || $1::bigint, 'premium_monthly', 'credit_card', 'active', current_date, 500, 500, current_date + 30, current_date + 30)`,
    [await findPk(person)],
  );
}

/**
 * The friend and the receiver follow each other; the member shares a community, has asked, and was written to; the
 * subscriber has the plan.
 */
async function relate(cast: Record<Kind | "receiver", Person>) {
  const { receiver, friend, member } = cast;
  await subscribe(cast.subscriber);
  moveElsewhere(cast.elsewhere.browser);
  await receiver.browser.send(postFollow, { params: { account: friend.account } });
  await friend.browser.send(postFollow, { params: { account: receiver.account } });
  const question_id = await site.askQuestion(member.browser, receiver.account, "はじめまして");
  const answer = { params: { question_id }, body: { text: "はい" } };
  await receiver.browser.send(postAnswer, answer);
  const written = await startedTalk(receiver, member);
  await post(receiver, written, "前に質問をくれましたか？");
  for (const { browser } of [receiver, member]) {
    await browser.send(joinCommunity, { params: { category_id: "hobby", community_id: "games" } });
  }
  for (const other of others) await post(other, await startedTalk(other, receiver), "ほかの話");
}

interface RecordedReply {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** Masks ids, and the drawings that follow from them; nothing else may differ. */
const maskIds = (text: string) =>
  text
    .replaceAll(/avatars\/\w+/g, "avatars/a drawing")
    .replaceAll(/(?<![\w-])[\w-]{22}(?![\w-])/g, "an id");

/** Records what somebody gets, with the statements that each of their calls runs. */
class Transcript {
  readonly lines: string[] = [];

  record({ status, text, headers: all }: RecordedReply): void {
    const { date: _, "content-length": __, ...headers } = all;
    this.lines.push(maskIds(JSON.stringify([status, text, headers])));
  }

  async recordCall<R extends RecordedReply>(
    call: () => Promise<R>,
    readText = (reply: R) => reply.text,
  ): Promise<void> {
    const query = vi.spyOn(services.db, "query");
    const reply = await call();
    this.record({ ...reply, text: readText(reply) });
    // The queue looks for jobs at any time.
    const statements = query.mock.calls.filter(([text]) => !text.includes("pgboss."));
    this.lines.push(...statements.map(([text]) => text.slice(0, 500)));
    query.mockRestore();
  }

  /** Everything that a participant can read about a talk; of others only those that they have started as well, or not. */
  async recordTalk({ browser }: Person, uuid: string, is_starter: boolean): Promise<void> {
    const params = { uuid };
    await this.recordCall(
      () => browser.send(listTalks, {}),
      ({ data: { talks, pager } }) =>
        JSON.stringify([talks.filter((talk) => is_starter === talk.is_starter), pager]),
    );
    await this.recordCall(() => browser.send(listTalks, { query: { held: "true" } }));
    await this.recordCall(() => browser.send(getTalk, { params }));
    await this.recordCall(() => browser.send(listMessages, { query: { uuid } }));
    await this.recordCall(() => browser.send(listMessages, { query: { uuid, after: "1" } }));
    await this.recordCall(() => browser.send(listTalkReports, {}));
    await this.recordCall(() => browser.send(listBlocks, {}));
    await this.recordCall(() => browser.send(getUnreadCounts, {}));
    await services.jobs.drain();
    const { notices } = (await browser.send(listNotices, {})).data;
    const ofTalks = notices.filter(({ kind }) => kind === "new_talk_message");
    this.lines.push(maskIds(JSON.stringify(ofTalks)));
  }
}

/** Collects what is published to the pages of a person. */
async function watchPages(person: Person, transcript: Transcript) {
  const owner = await findEventOwner(person);
  const { bus } = services;
  const publish = vi.spyOn(bus, "publish").mockImplementation((kind, event) => {
    if ("owners" in event && event.owners.includes(owner)) {
      transcript.lines.push(maskIds(`${kind} ${JSON.stringify(event.event)}`));
    }
  });
  return () => publish.mockRestore();
}

/** The files of the archive of somebody, and the contents of those about the account and its messages. */
async function readArchive({ browser }: Person): Promise<string[]> {
  await browser.send(startArchiveExport, {});
  await services.jobs.drain();
  const { download_url } = (await browser.send(getArchiveExport, {})).data;
  const zip = await unpackZip((await browser.sendRaw("GET", download_url ?? "")).bytes);
  return [...zip].flatMap(([path, content]) =>
    /(account|messages-\d+)\.json$/.test(path)
      ? [maskIds(`${path} ${content.toString()}`)]
      : [path],
  );
}

async function restore(person: Person): Promise<void> {
  const browser = site.openBrowser();
  if (person.account === "elsewhere") moveElsewhere(browser);
  await browser.send(login, { body: { account: person.account, password } });
  expect((await browser.send(restoreLeftAccount, {})).status).toBe(204);
  person.browser = browser;
}

/** Lets somebody start a talk and do everything that concerns it; returns what the receiver gets. */
async function collectReceived(kind: Kind): Promise<string[]> {
  const cast = await createCast(["receiver", ...kinds]);
  await relate(cast);
  const { receiver, [kind]: starter } = cast;
  const transcript = new Transcript();
  const { lines } = transcript;
  const stopWatching = await watchPages(receiver, transcript);
  const uuid = await startedTalk(starter, receiver);
  const params = { uuid };
  const record = () => transcript.recordTalk(receiver, uuid, false);
  let replies = 0;
  const reply = (body: string) =>
    transcript.recordCall(() => post(receiver, uuid, body, `key-of-the-reply-${++replies}`));
  await transcript.recordCall(() => receiver.browser.send(getTalk, { params }));
  await post(starter, uuid, "こんにちは", "the-first-message");
  await post(starter, uuid, "まちがえました", "a-mistaken-message");
  await record();
  services.config.has_payment = true;
  await record();
  await reply("読めません");
  services.config.has_payment = false;

  await transcript.recordCall(() => receiver.browser.send(readAllMessages, { params }));
  await transcript.recordCall(() =>
    post(receiver, uuid, "だれですか？", "a-question-of-the-receiver"),
  );
  await transcript.recordCall(() => receiver.browser.send(showStarter, { params }));
  await starter.browser.send(readAllMessages, { params });
  await starter.browser.send(takeBackMessage, { params: { uuid, key: "a-mistaken-message" } });
  await record();
  for (const { account } of Object.values(cast)) {
    if (account !== receiver.account) transcript.record(await start(receiver, { account }));
  }
  transcript.record(await receiver.browser.send(getHeldData, {}));
  lines.push(...(await readArchive(receiver)));
  const report = { uuid, mode: "report", includes_messages: true } as const;
  await transcript.recordCall(() => receiver.browser.send(postTalkReport, { body: report }));

  await starter.browser.send(leaveAccount, {});
  await reply("まだいますか？");
  await record();
  await restore(starter);
  await reply("おかえり");
  const muted = { params, body: { is_muted: true } };
  await transcript.recordCall(() => receiver.browser.send(updateTalk, muted));
  await starter.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  await reply("ねえ");
  const block = { uuid, mode: "block" } as const;
  await transcript.recordCall(() => receiver.browser.send(postTalkReport, { body: block }));
  await record();
  const { blocks } = (await receiver.browser.send(listBlocks, {})).data;
  await receiver.browser.send(deleteBlock, { params: { id: blocks[0]?.id ?? "" } });
  stopWatching();
  // Destroying the friend deletes the notice of their following.
  await receiver.browser.send(confirmNotices, {});
  await starter.browser.send(destroyAccount, { body: { account: kind, password } });
  await services.jobs.drain();
  await services.jobs.drain();
  await reply("もういませんか？");
  await record();
  return lines.map((line) => line.replaceAll("\n", " "));
}

test("TALK-31 SAFE-04 whoever starts a talk, its receiver gets the same replies, statements, events and files, also after the starter has left, blocked, was blocked or destroyed", async () => {
  const ofStranger = await collectReceived("stranger");
  const text = ofStranger.join("\n");
  expect(text).toContain('"is_viewable\\":false');
  expect(text).toContain("data/messages-0001.json");
  expect(text.match(/talk_refused/g)).toHaveLength(2);
  for (const kind of kinds) {
    if (kind !== "stranger")
      expect([kind, await collectReceived(kind)]).toEqual([kind, ofStranger]);
  }
}, 120_000);

/** What a receiver does that their partner must not learn. */
const secretActions: Record<string, (receiver: Person, uuid: string) => Promise<unknown>> = {
  "does nothing": async () => undefined,
  "has accepted the talk that waited": ({ browser }, uuid) =>
    browser.send(releaseTalk, { params: { uuid } }),
  "has let the talk wait": async () => undefined,
  mutes: ({ browser }, uuid) =>
    browser.send(updateTalk, { params: { uuid }, body: { is_muted: true } }),
  removes: ({ browser }, uuid) => browser.send(removeTalk, { params: { uuid } }),
  reports: ({ browser }, uuid) =>
    browser.send(postTalkReport, { body: { uuid, mode: "report", includes_messages: true } }),
  "lets the talk close": async () => undefined,
};

/** What a receiver does so that their partner is refused. */
const refusingActions: Record<string, (receiver: Person, uuid: string) => Promise<unknown>> = {
  ends: ({ browser }, uuid) =>
    browser.send(updateTalk, { params: { uuid }, body: { is_ended: true } }),
  blocks: ({ browser }, uuid) => browser.send(postTalkReport, { body: { uuid, mode: "block" } }),
  "blocks by name": ({ browser }) => browser.send(postBlock, { body: { account: "friend" } }),
};

/** Returns what the starter gets after the receiver has done something. */
async function collectStarted(
  name: string,
  act: (receiver: Person, uuid: string) => Promise<unknown>,
): Promise<string[]> {
  const { receiver, friend } = await createCast(["receiver", "friend"]);
  if (name.includes("wait")) {
    await receiver.browser.send(putCalmMode, { body: { duration: "week" } });
  }
  for (const other of others) await post(other, await startedTalk(other, receiver), "ほかの話");
  const transcript = new Transcript();
  const uuid = await startedTalk(friend, receiver);
  const send = (body: string, key: string) =>
    transcript.recordCall(() => post(friend, uuid, body, key));
  const stopWatching = await watchPages(friend, transcript);
  await send("はじめまして", "the-first-message");
  await act(receiver, uuid);
  services.config.has_payment = name.includes("close");
  await send("次の", "the-second-message");
  await transcript.recordTalk(friend, uuid, true);
  transcript.record(await start(friend, receiver));
  await send("はじめまして", "the-first-message");
  const params = { uuid, key: "the-first-message" };
  await transcript.recordCall(() => friend.browser.send(takeBackMessage, { params }));
  await transcript.recordTalk(friend, uuid, true);
  services.config.has_payment = false;
  stopWatching();
  return transcript.lines;
}

test("TALK-31 TALK-33 SAFE-06 a starter doesn't learn that a talk waits, was accepted, muted, removed, reported or is closed", async () => {
  const usual = await collectStarted("does nothing", async () => undefined);
  for (const [name, act] of Object.entries(secretActions)) {
    expect([name, await collectStarted(name, act)]).toEqual([name, usual]);
  }
});

test("TALK-22 TALK-32 a starter doesn't learn in which way they are refused", async () => {
  const [[first, act] = [], ...ways] = Object.entries(refusingActions);
  if (!first || !act) throw new Error("no way to refuse");
  const ended = await collectStarted(first, act);
  expect(ended.join("\n")).toContain("talk_refused");
  for (const [name, act] of ways) {
    expect([name, await collectStarted(name, act)]).toEqual([name, ended]);
  }
});
