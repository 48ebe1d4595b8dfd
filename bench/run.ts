// npm run bench: measures the server in comparison with a bare server on the same machine.
//   --only calls,pages measures only the named parts; all parts are growth, calls, pages, talks, rooms, roundTrips, money, browser, memory
//   --huge             lets the part "growth" also measure a set with a million people
//   --seconds 4        how long each load lasts; each figure is measured in three turns
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
import { formatConditions, maxLoadAverage, type RunConditions, saveRun } from "./saved.ts";
import { fullSize, type SetSize, shortSize } from "./size.ts";

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
    huge: { type: "boolean", default: false },
    seconds: { type: "string" },
    busy: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const size = values.short ? shortSize : fullSize;
const seconds = Number(values.seconds ?? size.seconds);
const chosenParts = values.only?.split(",") ?? Object.keys(parts).filter(isWorthRunning);
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
    const measureWithSmall = (small: string) =>
      values.huge
        ? withSet(size.huge, (huge) => measureParts({ small, large, huge }))
        : measureParts({ small, large });
    const hasOneSet = size.small.people === size.large.people;
    const rows = await (hasOneSet
      ? measureWithSmall(large)
      : withSet(size.small, measureWithSmall));
    printReport(conditions, rows);
  });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function isWorthRunning(part: string): boolean {
  return size.isFull || part !== "browser";
}

/** Ends the process with a message if the options are invalid or the machine has other work. */
function rejectUselessRun(): void {
  const unknown = chosenParts.filter((part) => !(part in parts));
  const problems = {
    [`Unknown parts: ${unknown.join(", ")}.`]: unknown.length > 0,
    "A saved run has all parts and full loads: use --save without --only, --short and --seconds.":
      values.save && (values.only !== undefined || values.seconds !== undefined || values.short),
    [`The machine has other work: its load average is ${loadAverage.toFixed(2)}, more than ${maxLoadAverage}, so that work would change the figures. Wait until it is idle, or add --busy to measure anyway; the report then says so.`]:
      loadAverage > maxLoadAverage && !values.busy && !values.short,
  };
  for (const [message, applies] of Object.entries(problems)) {
    if (!applies) continue;
    console.error(message);
    process.exit(2);
  }
}

async function describeConditions(url: string): Promise<RunConditions> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    const cores = cpus();
    return {
      measured_on: new Date().toISOString().slice(0, 10),
      cores: cores.length,
      processor: cores[0]?.model ?? "",
      node: process.version.slice(1),
      postgres: rows[0]?.server_version.split(" ", 1)[0] ?? "",
      load: loadAverage,
      seconds,
    };
  } finally {
    await client.end();
  }
}

/** Runs `measure` with a new database filled with this data set. */
function withSet<T>(set: SetSize, measure: (database: string) => Promise<T>): Promise<T> {
  return withDatabase(postgres.url, async (database) => {
    const { people, questions, answers, likes } = await generateData(database, set);
    printProgress(`${people} people, ${questions} questions, ${answers} answers, ${likes} likes`);
    return measure(database);
  });
}

async function measureParts(sets: Pick<Bench, "small" | "large" | "huge">): Promise<Row[]> {
  const server = await startServer(sets.large);
  const bare = await startBareServer(sets.large);
  const targets = await selectTargets(sets.large);
  const bench: Bench = { ...sets, folder, seconds, size, targets, server, bare };
  const rows: Row[] = [];
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!chosenParts.includes(name)) continue;
      printProgress(name);
      rows.push(...(await part(bench)));
    }
    return rows;
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

function printProgress(text: string): void {
  const passed = ((Date.now() - started) / 1000).toFixed(0).padStart(4);
  console.error(`${passed} s  ${text}`);
}

function printReport(conditions: RunConditions, rows: Row[]): void {
  if (values.short) {
    console.log(`${chosenParts.join(", ")}: every part runs`);
    return;
  }
  console.log(`\n${formatTable(rows)}\n\n${formatConditions(conditions)}`);
  if (values.save) saveRun({ conditions, rows });
}
