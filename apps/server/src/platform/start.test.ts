import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openEmbedded } from "./database/db-embedded.ts";
import { openPool } from "./database/db-pool.ts";
import { describeStartError } from "./start-error.ts";
import { startPostgresOfVersion } from "./testing/postgres.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-start-"));
const oldServer = await startPostgresOfVersion("140013");
afterAll(() => {
  oldServer.close();
  rmSync(DATA_DIR, { recursive: true });
});

/** Starts the real process and waits for its end. */
async function start(env: Record<string, string>) {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [main], { env: { PATH, DATA_DIR, PORT: "0", ...env } });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { code, output };
}

function lockFolder(folder: string) {
  const lock = new DatabaseSync(join(folder, "lock.sqlite"));
  lock.exec("pragma locking_mode = exclusive; begin exclusive");
  return lock;
}

test("a second process on the data folder exits with code 5 and a message", async () => {
  const lock = lockFolder(DATA_DIR);
  const { code, output } = await start({});
  lock.close();
  expect(code).toBe(5);
  expect(output).toBe(
    `Another process uses the data folder ${DATA_DIR}. Stop it, or set DATA_DIR to a folder of its own.\n`,
  );
});

test("opening a folder that another process has locked fails with exit code 5", async () => {
  const lock = lockFolder(DATA_DIR);
  await expect(openEmbedded(DATA_DIR)).rejects.toMatchObject({ exitCode: 5 });
  lock.close();
});

test.each([
  ["2 if the configuration is invalid", 2, { PORT: "abc" }, "PORT"],
  [
    "2 if the production configuration has no secret key",
    2,
    { NODE_ENV: "production", DATABASE_URL: "postgres://localhost/x" },
    "SECRET_KEY",
  ],
  [
    "3 if PostgreSQL can't be reached",
    3,
    { DATABASE_URL: "postgres://me:a-secret@127.0.0.1:1/x" },
    "127.0.0.1:1",
  ],
  ["4 if PostgreSQL is too old", 4, { DATABASE_URL: oldServer.url }, "version 14; 15 or newer"],
] as const)(
  "a process that can't start prints one line and exits with %s",
  async (_, expected, env, words) => {
    const { code, output } = await start(env);
    expect(code).toBe(expected);
    expect(output).toContain(words);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).not.toContain("a-secret");
  },
);

test("PostgreSQL 15 is new enough", async () => {
  const server = await startPostgresOfVersion("150000");
  const database = await openPool(server.url);
  expect(database.engine).toBe("postgres");
  await database.close();
  server.close();
});

test("a data folder that can't be made, and a port in use, are one sentence and exit codes 8 and 7", async () => {
  const file = join(DATA_DIR, "file");
  writeFileSync(file, "");
  const folder = join(file, "data");
  const unwritable = await start({ DATA_DIR: folder });
  expect([unwritable.code, unwritable.output]).toEqual([
    8,
    `Toibako can't write into the data folder ${folder} (ENOTDIR).\n`,
  ]);
  const busy = createServer().listen(0, "0.0.0.0");
  await once(busy, "listening");
  const { port } = busy.address() as AddressInfo;
  const error = await new Promise<unknown>((resolve) => {
    createServer().once("error", resolve).listen(port, "0.0.0.0");
  });
  busy.close();
  expect(describeStartError(error, { data_dir: DATA_DIR })).toMatchObject({
    exitCode: 7,
    message: `Toibako can't listen on port ${port} (another process uses it). Stop what uses it, or set PORT and HOST.`,
  });
});
