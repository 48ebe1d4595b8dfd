// node scripts/full-disk.ts: fills the disk under the embedded database and under a temporary PostgreSQL while clients ask
// questions, frees it again, and reports whether pages were served, writes refused and none of them lost. It mounts a small
// file system in memory, so it needs Linux and root.
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { buildAndReport } from "./build.ts";
import { type Headers, register, sendJson } from "./client.ts";
import { findFreePort } from "./ports.ts";
import { startServer } from "./server.ts";
import { startPostgres } from "./services.ts";

const megabytes = 400;
/** Milliseconds: how long the disk stays full, and how long the site may take to recover. */
const fullTime = 20_000;
const maxRecoveryTime = 10_000;

if ((await buildAndReport()) !== 0) process.exit(1);
const problems: string[] = [];
for (const engine of ["embedded", "postgres"] as const) await tryEngine(engine);
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function tryEngine(engine: "embedded" | "postgres"): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), "toibako-full-disk-"));
  const other = mkdtempSync(join(tmpdir(), "toibako-full-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk]);
  // Run in reverse order, each also if another fails. The disk is detached even from a server that did not become ready.
  const ends: (() => unknown)[] = [
    () => rmSync(other, { recursive: true }),
    () => rmdirSync(disk),
    () => execFileSync("umount", ["--lazy", disk]),
  ];
  try {
    chmodSync(disk, 0o755);
    const postgres = engine === "postgres" ? await startOnDisk(disk) : undefined;
    if (postgres) ends.push(postgres.stop);
    const data_dir = postgres ? other : join(disk, "data");
    const port = await findFreePort();
    const site = await startServer(port, {
      LIMIT_FACTOR: "0",
      DATA_DIR: data_dir,
      ...(postgres && { DATABASE_URL: postgres.url }),
    });
    ends.push(site.stop);
    const acknowledged = await fillAndFree(engine, `http://127.0.0.1:${port}`, disk);
    await site.stop();
    const database = await openDatabase({ database_url: postgres?.url, data_dir });
    ends.push(database.close);
    const { rows } = await database.executeSql("select body from questions");
    const stored = new Set((rows as { body: string }[]).map(({ body }) => body));
    const lost = acknowledged.filter((body) => !stored.has(body)).length;
    console.log(`  ${acknowledged.length} acknowledged, ${lost} lost`);
    if (lost > 0) problems.push(`${engine}: ${lost} acknowledged questions are lost`);
  } finally {
    for (const end of ends.reverse()) {
      try {
        await end();
      } catch (error) {
        problems.push(`${engine}: ${String(error)}`);
      }
    }
  }
}

async function startOnDisk(disk: string) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = disk;
  try {
    const settings = ["max_wal_size=64MB", "min_wal_size=32MB", "restart_after_crash=on"];
    return await startPostgres({ settings: [...settings, "synchronous_commit=on"] });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** Asks questions before, while and after the disk is full; returns those that were acknowledged. */
async function fillAndFree(engine: string, url: string, disk: string): Promise<string[]> {
  const sender = await register(url, "yui");
  const acknowledged: string[] = [];
  const asking = new Map<number, number>();
  const reading = new Map<number, number>();
  const askUntil = async (isOver: (status: number) => boolean) => {
    for (;;) {
      const body = `question ${acknowledged.length} ${"x".repeat(2_000)}`;
      const status = await ask(url, sender, body);
      asking.set(status, (asking.get(status) ?? 0) + 1);
      if (status === 201) acknowledged.push(body);
      const page = await getStatus(`${url}/api/v2/items/?account=yui&page=1`);
      reading.set(page, (reading.get(page) ?? 0) + 1);
      if (isOver(status)) return;
    }
  };
  await askUntil(() => acknowledged.length === 20);
  const ballast = join(disk, "ballast");
  fill(ballast);
  const fullUntil = Date.now() + fullTime;
  await askUntil((status) => {
    fill(ballast);
    return Date.now() > fullUntil && status !== 201;
  });
  rmSync(ballast);
  const freedAt = Date.now();
  const count = acknowledged.length;
  await askUntil(() => acknowledged.length > count || Date.now() > freedAt + maxRecoveryTime);
  const recovered = Date.now() - freedAt;
  if (acknowledged.length === count) problems.push(`${engine}: not recovered within 10 s`);
  console.log(`${engine}: asking ${list(asking)}; reading ${list(reading)}`);
  console.log(`  recovered after ${(recovered / 1_000).toFixed(1)} s`);
  if ([...asking.keys(), ...reading.keys()].some((status) => ![200, 201, 503].includes(status))) {
    problems.push(`${engine}: other replies than success and 503`);
  }
  return acknowledged;
}

function ask(url: string, sender: Headers, body: string): Promise<number> {
  return sendJson(`${url}/api/v2/questions`, sender, { account: "yui", body }).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.status;
    },
    () => 0,
  );
}

async function getStatus(url: string): Promise<number> {
  const reply = await fetch(url);
  await reply.arrayBuffer();
  return reply.status;
}

/** Fills what is left of the disk with a file. */
function fill(file: string): void {
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

function list(counts: ReadonlyMap<number, number>): string {
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(", ");
}
