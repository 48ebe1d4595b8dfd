// Lists, adds and closes official rooms, and blocks accounts in rooms. Runs on PostgreSQL by DATABASE_URL, or on the embedded database in
// DATA_DIR while the server is stopped.
import { readFileSync } from "node:fs";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { type Db, openDatabase } from "../apps/server/src/platform/database/db.ts";
import { isUniqueViolation } from "../apps/server/src/platform/database/db-errors.ts";
import { transaction } from "../apps/server/src/platform/database/transaction.ts";
import { Mistake, runCommandLine } from "./command.ts";

const usage = `Usage:
  npm run rooms -- list                             lists the official rooms
  npm run rooms -- add <file.json>                  adds the official rooms of a file
  npm run rooms -- close <room uuid>                closes an official room: its members read it, and nobody posts or joins
  npm run rooms -- reopen <room uuid>               opens it again
  npm run rooms -- block <account> [room uuid]      lets an account neither post nor join: in one room, or in all
  npm run rooms -- unblock <account> [room uuid]    ends a block`;

async function addRooms(db: Db, file: string): Promise<string> {
  const { readGivenRooms } = await import(
    "../apps/server/src/features/rooms/policy/given-rooms.ts"
  );
  const { storeOfficialRoom } = await import(
    "../apps/server/src/features/rooms/commands/official-rooms.ts"
  );
  const given = readGivenRooms(readJson(file));
  if (typeof given === "string") throw new Mistake(`${file}: ${given}`);
  // All rooms of the file or none, so that a corrected file can be added as a whole.
  const added = await transaction(db, async (db) => {
    let count = 0;
    for (const { locale, ...room } of given) {
      if (await storeOfficialRoom(db, locale, room)) count++;
    }
    return count;
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new Mistake(`${file}: a question has the uuid of a question of another group`);
  });
  return `Added ${added} of ${given.length} rooms; the others exist already.`;
}

async function listRooms(db: Db): Promise<string> {
  const { listOfficialRooms } = await import(
    "../apps/server/src/features/rooms/commands/official-rooms.ts"
  );
  const rooms = await listOfficialRooms(db);
  const lines = rooms.map(
    ({ uuid, locale, texts, priority, min_age, members_count, is_archived }) =>
      `${uuid}  ${locale}  priority ${priority}  from ${min_age} years  ${members_count} members` +
      `${is_archived ? "  closed" : ""}  ${texts?.[locale]?.title ?? ""}`,
  );
  return lines.length > 0 ? lines.join("\n") : "There are no official rooms.";
}

async function closeRoom(db: Db, uuid: string, is_closed: boolean): Promise<string> {
  const { closeOfficialRoom } = await import(
    "../apps/server/src/features/rooms/commands/official-rooms.ts"
  );
  const [before, after] = is_closed ? ["open", "closed"] : ["closed", "open"];
  if (await closeOfficialRoom(db, uuid, is_closed)) return `${uuid} is ${after}.`;
  throw new Mistake(
    `There is no ${before} official room with this uuid${is_closed ? "" : " that asks a question"}.`,
  );
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Mistake(`${file} could not be read: ${(error as Error).message}`);
  }
}

async function changeBlock(
  db: Db,
  command: "block" | "unblock",
  account: string,
  room: string | undefined,
): Promise<string> {
  const { blockInRooms, unblockInRooms } = await import(
    "../apps/server/src/features/rooms/commands/membership.ts"
  );
  const change = command === "block" ? blockInRooms : unblockInRooms;
  if (await change(db, account, room ?? null)) {
    return `${account} is ${command}ed in ${room ?? "all rooms"}.`;
  }
  throw new Mistake(
    command === "block"
      ? "There is no such account or room."
      : `${account} is not blocked in ${room ?? "all rooms"}.`,
  );
}

/** How many words follow each command, at least and at most. */
const wordsOfCommands: Record<string, [number, number]> = {
  list: [0, 0],
  add: [1, 1],
  close: [1, 1],
  reopen: [1, 1],
  block: [1, 2],
  unblock: [1, 2],
};

/** Runs a command, whose first word is its name; returns what is shown. */
export async function runRoomsCommand(
  openDb: () => Promise<{ db: Db; close: () => Promise<void> }>,
  [command = "", ...words]: readonly string[],
): Promise<string> {
  const [least, most] = wordsOfCommands[command] ?? [1, 0];
  const [subject = "", room] = words;
  if (words.length < least || words.length > most || words.includes("")) throw new Mistake(usage);
  const { db, close } = await openDb();
  try {
    if (command === "list") return await listRooms(db);
    if (command === "add") return await addRooms(db, subject);
    if (command === "close" || command === "reopen") {
      return await closeRoom(db, subject, command === "close");
    }
    const block = command === "block" ? "block" : "unblock";
    return await changeBlock(db, block, subject.replace(/^@/, ""), room);
  } finally {
    await close();
  }
}

if (import.meta.main) {
  runCommandLine((words) => runRoomsCommand(() => openDatabase(loadConfig(process.env)), words));
}
