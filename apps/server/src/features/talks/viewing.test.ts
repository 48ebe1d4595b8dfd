import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { readAllMessages } from "@toibako/contract/messages.ts";
import { freeTalks, getTalk, postTalkReport, showStarter } from "@toibako/contract/talks.ts";
import { afterEach, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { createTalkCalls, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { config, database } = site.services;
const { executeSql } = database;
const { createPerson, startedTalk, post, fillFreeTalks, findPk } = createTalkCalls(site);

afterEach(() => {
  config.has_payment = false;
});

const isViewable = async ({ browser }: Person, uuid: string) =>
  (await browser.send(getTalk, { params: { uuid } })).data.talk.is_viewable;

async function receive(receiver: Person): Promise<{ starter: Person; uuid: string }> {
  const starter = await createPerson();
  const uuid = await startedTalk(starter, receiver);
  await post(starter, uuid, "はじめまして");
  return { starter, uuid };
}

test("TALK-03 a receiver can read the first talks, and the starter each one", async () => {
  const receiver = await createPerson();
  const talks = [];
  for (let number = 0; number <= freeTalks; number++) talks.push(await receive(receiver));
  config.has_payment = true;
  for (const [number, { starter, uuid }] of talks.entries()) {
    expect(await isViewable(receiver, uuid)).toBe(number < freeTalks);
    expect(await isViewable(starter, uuid)).toBe(true);
  }
  config.has_payment = false;
  for (const { uuid } of talks) expect(await isViewable(receiver, uuid)).toBe(true);
});

test("TALK-03 unread messages are counted in the talks that can be read, however many others have newer ones", async () => {
  const receiver = await createPerson();
  const talks = [];
  for (let number = 0; number <= freeTalks; number++) talks.push(await receive(receiver));
  const [first, second, , closed] = talks;
  if (!first || !second || !closed) throw new Error("a talk is missing");
  const shown = await receive(receiver);
  await shown.starter.browser.send(showStarter, { params: { uuid: shown.uuid } });
  await executeSql(
    `with copies as (
       insert into conversations (uuid, last_change, last_number, last_posted_minute)
       select 'copy ' || n, 1, 1, now() from generate_series(1, 60) n
       returning pk
     ), new_participants as (
       insert into participants (conversation_pk, number, user_pk, sent_number)
       select pk, number, case when number = 2 then $1::bigint end, 2 - number from copies, generate_series(1, 2) number
     ), new_messages as (
       insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
       select pk, 1, 1, 'key', 1, 'Hello', date_trunc('minute', now()) from copies
     )
     insert into talks (conversation_pk, pseudonym, sealed_starter, arrived_minute)
     select pk, uuid_send(gen_random_uuid()), '', date_trunc('minute', now()) from copies`,
    [await findPk(receiver)],
  );
  const count = async () => (await receiver.browser.send(getUnreadCounts, {})).data.messages;
  config.has_payment = true;
  expect(await count()).toBe(freeTalks);
  await receiver.browser.send(readAllMessages, { params: { uuid: first.uuid } });
  expect(await count()).toBe(freeTalks - 1);
  // The next talk takes the place of a reported one, which can still be read.
  await receiver.browser.send(postTalkReport, { body: { uuid: second.uuid, mode: "report" } });
  expect(await isViewable(receiver, second.uuid)).toBe(true);
  expect(await isViewable(receiver, closed.uuid)).toBe(true);
  expect(await count()).toBe(freeTalks);
  const { account } = shown.starter;
  await receiver.browser.send(postFollow, { params: { account } });
  expect(await count()).toBe(freeTalks);
  await shown.starter.browser.send(postFollow, { params: { account: receiver.account } });
  expect(await count()).toBe(freeTalks + 1);
  await executeSql("delete from conversations where uuid like 'copy %'");
});

test("TALK-03 mutual followers can read every talk, but a starter must show themselves first", async () => {
  const receiver = await createPerson();
  await fillFreeTalks(receiver);
  const { starter, uuid } = await receive(receiver);
  await starter.browser.send(postFollow, { params: { account: receiver.account } });
  config.has_payment = true;
  await starter.browser.send(showStarter, { params: { uuid } });
  expect(await isViewable(receiver, uuid)).toBe(false);
  await receiver.browser.send(postFollow, { params: { account: starter.account } });
  expect(await isViewable(receiver, uuid)).toBe(true);
  const hidden = await receive(receiver);
  await hidden.starter.browser.send(postFollow, { params: { account: receiver.account } });
  await receiver.browser.send(postFollow, { params: { account: hidden.starter.account } });
  expect(await isViewable(receiver, hidden.uuid)).toBe(false);
});
