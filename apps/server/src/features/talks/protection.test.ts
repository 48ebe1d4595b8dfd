import { getUnreadCounts, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { putCalmMode } from "@toibako/contract/filters.ts";
import { searchPeople } from "@toibako/contract/friends/search.ts";
import { listFollowers, postBaton, postFollow } from "@toibako/contract/friends.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { listMessages, readAllMessages } from "@toibako/contract/messages.ts";
import { deleteBlock, listBlocks, postBlock, postReport } from "@toibako/contract/moderation.ts";
import {
  getTalk,
  listTalks,
  postTalkReport,
  releaseTalk,
  showStarter,
} from "@toibako/contract/talks.ts";
import { afterAll, expect, test, vi } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";
import { createTalkCalls, type Person } from "#platform/testing/talks.ts";
import { indexMissingNames } from "../friends/commands/index-names.ts";

// The clock stands still, so that replies don't differ by their time.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const site = await openSite();
const { executeSql } = site.services.database;
const { createPerson, createTalk, startedTalk, post, listOf, findPk, setColumns } =
  createTalkCalls(site);

const listHeld = async ({ browser }: Person) =>
  (await browser.send(listTalks, { query: { held: "true" } })).data;
const countUnread = async ({ browser }: Person) =>
  (await browser.send(getUnreadCounts, {})).data.messages;

async function createCalmReceiver(): Promise<Person> {
  const receiver = await createPerson();
  await receiver.browser.send(putCalmMode, { body: { duration: "week" } });
  return receiver;
}

test("SAFE-01 in calm mode a new talk waits, counts nowhere, and its starter can't see it", async () => {
  const receiver = await createCalmReceiver();
  const calm = await createPerson();
  const uuid = await startedTalk(calm, receiver);
  await post(calm, uuid, "はじめまして");
  expect(await listOf(receiver)).toEqual([]);
  expect(await countUnread(receiver)).toBe(0);
  const held = await listHeld(receiver);
  expect([held.held_count, held.talks.map((talk) => talk.uuid)]).toEqual([1, [uuid]]);
  expect(held.talks).toMatchObject([{ is_held: true, last_message_body: "はじめまして" }]);
  await receiver.browser.send(readAllMessages, { params: { uuid } });
  // The starter gets what they get without calm mode from a receiver who has read nothing.
  const other = await createTalk();
  await post(other.starter, other.uuid, "はじめまして");
  expect(await readAsStarter(calm, uuid)).toEqual(await readAsStarter(other.starter, other.uuid));
});

/** The replies that a starter gets about a talk, without names, drawings and ids. */
async function readAsStarter(person: Person, uuid: string): Promise<string[]> {
  const { browser } = person;
  const replies = [
    await browser.send(getTalk, { params: { uuid } }),
    await browser.send(listTalks, {}),
    await browser.send(listMessages, { query: { uuid } }),
    await post(person, uuid, "もう一度"),
  ];
  return replies.map(({ status, text }) =>
    `${status} ${text}`
      .replaceAll(/person_\d+/g, "a person")
      .replaceAll(/avatars\/\w+/g, "a drawing")
      .replaceAll(/"[\w-]{16,22}"/g, '"an id"'),
  );
}

test("SAFE-01 a talk that waits enters the list when it is accepted, or answered", async () => {
  const receiver = await createCalmReceiver();
  const [accepted, answered] = [await createPerson(), await createPerson()];
  const first = await startedTalk(accepted, receiver);
  await post(accepted, first, "1");
  const second = await startedTalk(answered, receiver);
  await post(answered, second, "2");
  await receiver.browser.send(releaseTalk, { params: { uuid: first } });
  await post(receiver, second, "こんにちは");
  expect((await listHeld(receiver)).talks).toEqual([]);
  expect(new Set((await listOf(receiver)).map(({ uuid }) => uuid))).toEqual(
    new Set([first, second]),
  );
  expect(await countUnread(receiver)).toBe(2);
  // Calm mode concerns only talks that arrive while it is on.
  await receiver.browser.send(putCalmMode, { body: { duration: null } });
  const later = await createPerson();
  const third = await startedTalk(later, receiver);
  await post(later, third, "3");
  expect((await listOf(receiver)).map(({ uuid }) => uuid)).toContain(third);
  const calm = await startedTalk(receiver, later);
  await receiver.browser.send(putCalmMode, { body: { duration: "week" } });
  await post(receiver, calm, "4");
  await post(later, calm, "5");
  expect((await listOf(receiver)).map(({ uuid }) => uuid)).toContain(calm);
});

/** The ways in which a receiver blocks somebody, who has asked them and started a talk with them. */
const waysToBlock: Record<
  string,
  (receiver: Person, blocked: Person, ids: { question: string; talk: string }) => Promise<unknown>
> = {
  "a question": ({ browser }, _, { question }) =>
    browser.send(postBlock, { body: { question_id: question } }),
  "a report of questions": ({ browser }, _, { question }) =>
    browser.send(postReport, { body: { item_id: question, mode: "multipleWithBlock" } }),
  "a talk": ({ browser }, _, { talk }) =>
    browser.send(postTalkReport, { body: { uuid: talk, mode: "block" } }),
  "the name": ({ browser }, { account }) => browser.send(postBlock, { body: { account } }),
};

/** Counts what the receiver has got and that isn't dropped. */
async function countReceived(receiver: Person, body: string): Promise<number> {
  const { rows } = await executeSql(
    `select count(*)::int as count from questions
     where receiver_pk = $1 and body = $2 and status <> 'dropped'`,
    [await findPk(receiver), body],
  );
  return (rows[0] as { count: number }).count;
}

/** Lets a person pass a question on to a friend, and returns the text of the baton. */
async function passBaton(sender: Person, receiver: Person, body: string) {
  const question_id = await site.askQuestion(site.openBrowser(), sender.account, body);
  await sender.browser.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
  return sender.browser.send(postBaton, {
    params: { id: question_id },
    body: { accounts: [receiver.account] },
  });
}

/** The texts of all messages that have arrived in somebody's talks. */
async function listTexts(person: Person): Promise<string[]> {
  const { talks } = (await person.browser.send(listTalks, {})).data;
  const pages = await Promise.all(
    talks.map(({ uuid }) => person.browser.send(listMessages, { query: { uuid } })),
  );
  return pages.flatMap(({ data }) => data.messages.map(({ body }) => body));
}

test.each(Object.keys(waysToBlock))(
  "SAFE-05 TALK-32 whoever is blocked because of %s reaches the receiver neither by questions, batons nor messages, until the block is lifted",
  async (way) => {
    const [receiver, blocked] = [await createPerson(), await createPerson()];
    for (const [follower, { account }] of [
      [receiver, blocked],
      [blocked, receiver],
    ] as const) {
      await follower.browser.send(postFollow, { params: { account } });
    }
    const question = await site.askQuestion(blocked.browser, receiver.account, "はじめの質問");
    const talk = await startedTalk(blocked, receiver);
    await post(blocked, talk, "はじめまして");
    await waysToBlock[way]?.(receiver, blocked, { question, talk });
    const { blocks } = (await receiver.browser.send(listBlocks, {})).data;
    expect(blocks).toHaveLength(1);
    expect(blocks[0]?.is_of_talk).toBe(way === "a talk");

    await site.askQuestion(blocked.browser, receiver.account, "次の質問");
    await setColumns(receiver.account, { is_receive_baton: true });
    await passBaton(blocked, receiver, "まわす質問");
    await site.services.jobs.drain();
    expect(await countReceived(receiver, "次の質問")).toBe(0);
    expect(await countReceived(receiver, "まわす質問")).toBe(0);
    const refused = await post(blocked, talk, "まだ");
    expect([refused.status, refused.error?.code]).toEqual([403, "talk_refused"]);
    await executeSql("delete from conversations where uuid = $1", [talk]);
    const next = await startedTalk(blocked, receiver);
    expect((await post(blocked, next, "ここなら？")).status).toBe(201);
    expect(await listTexts(receiver)).toEqual([]);

    await receiver.browser.send(deleteBlock, { params: { id: blocks[0]?.id ?? "" } });
    expect((await post(blocked, next, "ごめんなさい")).status).toBe(201);
    expect(await listTexts(receiver)).toEqual(["ごめんなさい"]);
    await site.askQuestion(blocked.browser, receiver.account, "あとの質問");
    expect(await countReceived(receiver, "あとの質問")).toBe(1);
  },
);

test("SAFE-05 TALK-32 a visitor who is blocked because of a question can't start a talk after registering", async () => {
  const receiver = await createPerson();
  const browser = site.openBrowser();
  const question_id = await site.askQuestion(browser, receiver.account, "訪問者の質問");
  await receiver.browser.send(postBlock, { body: { question_id } });
  const account = "former_visitor";
  await browser.send(register, { body: { account, password, locale: "ja" } });
  await setColumns(account, {
    birthday: "1990-05-05",
    is_receive_dm: true,
    is_message_tos_showed: true,
  });
  const uuid = await startedTalk({ account, browser }, receiver);
  expect((await post({ account, browser }, uuid, "はじめまして")).status).toBe(201);
  expect(await listTexts(receiver)).toEqual([]);
});

test("SAFE-05 TALK-31 the block by an anonymous starter stops questions and talks, and the receiver can't find out whose it is", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "はじめまして");
  await post(receiver, uuid, "だれ？");
  await starter.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  expect((await post(receiver, uuid, "ねえ")).error?.code).toBe("talk_refused");
  const params = { account: starter.account };
  expect((await receiver.browser.send(postFollow, { params })).status).toBe(200);
  await indexMissingNames(site.services.db);
  const query = { query: starter.account };
  expect((await receiver.browser.send(searchPeople, { query })).data.users).toHaveLength(1);
  const other = await startedTalk(receiver, starter);
  expect((await post(receiver, other, "きみ？")).status).toBe(201);
  expect(await listTexts(starter)).not.toContain("きみ？");
  await site.askQuestion(receiver.browser, starter.account, "きみですか？");
  expect(await countReceived(starter, "きみですか？")).toBe(0);
});

