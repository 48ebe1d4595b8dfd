// npm test: static checks, vitest, Playwright; one closing line counts them all.
//   --database postgres   server tests and journeys on PostgreSQL and Redis instead of PGlite
//   --skip-checks         without the static checks
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./browser.ts";
import { runBuild, runChecks } from "./check.ts";
import {
  addCounts,
  type Counts,
  closingLine,
  countPlaywright,
  countVitest,
  readReport,
} from "./counts.ts";
import { type Env, runAloud } from "./run.ts";
import { ensurePostgres, ensureRedis, withDatabase } from "./services.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "embedded" },
    "skip-checks": { type: "boolean", default: false },
  },
});
const given = process.env.TEST_DATABASE_URL;
// Tests never touch a database that was meant for something else.
const embedded: Env = { DATABASE_URL: undefined, REDIS_URL: undefined };
const reports = mkdtempSync(join(tmpdir(), "toibako-reports-"));

const counts = [await runStatic()];
if (given !== undefined || values.database === "postgres") counts.push(...(await onPostgres()));
else counts.push(await runUnit(embedded, []), await runJourneys(embedded));
rmSync(reports, { recursive: true, force: true });

const total = addCounts(counts);
console.log(`\n${closingLine(total)}`);
process.exit(total.failed === 0 ? 0 : 1);

async function onPostgres(): Promise<Counts[]> {
  const postgres =
    given === undefined ? await ensurePostgres() : { url: given, stop: async () => undefined };
  const redis = await ensureRedis();
  try {
    const own = { ...embedded, TEST_DATABASE_URL: postgres.url, REDIS_URL: redis.url };
    const unit = await runUnit(own, ["--project=server"]);
    const journeys = await withDatabase(postgres.url, (url) =>
      runJourneys({ ...own, DATABASE_URL: url }),
    );
    return [unit, journeys];
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

async function runStatic(): Promise<Counts> {
  const skip = values["skip-checks"];
  console.log(skip ? "Build …" : "Static checks …");
  const checks = skip ? [await runBuild()] : await runChecks();
  // A build that was there before is no test of its own.
  if (skip && checks[0]?.passed) return { passed: 0, failed: 0, skipped: 0 };
  const passed = checks.filter((check) => check.passed).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}

async function runUnit(env: Env, options: string[]): Promise<Counts> {
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runAloud(["vitest", "run", ...options, ...reporters], env);
  return countVitest(readReport(file), code);
}

async function runJourneys(env: Env): Promise<Counts> {
  const file = join(reports, "playwright.json");
  try {
    const browser = { CHROMIUM_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const command = ["playwright", "test", "--config", "e2e", "--reporter=line,json"];
    const code = await runAloud(command, { ...env, ...browser });
    return countPlaywright(readReport(file), code);
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
