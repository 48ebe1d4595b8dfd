import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { BackupError } from "./format.ts";

type Tool = "pg_dump" | "pg_restore";

/** Throws unless the tool is installed and at least as new as the server. */
export async function requireTool(tool: Tool, engine_version: number): Promise<void> {
  const advice = `Install the client programs of PostgreSQL ${engine_version} or newer.`;
  const version = await promisify(execFile)(tool, ["--version"]).then(
    ({ stdout }) => Number(/(\d+)/.exec(stdout)?.[1]),
    () => undefined,
  );
  if (version === undefined) throw new BackupError(`${tool} is missing. ${advice}`);
  if (version >= engine_version) return;
  throw new BackupError(`${tool} is version ${version}, older than the server. ${advice}`);
}

/** Starts a tool on a database, with the password in the environment, because all users can read the arguments. */
function startTool(tool: Tool, options: readonly string[], url: string) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return spawn(tool, [...options, "--no-owner", "--no-privileges", `--dbname=${address.href}`], {
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: password }) },
  });
}

/** Waits until a tool has ended; throws with its last line if it failed. */
async function waitForEnd(tool: Tool, child: ChildProcess & { stderr: Readable }): Promise<void> {
  const [output, [code]] = await Promise.all([
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new BackupError(`${tool} failed: ${output.trim().split("\n").at(-1)}`);
}

interface Dump {
  content: Readable;
  /** Settles when the program no longer needs the transaction that exported the snapshot. */
  hasSnapshot: Promise<unknown>;
  ended: Promise<void>;
}

/** Starts the dump of a snapshot that a transaction has exported. */
export function startDump(url: string, snapshot: string): Dump {
  const child = startTool("pg_dump", ["--format=custom", `--snapshot=${snapshot}`], url);
  child.stdin.end();
  const ended = waitForEnd("pg_dump", child);
  // Whoever reads the content learns of it afterwards.
  ended.catch(() => undefined);
  return { content: child.stdout, hasSnapshot: once(child.stdout, "readable"), ended };
}

interface Restoring {
  write(chunk: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** Ends the program, so that the server rolls back. */
  abort(): Promise<void>;
}

/** Starts the restoring of a dump, in one transaction. */
export function startRestore(url: string): Restoring {
  const child = startTool("pg_restore", ["--single-transaction", "--exit-on-error"], url);
  child.stdout.resume();
  // A program that has closed its input says why at its end.
  child.stdin.on("error", () => undefined);
  const ended = waitForEnd("pg_restore", child);
  ended.catch(() => undefined);
  return {
    write: async (chunk) => {
      const error = await new Promise((settle) => child.stdin.write(chunk, settle));
      if (!error) return;
      await ended;
      throw error as Error;
    },
    finish: () => {
      child.stdin.end();
      return ended;
    },
    abort: () => {
      child.kill();
      return ended.catch(() => undefined);
    },
  };
}

/** Creates an empty database beside another one; disposing drops it. */
export async function createDatabaseBeside(
  url: string,
): Promise<{ url: string } & AsyncDisposable> {
  // PostgreSQL cuts names off after 63 bytes.
  const start = new URL(url).pathname.slice(1, 40).replace(/\W/g, "_").toLowerCase();
  const name = `${start}_drill_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client(url);
  try {
    await admin.connect();
    await admin.query(`create database "${name}" template template0`);
  } catch (error) {
    await admin.end();
    throw new BackupError(`A database for the drill can't be created: ${(error as Error).message}`);
  }
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return {
    url: beside.href,
    [Symbol.asyncDispose]: async () => {
      await admin.query(`drop database "${name}" with (force)`);
      await admin.end();
    },
  };
}
