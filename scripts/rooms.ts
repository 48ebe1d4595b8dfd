// Adds official rooms, and blocks accounts in rooms. Runs on PostgreSQL by DATABASE_URL, or on the embedded database in
// DATA_DIR while the server is stopped.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { type Db, openDatabase } from "../apps/server/src/platform/database/db.ts";
import { isUniqueViolation } from "../apps/server/src/platform/database/db-errors.ts";
import { transaction } from "../apps/server/src/platform/database/transaction.ts";
import { describeStartError } from "../apps/server/src/platform/start-error.ts";

const usage = `Usage:
  npm run rooms -- add <file.json>                  adds the official rooms of a file
  npm run rooms -- block <account> [room uuid]      lets an account neither post nor join: in one room, or in all
  npm run rooms -- unblock <account> [room uuid]    ends a block`;

/** A mistake of the operator, with the text that is shown. */
class Mistake extends Error {}

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

async function run([command, subject, room, ...others]: readonly string[]): Promise<string> {
  const isKnown = command === "add" || command === "block" || command === "unblock";
  if (!isKnown || !subject || others.length > 0 || (command === "add" && room)) {
    throw new Mistake(usage);
  }
  const database = await openDatabase(loadConfig(process.env));
  try {
    if (command === "add") return await addRooms(database.db, subject);
    return await changeBlock(database.db, command, subject.replace(/^@/, ""), room);
  } finally {
    await database.close();
  }
}

run(process.argv.slice(2)).then(
  (message) => process.stdout.write(`${message}\n`),
  (thrown: unknown) => {
    const error = describeStartError(thrown, {
      data_dir: resolve(process.env.DATA_DIR ?? "./data"),
    });
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
