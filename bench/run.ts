// npm run bench: measures the server in comparison with a bare server on the same machine.
//   --seconds 16       total seconds of each load
//   --only calls,pages only these parts of: calls, senders, pages, growth, inbox, roundTrips, browser, motion,
//                      filters, texts, memory
//   --short            checks only that every part runs, without browsers, on little data
//   --save             writes bench/results.json as well
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/build.ts";
import { ensurePostgres, withDatabase } from "../scripts/services.ts";
import { measureFilters } from "./filters.ts";
import { generateData } from "./generate.ts";
import { measureInbox } from "./inbox.ts";
import {
  measureBrowser,
  measureCalls,
  measureGrowth,
  measureMemory,
  measurePageMotion,
  measurePages,
  measureRoundTrips,
  measureSenders,
} from "./measure.ts";
import { startBareServer, startServer } from "./process.ts";
import { formatTable, isReached, type Row } from "./report.ts";
import { drawSpread } from "./requests.ts";
import { fullSize, shortSize } from "./size.ts";
import { measureTexts } from "./texts.ts";

const withBrowser = { browser: measureBrowser, motion: measurePageMotion };
// Memory comes last, because it is the peak of all parts before it.
const parts = {
  ...{
    calls: measureCalls,
    senders: measureSenders,
    pages: measurePages,
    growth: measureGrowth,
    inbox: measureInbox,
    roundTrips: measureRoundTrips,
  },
  ...withBrowser,
  ...{ filters: measureFilters, texts: measureTexts, memory: measureMemory },
};

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    only: { type: "string" },
    short: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const size = values.short ? shortSize : fullSize;
const seconds = Number(values.seconds ?? size.seconds);
const chosen = values.only?.split(",") ?? Object.keys(parts).filter(isWorthRunning);

function isWorthRunning(part: string): boolean {
  return size.withBrowser || !(part in withBrowser);
}

const started = Date.now();
const built = await buildIfStale();
if (built && built.code !== 0) throw new Error(built.output);
const folder = mkdtempSync(join(tmpdir(), "toibako-bench-"));
const postgres = await ensurePostgres();
try {
  await withDatabase(postgres.url, async (large) => {
    await fillDatabase(large, size.large);
    if (size.small === size.large) return printReport(await measureParts(large, large));
    await withDatabase(postgres.url, async (small) => {
      await fillDatabase(small, size.small);
      printReport(await measureParts(large, small));
    });
  });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function fillDatabase(database: string, scale: number): Promise<void> {
  const { people, questions, answers, likes } = await generateData(database, scale);
  printProgress(`${people} people, ${questions} questions, ${answers} answers, ${likes} likes`);
}

async function measureParts(large: string, small: string): Promise<Row[]> {
  const server = await startServer(large);
  const bare = await startBareServer(large);
  const spread = await drawSpread(large);
  const bench = { large, small, folder, seconds, size, spread, server, bare };
  const rows: Row[] = [];
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!chosen.includes(name)) continue;
      printProgress(name);
      rows.push(...(await part(bench)));
    }
    return rows;
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

function printProgress(text: string): void {
  const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(4);
  console.error(`${seconds} s  ${text}`);
}

function printReport(rows: readonly Row[]): void {
  if (values.short) {
    console.log(`${chosen.join(", ")}: every part runs`);
    return;
  }
  const [busy = 0] = loadavg();
  console.log(`\n${formatTable(rows)}`);
  console.log(
    `\n${availableParallelism()} cores, load ${busy.toFixed(1)}, Node ${process.version}`,
  );
  if (!values.save) return;
  const results = rows.map((row) => ({ ...row, reached: isReached(row) }));
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
}
