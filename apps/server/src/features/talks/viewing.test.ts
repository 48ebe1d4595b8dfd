import { postFollow } from "@toibako/contract/friends.ts";
import { freeTalks, getTalk, showStarter } from "@toibako/contract/talks.ts";
import { afterEach, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { createTalkCalls, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { config } = site.services;
const { createPerson, startedTalk, post, fillFreeTalks } = createTalkCalls(site);

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
