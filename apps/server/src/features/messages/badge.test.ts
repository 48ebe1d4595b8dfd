import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import { deleteBlock, listBlocks } from "@toibako/contract/moderation.ts";
import { listRooms, updateRoom } from "@toibako/contract/rooms.ts";
import {
  freeTalks,
  listTalks,
  postTalkReport,
  removeTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { config } = site.services;
const calls = createRoomCalls(site);
const { createPerson, startedTalk, post, createRoom, join, postInRoom, takeBackInRoom } = calls;
const runs = countPropertyRuns(6);

afterAll(() => {
  config.has_payment = false;
});

/** A talk of the reader or a room, and the newest message that the other one has written there. */
interface Place {
  uuid: string;
  other: Person;
  newest?: string;
}

/** The reader's talks, more than can be read without paying, and rooms. */
async function openWorld() {
  const reader = await createPerson();
  const talks: Place[] = [];
  for (let n = 0; n <= freeTalks; n++) {
    const other = await createPerson();
    const uuid = await startedTalk(other, reader);
    await post(other, uuid, "はじめまして");
    await post(reader, uuid, "はい");
    talks.push({ uuid, other });
  }
  const [first] = talks;
  if (!first) throw new Error("no talk");
  const own = await startedTalk(reader, first.other);
  await post(reader, own, "こちらからも");
  talks.push({ uuid: own, other: first.other });
  const rooms: Place[] = [];
  for (let n = 0; n < 2; n++) {
    const uuid = await createRoom();
    await join(reader, uuid);
    await join(first.other, uuid);
    rooms.push({ uuid, other: first.other });
  }
  return { reader, talks, rooms };
}

const { reader, talks, rooms } = await openWorld();
const { browser } = reader;

const kinds = [
  "write",
  "write",
  "take back",
  "read",
  "mute",
  "unmute",
  "remove",
  "report",
  "block",
  "unblock",
  "pay",
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  place: fc.nat({ max: talks.length + rooms.length - 1 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Takes a step in a talk; what is refused changes nothing. */
async function stepInTalk(kind: Step["kind"], talk: Place): Promise<void> {
  const { uuid, other } = talk;
  const params = { uuid };
  if (kind === "write") {
    const key = createMessageKey();
    if ((await post(other, uuid, "ねえ", key)).status === 201) talk.newest = key;
  } else if (kind === "take back" && talk.newest !== undefined) {
    await other.browser.send(takeBackMessage, { params: { uuid, key: talk.newest } });
  } else if (kind === "read") await browser.send(readAllMessages, { params });
  else if (kind === "mute" || kind === "unmute") {
    await browser.send(updateTalk, { params, body: { is_muted: kind === "mute" } });
  } else if (kind === "remove") await browser.send(removeTalk, { params });
  else if (kind === "report" || kind === "block") {
    await browser.send(postTalkReport, { body: { uuid, mode: kind } });
  } else if (kind === "unblock") {
    const [block] = (await browser.send(listBlocks, {})).data.blocks;
    if (block) await browser.send(deleteBlock, { params: { id: block.id } });
  } else if (kind === "pay") config.has_payment = !config.has_payment;
}

async function stepInRoom(kind: Step["kind"], room: Place): Promise<void> {
  const { uuid, other } = room;
  if (kind === "write") {
    const key = createMessageKey();
    await postInRoom(other, uuid, "ねえ", { key });
    room.newest = key;
  } else if (kind === "take back" && room.newest !== undefined) {
    await takeBackInRoom(other, uuid, room.newest);
  } else if (kind === "read") await calls.readAllInRoom(reader, uuid);
  else if (kind === "mute" || kind === "unmute") {
    await browser.send(updateRoom, { params: { uuid }, body: { is_muted: kind === "mute" } });
  }
}

async function takeStep({ kind, place }: Step): Promise<void> {
  const talk = talks[place];
  const room = rooms[place - talks.length];
  if (talk) await stepInTalk(kind, talk);
  else if (room) await stepInRoom(kind, room);
}

const readBadge = async () => (await browser.send(getUnreadCounts, {})).data.messages;

test(
  "SHELL-12 TALK-03 the badge is what the lists show as unread, and opening everything in them clears it",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        for (const each of steps) await takeStep(each);
        const listedTalks = (await browser.send(listTalks, {})).data.talks;
        const listedRooms = (await browser.send(listRooms, {})).data.group_talks;
        const readable = listedTalks.filter(({ is_viewable }) => is_viewable);
        const counted = [...readable, ...listedRooms].filter(({ is_muted }) => !is_muted);
        const unread = counted.reduce((sum, { unread_count }) => sum + unread_count, 0);
        expect(await readBadge()).toBe(Math.min(11, unread));
        for (const { uuid } of readable) await browser.send(readAllMessages, { params: { uuid } });
        for (const { uuid } of listedRooms) await calls.readAllInRoom(reader, uuid);
        expect(await readBadge()).toBe(0);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  },
  runs * 60_000,
);
