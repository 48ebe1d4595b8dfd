import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { createStopper, waitUntilReady } from "./child.ts";
import { canInstall, installPackages } from "./install.ts";
import { findFreePort, isPortOpen } from "./ports.ts";

/** A running service that tests may use; `stop` releases it. */
export interface Service {
  url: string;
  stop: () => Promise<void>;
}

/** A service that this process has started, and may therefore send signals to. */
export interface StartedService extends Service {
  pid: number;
}

const MIN_POSTGRES_VERSION = 15;
const doNothing = async () => undefined;

/**
 * Returns PostgreSQL 15 or newer: at DATABASE_URL, or at 127.0.0.1:5432 if it allows a connection
 * without a password, else a temporary server.
 */
export async function ensurePostgres(): Promise<Service> {
  const configuredUrl = process.env.DATABASE_URL;
  const local = ["postgres", userInfo().username].map(
    (user) => `postgres://${user}@127.0.0.1:5432/postgres`,
  );
  for (const url of configuredUrl === undefined ? local : [configuredUrl]) {
    if ((await readPostgresVersion(url)) >= MIN_POSTGRES_VERSION) return { url, stop: doNothing };
  }
  if (configuredUrl !== undefined)
    throw new Error("DATABASE_URL: no PostgreSQL 15 or newer responds there");
  return startPostgres();
}

/** Returns Redis at REDIS_URL, else a temporary one; tests write to no other Redis. */
export async function ensureRedis(): Promise<Service> {
  const configuredUrl = process.env.REDIS_URL;
  return configuredUrl === undefined ? startRedis() : { url: configuredUrl, stop: doNothing };
}

/** Starts a temporary Redis without persistence, on a free port or the given one. */
export async function startRedis(givenPort?: number): Promise<StartedService> {
  const server = "/usr/bin/redis-server";
  if (!existsSync(server) && canInstall()) await installPackages("redis-server");
  const port = givenPort ?? (await findFreePort());
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(existsSync(server) ? server : "redis-server", args, { stdio: "ignore" });
  const stop = createStopper(child, "SIGTERM");
  await waitUntilReady("redis-server", child, () => isPortOpen(port));
  return { url: `redis://127.0.0.1:${port}`, pid: getPid(child), stop };
}

/** Runs `use` with a new database on the server at `url`, and drops it afterwards. */
export async function withDatabase<T>(
  url: string,
  use: (url: string) => Promise<T>,
  { template = "template1" } = {},
): Promise<T> {
  const name = `toibako_${process.pid}_${Date.now().toString(36)}`;
  await execute(url, `create database ${name} template ${template}`);
  try {
    const databaseUrl = new URL(url);
    databaseUrl.pathname = `/${name}`;
    return await use(databaseUrl.href);
  } finally {
    await execute(url, `drop database if exists ${name} with (force)`);
  }
}

interface PostgresOptions {
  /** Further settings, `name=value`. */
  settings?: readonly string[];
  /** The address of a primary, of which the server is a replica by streaming. */
  primary?: string;
}

/** Starts a temporary PostgreSQL on a free port. */
export async function startPostgres({
  settings = [],
  primary,
}: PostgresOptions = {}): Promise<StartedService> {
  const bin = await findPostgresBin();
  const folder = mkdtempSync(join(tmpdir(), "toibako-postgres-"));
  // PostgreSQL refuses to run as root, so Debian's user `postgres` runs it.
  const identity = process.getuid?.() === 0 ? readPostgresUser() : undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, "data");
  const options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"];
  const [program, programArgs]: [string, string[]] =
    primary === undefined
      ? ["initdb", options]
      : ["pg_basebackup", ["-d", primary, "-c", "fast", "-R"]];
  execFileSync(join(bin, program), ["-D", data, ...programArgs], { ...identity, stdio: "ignore" });
  const port = await findFreePort();
  const fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const own = [...fast, "max_connections=200", `unix_socket_directories=${folder}`];
  const allSettings = [...own, ...settings].flatMap((setting) => ["-c", setting]);
  const args = ["-D", data, "-p", String(port), ...allSettings];
  const child = spawn(join(bin, "postgres"), args, { ...identity, stdio: "ignore" });
  const stopProcess = createStopper(child, "SIGQUIT");
  const stop = async () => {
    await stopProcess();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady("postgres", child, async () => (await readPostgresVersion(url)) > 0);
  return { url, pid: getPid(child), stop };
}

function getPid(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error("a service has no process");
  return child.pid;
}

export async function findPostgresBin(): Promise<string> {
  const findPostgresFolder = () =>
    globSync("/usr/lib/postgresql/*/bin")
      .map((path) => ({ path, version: Number(path.split("/")[4]) }))
      .filter(({ version }) => version >= MIN_POSTGRES_VERSION)
      .sort((a, b) => b.version - a.version)[0]?.path;
  if (findPostgresFolder() === undefined && canInstall()) await installPackages("postgresql");
  const bin = findPostgresFolder();
  if (bin === undefined) {
    throw new Error("No PostgreSQL 15 or newer found: install it or set DATABASE_URL.");
  }
  return bin;
}

function readPostgresUser(): { uid: number; gid: number } {
  const readId = (flag: string) => Number(execFileSync("id", [flag, "postgres"]).toString());
  return { uid: readId("-u"), gid: readId("-g") };
}

/** The major version of the server at `url`; 0 if none responds. */
async function readPostgresVersion(url: string): Promise<number> {
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
