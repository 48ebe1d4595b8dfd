import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listMessages, readAllMessages } from "@toibako/contract/messages.ts";
import { getTalk, postTalkReport, removeTalk } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { createTalkCalls, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { config } = site.services;
const { createPerson, createTalk, startedTalk, post, listOf, fillFreeTalks } =
  createTalkCalls(site);

const countUnread = async ({ browser }: Person) =>
  (await browser.send(getUnreadCounts, {})).data.messages;

const remove = ({ browser }: Person, uuid: string) =>
  browser.send(removeTalk, { params: { uuid } });
const block = ({ browser }: Person, uuid: string) =>
  browser.send(postTalkReport, { body: { uuid, mode: "block" } });

/** What somebody sees of a talk. */
const see = async ({ browser }: Person, uuid: string) => [
  (await browser.send(getTalk, { params: { uuid } })).text,
  (await browser.send(listMessages, { query: { uuid } })).text,
];

test.each([
  ["removes", remove],
  ["blocks", block],
])(
  "TALK-33 TALK-24 whoever %s a talk has no unread messages in it, and its writer sees no difference",
  async (_, hide) => {
    const { starter, receiver, uuid } = await createTalk();
    await post(starter, uuid, "読まれない");
    const before = await see(starter, uuid);
    expect(await countUnread(receiver)).toBe(1);
    expect((await hide(receiver, uuid)).status).toBeLessThan(300);
    expect(await see(starter, uuid)).toEqual(before);
    expect(await countUnread(receiver)).toBe(0);
  },
);

test.each([
  ["removed", remove],
  ["blocked", block],
])(
  "TALK-04 TALK-33 a talk that isn't viewable can be %s, and its messages aren't marked as read",
  async (_, hide) => {
    const [starter, receiver] = [await createPerson(), await createPerson()];
    await fillFreeTalks(receiver);
    const uuid = await startedTalk(starter, receiver);
    await post(starter, uuid, "読めない");
    const before = await see(starter, uuid);
    config.has_payment = true;
    expect((await listOf(receiver)).map(({ is_viewable }) => is_viewable)).toContain(false);
    expect((await hide(receiver, uuid)).status).toBeLessThan(300);
    config.has_payment = false;
    expect(await see(starter, uuid)).toEqual(before);
    // Of the earlier talks.
    expect(await countUnread(receiver)).toBe(3);
  },
);

test("TALK-33 a message after a removal counts alone, and reading it clears the count", async () => {
  const { starter, receiver, uuid } = await createTalk();
  await post(starter, uuid, "前の");
  await remove(receiver, uuid);
  await post(starter, uuid, "次の");
  expect((await listOf(receiver))[0]?.unread_count).toBe(1);
  expect(await countUnread(receiver)).toBe(1);
  await receiver.browser.send(readAllMessages, { params: { uuid } });
  expect((await listOf(receiver))[0]?.unread_count).toBe(0);
  expect(await countUnread(receiver)).toBe(0);
});
