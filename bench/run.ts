// npm run bench: what the product does beside what is possible on this machine at this moment.
//   --seconds 16       how long each load lasts in all
//   --only calls,pages a part of: calls, pages, growth, inbox, roundTrips, browser, motion, filters, memory
//   --save             writes bench/results.json as well
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../scripts/build.ts";
import { ensurePostgres, withDatabase } from "../scripts/services.ts";
import { filters } from "./filters.ts";
import { generate } from "./generate.ts";
import { inbox } from "./inbox.ts";
import { browser, calls, growth, memory, motion, pages, roundTrips } from "./measure.ts";
import { startBare, startServer } from "./process.ts";
import { isReached, type Row, table } from "./report.ts";
import { drawSpread } from "./requests.ts";

// Memory comes last: it is the peak of all that came before.
const parts = { calls, pages, growth, inbox, roundTrips, browser, motion, filters, memory };

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "16" },
    only: { type: "string", default: Object.keys(parts).join(",") },
    save: { type: "boolean", default: false },
  },
});

const started = Date.now();
const built = await buildIfStale();
if (built && built.code !== 0) throw new Error(built.output);
const folder = mkdtempSync(join(tmpdir(), "toibako-bench-"));
const postgres = await ensurePostgres();
try {
  await withDatabase(postgres.url, (large) =>
    withDatabase(postgres.url, async (small) => {
      await fillBoth(large, small);
      report(await measure(large, small));
    }),
  );
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function fillBoth(large: string, small: string): Promise<void> {
  const size = await generate(large, 1);
  await generate(small, 0.1);
  const { people, questions, answers, likes } = size;
  progress(`${people} people, ${questions} questions, ${answers} answers, ${likes} likes`);
}

async function measure(large: string, small: string): Promise<Row[]> {
  const seconds = Number(values.seconds);
  const server = await startServer(large);
  const bare = await startBare(large);
  const spread = await drawSpread(large);
  const bench = { large, small, folder, seconds, spread, server, bare };
  const rows: Row[] = [];
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (!values.only.split(",").includes(name)) continue;
      progress(name);
      rows.push(...(await part(bench)));
    }
    return rows;
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}

function progress(text: string): void {
  const seconds = ((Date.now() - started) / 1000).toFixed(0).padStart(4);
  console.error(`${seconds} s  ${text}`);
}

function report(rows: readonly Row[]): void {
  const [busy = 0] = loadavg();
  console.log(`\n${table(rows)}`);
  console.log(
    `\n${availableParallelism()} cores, load ${busy.toFixed(1)}, Node ${process.version}`,
  );
  if (!values.save) return;
  const results = rows.map((row) => ({ ...row, reached: isReached(row) }));
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
}
