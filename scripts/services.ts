import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { answers, stopper } from "./child.ts";
import { canInstall, install } from "./install.ts";
import { accepts, freePort } from "./ports.ts";

/** A running service that tests may use, and how to let go of it. */
export interface Service {
  url: string;
  stop: () => Promise<void>;
}

const OLDEST_POSTGRES = 15;
const nothing = async () => undefined;

/**
 * PostgreSQL 15 or newer: the one at DATABASE_URL, or at 127.0.0.1:5432 if it trusts us, else a
 * passing one in a temporary folder.
 */
export async function ensurePostgres(): Promise<Service> {
  const given = process.env.DATABASE_URL;
  const local = ["postgres", userInfo().username].map(
    (user) => `postgres://${user}@127.0.0.1:5432/postgres`,
  );
  for (const url of given === undefined ? local : [given]) {
    if ((await postgresVersion(url)) >= OLDEST_POSTGRES) return { url, stop: nothing };
  }
  if (given !== undefined) throw new Error("DATABASE_URL: no PostgreSQL 15 or newer answers there");
  return startPostgres();
}

/** Redis at REDIS_URL, else a passing one: tests never write into a Redis they were not given. */
export async function ensureRedis(): Promise<Service> {
  const given = process.env.REDIS_URL;
  if (given !== undefined) return { url: given, stop: nothing };
  const server = "/usr/bin/redis-server";
  if (!existsSync(server) && canInstall()) await install("redis-server");
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(existsSync(server) ? server : "redis-server", args, { stdio: "ignore" });
  const stop = stopper(child, "SIGTERM");
  await answers("redis-server", child, () => accepts(port));
  return { url: `redis://127.0.0.1:${port}`, stop };
}

/** Runs `use` with a new, empty database on the server at `url`; the database goes afterwards. */
export async function withDatabase<T>(url: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `toibako_${process.pid}_${Date.now().toString(36)}`;
  await execute(url, `create database ${name}`);
  try {
    const own = new URL(url);
    own.pathname = `/${name}`;
    return await use(own.href);
  } finally {
    await execute(url, `drop database if exists ${name} with (force)`);
  }
}

async function startPostgres(): Promise<Service> {
  const bin = await postgresBin();
  const folder = mkdtempSync(join(tmpdir(), "toibako-postgres-"));
  // PostgreSQL refuses to run as root: Debian's own user runs it then.
  const identity = process.getuid?.() === 0 ? debianUser() : undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, "data");
  const options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"];
  execFileSync(join(bin, "initdb"), ["-D", data, ...options], { ...identity, stdio: "ignore" });
  const port = await freePort();
  const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const settings = [...fast, "max_connections=200", `unix_socket_directories=${folder}`];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((one) => ["-c", one])];
  const child = spawn(join(bin, "postgres"), args, { ...identity, stdio: "ignore" });
  const halt = stopper(child, "SIGQUIT");
  const stop = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answers("postgres", child, async () => (await postgresVersion(url)) > 0);
  return { url, stop };
}

async function postgresBin(): Promise<string> {
  const find = () =>
    globSync("/usr/lib/postgresql/*/bin")
      .map((path) => ({ path, version: Number(path.split("/")[4]) }))
      .filter(({ version }) => version >= OLDEST_POSTGRES)
      .sort((a, b) => b.version - a.version)[0]?.path;
  if (find() === undefined && canInstall()) await install("postgresql");
  const bin = find();
  if (bin === undefined) {
    throw new Error("No PostgreSQL 15 or newer found: install it or set DATABASE_URL.");
  }
  return bin;
}

function debianUser(): { uid: number; gid: number } {
  const read = (flag: string) => Number(execFileSync("id", [flag, "postgres"]).toString());
  return { uid: read("-u"), gid: read("-g") };
}

/** The major version of the server at `url`, 0 when none answers. */
async function postgresVersion(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    return Math.floor(Number(rows[0]?.server_version_num ?? 0) / 10_000);
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
