// npm test: runs the static checks, vitest, Playwright and the short bench. The last line is the total.
//   --database postgres   only server tests and journeys, on PostgreSQL and Redis instead of PGlite
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
  countCrash,
  countPlaywright,
  countVitest,
  formatSummary,
  readReport,
} from "./counts.ts";
import { type Env, runAndCapture, runInTerminal } from "./run.ts";
import { ensurePostgres, ensureRedis, withDatabase } from "./services.ts";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "embedded" },
    "skip-checks": { type: "boolean", default: false },
  },
});
const testDatabaseUrl = process.env.TEST_DATABASE_URL;
// By default, tests and journeys use no database or Redis that is configured for the server itself.
const embedded: Env = { DATABASE_URL: undefined, REDIS_URL: undefined };
const reports = mkdtempSync(join(tmpdir(), "toibako-reports-"));

const counts = [await runStatic()];
if (testDatabaseUrl !== undefined || values.database === "postgres")
  counts.push(...(await runOnPostgres()));
else counts.push(await runUnit(embedded, []), await runJourneys(embedded), await runBench());
rmSync(reports, { recursive: true, force: true });

const total = addCounts(counts);
console.log(`\n${formatSummary(total)}`);
process.exit(total.failures.length === 0 ? 0 : 1);

async function runOnPostgres(): Promise<Counts[]> {
  const postgres =
    testDatabaseUrl === undefined
      ? await ensurePostgres()
      : { url: testDatabaseUrl, stop: async () => undefined };
  const redis = await ensureRedis();
  try {
    const services = { ...embedded, TEST_DATABASE_URL: postgres.url, REDIS_URL: redis.url };
    const unit = await runUnit(services, ["--project=server*"]);
    const journeys = await withDatabase(postgres.url, (url) =>
      runJourneys({ ...services, DATABASE_URL: url }),
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
  // A successful build is not counted as a test.
  if (skip && checks[0]?.passed) return { passed: 0, skipped: 0, failures: [] };
  const failures = checks.filter(({ passed }) => !passed).map(({ name }) => name);
  return { passed: checks.length - failures.length, skipped: 0, failures };
}

async function runUnit(env: Env, options: string[]): Promise<Counts> {
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runInTerminal(["vitest", "run", ...options, ...reporters], env);
  return countVitest(readReport(file), code);
}

async function runJourneys(env: Env): Promise<Counts> {
  const file = join(reports, "playwright.json");
  try {
    const browser = { CHROMIUM_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const command = ["playwright", "test", "--config", "e2e", "--reporter=line,json"];
    const code = await runInTerminal(command, { ...env, ...browser });
    return countPlaywright(readReport(file), code);
  } catch (error) {
    console.error(error);
    return countCrash("playwright");
  }
}

/** Runs a short bench as a smoke test; skipped without PostgreSQL. */
async function runBench(): Promise<Counts> {
  console.log("Short bench …");
  const postgres = await ensurePostgres().catch((error: unknown) => {
    console.error(error);
    return undefined;
  });
  if (postgres === undefined) return { passed: 0, skipped: 1, failures: [] };
  try {
    const env = { ...embedded, DATABASE_URL: postgres.url };
    const { code, output } = await runAndCapture(["node", "bench/run.ts", "--short"], env);
    if (code !== 0) console.log(output);
    if (code === 0) return { passed: 1, skipped: 0, failures: [] };
    return { passed: 0, skipped: 0, failures: ["the short bench"] };
  } finally {
    await postgres.stop();
  }
}
