// npm run bench: measures the server in comparison with a bare server on the same machine.
//   --only calls,pages measures only the named parts; all parts are growth, calls, pages, talks, rooms, roundTrips, money, browser, memory
//   --scale 100        measures a set of 100 times 10,000 people, whose growth is compared with a tenth of it
//   --busy             measures even if the machine has other work
//   --short            checks only that the parts without a browser run, on little data
//   --save             writes bench/results.json and the table in docs/performance.md
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { buildIfStale } from "../scripts/build.ts";
import { ensurePostgres, withDatabase } from "../scripts/services.ts";
import type { Bench } from "./bench.ts";
import { generateData } from "./generate.ts";
import { measureBrowser } from "./parts/browser.ts";
import { measureCalls } from "./parts/calls.ts";
import { measureGrowth } from "./parts/growth.ts";
import { measureMemory } from "./parts/memory.ts";
import { measureMoney } from "./parts/money.ts";
import { measurePages } from "./parts/pages.ts";
import { measureRooms } from "./parts/rooms.ts";
import { measureRoundTrips } from "./parts/round-trips.ts";
import { measureTalks } from "./parts/talks.ts";
import { startBareServer, startServer } from "./process.ts";
import { formatTable, type Row } from "./report.ts";
import { selectTargets } from "./requests.ts";
import { saveRun } from "./saved.ts";
import { createSize, type SetSize } from "./size.ts";

/** The maximum load average before a run. */
const maxLoadAverage = 0.5;

const parts = {
  // First, because PostgreSQL cleans up in the background after parts that write much.
  growth: measureGrowth,
  calls: measureCalls,
  pages: measurePages,
  talks: measureTalks,
  rooms: measureRooms,
  roundTrips: measureRoundTrips,
  money: measureMoney,
  browser: measureBrowser,
  memory: measureMemory,
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    scale: { type: "string" },
    busy: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const size = createSize(!values.short, Number(values.scale ?? (values.short ? 0.05 : 1)));
const chosenParts =
  values.only?.split(",") ?? Object.keys(parts).filter((part) => size.isFull || part !== "browser");
const [loadAverage = 0] = loadavg();
rejectUselessRun();

const started = Date.now();
const built = await buildIfStale();
if (built && built.code !== 0) throw new Error(built.output);
const folder = mkdtempSync(join(tmpdir(), "toibako-bench-"));
const postgres = await ensurePostgres();
try {
  const conditions = await describeConditions(postgres.url);
  await withSet(size.large, async (large) => {
    const measure = (small: string) => measureParts(small, large);
    // The short bench has one set.
    const rows = await (values.short ? measure(large) : withSet(size.small, measure));
    printReport(conditions, rows);
  });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Ends the process with a message if the options are invalid or the machine has other work. */
function rejectUselessRun(): void {
  const { save, only, scale, short, busy } = values;
  const unknown = chosenParts.filter((part) => !(part in parts));
  const isPartial = only !== undefined || scale !== undefined || short;
  const problems = [
    unknown.length > 0 && `Unknown parts: ${unknown.join(", ")}.`,
    save && isPartial && "A saved run is whole: use --save without options other than --busy.",
    loadAverage > maxLoadAverage &&
      !busy &&
      !short &&
      `The load average is ${loadAverage.toFixed(2)}, more than ${maxLoadAverage}, so other work would change the figures. Wait until the machine is idle, or add --busy; the report then says so.`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return;
  console.error(problems.join("\n"));
  process.exit(2);
}

async function describeConditions(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.end();
  const [postgres = ""] = rows[0]?.server_version.split(" ", 1) ?? [];
  const busy = loadAverage > maxLoadAverage ? " The machine was busy with other work." : "";
  return `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version.slice(1)}, PostgreSQL ${postgres}, loads of ${size.seconds} s, load average ${loadAverage.toFixed(2)} before the run.${busy}`;
}

/** Runs `measure` with a new database filled with this data set. */
function withSet<T>(set: SetSize, measure: (database: string) => Promise<T>): Promise<T> {
  return withDatabase(postgres.url, async (database) => {
    await generateData(database, set);
    printProgress(`filled a database with ${set.people} people and ${set.answers} answers`);
    return measure(database);
  });
}

async function measureParts(small: string, large: string): Promise<Row[]> {
  const server = await startServer(large);
  const bare = await startBareServer(large);
  const targets = await selectTargets(large);
  const client = new Client({ connectionString: large });
  await client.connect();
  const bench: Bench = { small, large, client, folder, size, targets, server, bare };
  const rows: Row[] = [];
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!chosenParts.includes(name)) continue;
      printProgress(name);
      rows.push(...(await part(bench)));
    }
    return rows;
  } finally {
    await Promise.all([server.stop(), bare.stop(), client.end()]);
  }
}

function printProgress(text: string): void {
  const passed = ((Date.now() - started) / 1000).toFixed(0).padStart(4);
  console.error(`${passed} s  ${text}`);
}

function printReport(conditions: string, rows: Row[]): void {
  if (values.short) {
    console.log(`${chosenParts.join(", ")}: every part runs`);
    return;
  }
  console.log(`\n${formatTable(rows)}\n\n${conditions}`);
  if (values.save) saveRun({ conditions, rows });
}
