import { expect, test, vi } from "vitest";
import { createEventBus, type Events } from "#platform/events/events.ts";
import { createLogger } from "#platform/observability/log.ts";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { publishRoom } from "./commands/hints.ts";

const site = await openSite();
const { services } = site;
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, rename, block, unblock, findEventOwner } = calls;
const { postInRoom, takeBackInRoom } = calls;

/** Collects the hints about a room that the bus brings to this process. */
function collectHints(uuid: string) {
  const hints: { owners: string[]; last_change: number }[] = [];
  services.bus.subscribe("stream", ({ owners, event }: Events["stream"]) => {
    if (event.kind === "conversation" && event.data.uuid === uuid) {
      hints.push({ owners, last_change: event.data.last_change });
    }
  });
  return hints;
}

test("ROOM-07 TALK-12 a post, taking back, joining, leaving and renaming each reach all present members with one event, and nobody else", async () => {
  const uuid = await createRoom();
  const [yui, ken, mei] = [await createPerson(), await createPerson(), await createPerson()];
  const stranger = await createPerson();
  for (const person of [yui, ken]) await join(person, uuid);
  const [ofYui, ofKen, ofMei] = [
    await findEventOwner(yui),
    await findEventOwner(ken),
    await findEventOwner(mei),
  ];
  const hints = collectHints(uuid);
  /** Expects a hint with the number of the change to exactly these owners. */
  const expectHint = async (work: () => Promise<unknown>, owners: string[]) => {
    await work();
    const { rows } = await services.database.executeSql(
      "select last_change::int from conversations where uuid = $1",
      [uuid],
    );
    const { last_change } = rows[0] as { last_change: number };
    await vi.waitFor(() =>
      expect(hints.map((hint) => hint.last_change)).toContain(Number(last_change)),
    );
    const hint = hints.find((sent) => sent.last_change === Number(last_change));
    expect([...(hint?.owners ?? [])].sort()).toEqual([...owners].sort());
  };
  let key = "";
  await expectHint(async () => {
    key = (await postInRoom(yui, uuid, "やあ")).data.data.group_message.key;
  }, [ofYui, ofKen]);
  await expectHint(() => takeBackInRoom(yui, uuid, key), [ofYui, ofKen]);
  await expectHint(() => join(mei, uuid), [ofYui, ofKen, ofMei]);
  await expectHint(() => rename(mei, uuid, "めい"), [ofYui, ofKen, ofMei]);
  await expectHint(() => leave(ken, uuid), [ofYui, ofMei]);
  await expectHint(() => postInRoom(mei, uuid, "けんは？"), [ofYui, ofMei]);
  const strange = await findEventOwner(stranger);
  expect(hints.flatMap(({ owners }) => owners)).not.toContain(strange);
});

test("ROOM-12 a hint of a room in which somebody is blocked, or in all, doesn't reach them, and does after the block", async () => {
  const uuid = await createRoom();
  const [yui, ken] = [await createPerson(), await createPerson()];
  for (const person of [yui, ken]) await join(person, uuid);
  const [ofYui, ofKen] = [await findEventOwner(yui), await findEventOwner(ken)];
  const hints = collectHints(uuid);
  const listTold = async () => {
    const { last_change } = (await postInRoom(yui, uuid, "やあ")).data.state;
    const find = () => hints.find((hint) => hint.last_change === last_change);
    await vi.waitFor(() => expect(find()).toBeDefined());
    return find()?.owners.toSorted();
  };
  for (const blocked of [uuid, null]) {
    await block(ken, blocked);
    expect(await listTold()).toEqual([ofYui]);
    await unblock(ken);
    expect(await listTold()).toEqual([ofYui, ofKen].toSorted());
  }
  // A block in another room changes nothing here.
  await block(ken, await createRoom());
  expect(await listTold()).toEqual([ofYui, ofKen].toSorted());
});

test("ROOM-23 many changes at once of a room are few hints, and the last one has the newest number", async () => {
  const uuid = await createRoom();
  const yui = await createPerson();
  await join(yui, uuid);
  const hints = collectHints(uuid);
  for (let count = 0; count < 20; count++) {
    await services.database.executeSql(
      "update conversations set last_change = 1000 + $2 where uuid = $1",
      [uuid, count],
    );
    publishRoom(services, uuid);
  }
  await vi.waitFor(() => expect(hints.at(-1)?.last_change).toBe(1_019));
  expect(hints.length).toBeLessThan(10);
});

test("ROOM-07 a database that fails after a change costs a hint, and not the one of the next change", async () => {
  const uuid = await createRoom();
  await join(await createPerson(), uuid);
  const bus = createEventBus(undefined, createLogger("silent"), "");
  const received: Events["stream"][] = [];
  bus.subscribe("stream", (event) => received.push(event));
  const query = vi
    .fn(services.db.query)
    .mockRejectedValueOnce(new Error("the database is gone")) as typeof services.db.query;
  const failing = { ...services, bus, db: { ...services.db, query } };
  publishRoom(failing, uuid);
  publishRoom(failing, uuid);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(query).toHaveBeenCalledTimes(2);
});

const url = process.env.REDIS_URL;

test.skipIf(!url)(
  "ROOM-07 TALK-12 one message of Redis brings a hint to another process",
  async () => {
    const uuid = await createRoom();
    const [yui, ken] = [await createPerson(), await createPerson()];
    for (const person of [yui, ken]) await join(person, uuid);
    const log = createLogger("silent");
    const otherBus = createEventBus(url, log, services.secrets.event_channel);
    const received: Events["stream"][] = [];
    otherBus.subscribe("stream", (event) => received.push(event));
    // Waits until the other process has subscribed.
    await vi.waitFor(() => {
      services.bus.publish("stream", { owners: ["first"], event: { kind: "counts", data: {} } });
      expect(received).not.toEqual([]);
    });
    const { data } = await postInRoom(yui, uuid, "こちら");
    const { last_change } = data.state;
    const event = { kind: "conversation", data: { uuid, last_change } };
    await vi.waitFor(() => expect(received).toContainEqual(expect.objectContaining({ event })));
    const hints = received.filter(
      (sent) => sent.event.kind === "conversation" && sent.event.data.last_change === last_change,
    );
    expect(hints.map(({ owners }) => new Set(owners))).toEqual([
      new Set([await findEventOwner(yui), await findEventOwner(ken)]),
    ]);
    await otherBus.close();
  },
);
