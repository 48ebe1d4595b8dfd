// node scripts/record-release.ts [commit]: stores the database of a release for releases.test.ts. The release at the commit
// (by default the last one of this branch) makes an empty database, and each of its tables gets one or two rows.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { checkOut } from "./checkout.ts";
import { createStopper, waitUntilReady } from "./child.ts";
import { SECRET_KEY } from "./client.ts";
import { findFreePort } from "./ports.ts";
import { fillTables } from "./releases/fill-tables.ts";
import { runAndCapture } from "./run.ts";
import { findPostgresBin, startPostgres } from "./services.ts";

const releases = "apps/server/src/platform/database/releases";
const commit = process.argv[2] ?? "HEAD";
const folder = mkdtempSync(join(tmpdir(), "toibako-release-"));
const postgres = await startPostgres();
try {
  checkOut(commit, folder);
  await startOnce();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await fillTables(client);
  const names = await listMigrations(client);
  await client.end();
  const file = join(releases, `${names.at(-1)}.sql.gz`);
  const dump = gzipSync(await dumpDatabase(), { level: 9 });
  writeFileSync(file, dump);
  recordMigrations(names);
  console.log(`${file}: ${Math.ceil(dump.length / 1024)} KB, ${names.length} migrations`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Lets the release store its tables, first rows and queues. In development, it needs no build. */
async function startOnce(): Promise<void> {
  const port = await findFreePort();
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts: { dev: string };
  };
  const child = spawn(process.execPath, scripts.dev.split(" ").slice(1), {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: "error",
      ROLE: "web",
      SECRET_KEY,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, "data"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = createStopper(child, "SIGTERM");
  try {
    await waitUntilReady("the release", child, () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  } finally {
    await stop();
  }
}

/** Returns the names of the migrations that have run. */
async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from migrations order by name",
  );
  return rows.map(({ name }) => name);
}

async function dumpDatabase(): Promise<string> {
  const program = join(await findPostgresBin(), "pg_dump");
  const options = ["--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100"];
  const { code, output } = await runAndCapture([program, ...options, "--dbname", postgres.url]);
  if (code !== 0) throw new Error(output);
  // What only psql understands.
  return output.replace(/^\\.*\n/gm, "");
}

/** Stores the checksums of migrations, which must not change any more. */
function recordMigrations(names: readonly string[]): void {
  const file = join(releases, "migrations.json");
  const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  for (const name of names) {
    const source = readFileSync(join(folder, "apps/server/src/migrations", `${name}.ts`));
    recorded[name] ??= createHash("sha256").update(source).digest("hex");
  }
  const sorted = Object.entries(recorded).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