test("SAFE-05 TALK-24 whoever has blocked the partner of a talk can't write in it either, until the block is lifted", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "はじめまして");
  await receiver.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  expect((await post(receiver, uuid, "まだ開いている画面から")).error?.code).toBe("talk_refused");
  expect((await starter.browser.send(showStarter, { params: { uuid } })).error?.code).toBe(
    "talk_refused",
  );
  const { blocks } = (await receiver.browser.send(listBlocks, {})).data;
  await receiver.browser.send(deleteBlock, { params: { id: blocks[0]?.id ?? "" } });
  expect((await post(receiver, uuid, "また話そう")).status).toBe(201);
});

test("SAFE-05 TALK-31 a receiver who blocks an account by name doesn't learn that it has started a talk", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "はじめまして");
  await receiver.browser.send(postBlock, { body: { account: starter.account } });
  expect((await post(receiver, uuid, "だれ？")).status).toBe(201);
  await starter.browser.send(leaveAccount, {});
  expect((await post(receiver, uuid, "まだいる？")).status).toBe(201);
});

test("SAFE-05 TALK-31 an anonymous starter who blocks the receiver keeps following them, and one who is known doesn't", async () => {
  const countFollowers = async ({ account, browser }: Person) =>
    (await browser.send(listFollowers, { params: { account } })).data.pager.total_count;
  const { starter, receiver, uuid } = await createTalk();
  await starter.browser.send(postFollow, { params: { account: receiver.account } });
  await post(starter, uuid, "はじめまして");
  await post(receiver, uuid, "だれ？");
  await starter.browser.send(postTalkReport, { body: { uuid, mode: "block" } });
  expect(await countFollowers(receiver)).toBe(1);
  expect((await post(receiver, uuid, "ねえ")).error?.code).toBe("talk_refused");
  await receiver.browser.send(postBlock, { body: { account: starter.account } });
  expect(await countFollowers(receiver)).toBe(0);
});
