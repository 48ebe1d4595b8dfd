import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { firstRooms } from "../apps/server/src/features/rooms/first-rooms.ts";
import { createRoomCalls } from "../apps/server/src/platform/testing/rooms.ts";
import { openSite } from "../apps/server/src/platform/testing/site.ts";
import { runRoomsCommand } from "./rooms.ts";

const site = await openSite();
const { services } = site;
const folder = mkdtempSync(join(tmpdir(), "rooms-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command on the database of the site, which stays open. */
const run = (...words: string[]) =>
  runRoomsCommand(async () => ({ db: services.db, close: async () => undefined }), words);

const [given] = firstRooms;
if (!given) throw new Error("there are no first rooms");
const uuid = "a-new-official-room---";

function writeRooms(name: string, rooms: object[]): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ rooms }));
  return file;
}

test("ROOM-21 official rooms are listed, added once, closed and opened again", async () => {
  expect((await run("list")).split("\n")).toHaveLength(firstRooms.length);
  const file = writeRooms("rooms.json", [{ ...given, uuid, locale: "ja", priority: 999 }]);
  expect(await run("add", file)).toContain("Added 1 of 1 rooms");
  expect(await run("add", file)).toContain("Added 0 of 1 rooms");
  const findLine = async () => (await run("list")).split("\n")[0];
  expect(await findLine()).toContain(given.texts.ja.title);
  expect(await findLine()).toMatch(new RegExp(`^${uuid} .* 0 members`));

  const { createPerson, join: enter, readRoom, postInRoom } = createRoomCalls(site);
  const person = await createPerson();
  await enter(person, uuid);
  const post = async () => (await postInRoom(person, uuid, "ひとこと")).error?.code;
  expect(await post()).toBeUndefined();
  const { last_change } = (await readRoom(person, uuid)).state;
  expect(await run("close", uuid)).toBe(`${uuid} is closed.`);
  expect(await findLine()).toMatch(/ 1 members {2}closed /);
  expect(await post()).toBe("room_closed");
  // Open pages read the room anew.
  expect((await readRoom(person, uuid)).state.last_change).toBe(last_change + 1);
  await expect(run("close", uuid)).rejects.toThrow("no open official room");
  expect(await run("reopen", uuid)).toBe(`${uuid} is open.`);
  await expect(run("reopen", uuid)).rejects.toThrow("no closed official room");
  expect(await post()).toBeUndefined();
});

test("ROOM-21 a room of a school year isn't closed, and mistakes are named", async () => {
  const { rows } = await services.database.executeSql(
    `select uuid from rooms join conversations on pk = conversation_pk
     where room_type = 'open_chat_by_grade' limit 1`,
  );
  const [grade] = rows as { uuid: string }[];
  await expect(run("close", grade?.uuid ?? "")).rejects.toThrow("no open official room");
  await expect(run("add", join(folder, "missing.json"))).rejects.toThrow("could not be read");
  await expect(run("add", writeRooms("bad.json", [{}]))).rejects.toThrow("/rooms/0");
  await expect(run("block", "nobody_here")).rejects.toThrow("no such account or room");
  const wrong = [[], ["open"], ["list", "all"], ["add"], ["close"], ["block"], ["close", "a", "b"]];
  for (const words of wrong) await expect(run(...words)).rejects.toThrow("Usage:");
});

test("ROOM-12 an account is blocked in one room, or in all, and no longer", async () => {
  await site.registerPerson("blocked_one");
  expect(await run("block", "@blocked_one", given.uuid)).toContain(`blocked in ${given.uuid}`);
  expect(await run("block", "blocked_one")).toContain("blocked in all rooms");
  expect(await run("unblock", "blocked_one")).toContain("unblocked in all rooms");
  await expect(run("unblock", "blocked_one")).rejects.toThrow("not blocked in all rooms");
  expect(await run("unblock", "blocked_one", given.uuid)).toContain("unblocked");
});
