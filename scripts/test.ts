// npm test: runs the static checks, vitest, Playwright and the short bench. Prints the slowest files, the tests
// that passed only when retried, and the failures; the last line is the total.
//   --database postgres   only server tests and journeys, on PostgreSQL and Redis instead of PGlite
//   --skip-checks         without the static checks
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser, ensureHeadlessShell } from "./browser.ts";
import { runBuild, runChecks } from "./check.ts";
import {
  addReports,
  emptyReport,
  formatSummary,
  type Report,
  readReport,
  reportFile,
} from "./reports/report.ts";
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
const folder = mkdtempSync(join(tmpdir(), "toibako-reports-"));

const reports = [await runStatic()];
if (testDatabaseUrl !== undefined || values.database === "postgres")
  reports.push(...(await runOnPostgres()));
else reports.push(await runUnit(embedded, []), await runJourneys(embedded), await runBench());
rmSync(folder, { recursive: true, force: true });

const total = addReports(reports);
console.log(`\n${formatSummary(total)}`);
process.exit(total.failures.length === 0 ? 0 : 1);

async function runOnPostgres(): Promise<Report[]> {
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

async function runStatic(): Promise<Report> {
  const skip = values["skip-checks"];
  console.log(skip ? "Build …" : "Static checks …");
  const checks = skip ? [await runBuild()] : await runChecks();
  const failures = checks.filter(({ passed }) => !passed).map(({ name }) => name);
  // A successful build is not counted as a test.
  const passed = skip ? 0 : checks.length - failures.length;
  return { ...emptyReport, passed, failures };
}

async function runUnit(env: Env, options: string[]): Promise<Report> {
  const file = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=./scripts/reports/vitest.ts"];
  const command = ["vitest", "run", ...options, ...reporters];
  return readReport("vitest", file, await runInTerminal(command, { ...env, [reportFile]: file }));
}

async function runJourneys(env: Env): Promise<Report> {
  const file = join(folder, "playwright.json");
  const browser = await ensureBrowser().catch((error: unknown) => {
    console.error(error);
    return undefined;
  });
  if (browser === undefined) return { ...emptyReport, failures: ["no browser for the journeys"] };
  const reporters = "--reporter=line,./scripts/reports/playwright.ts";
  const command = ["playwright", "test", "--config", "e2e", reporters];
  const variables = {
    ...env,
    CHROMIUM_PATH: browser,
    HEADLESS_SHELL_PATH: await ensureHeadlessShell(),
    [reportFile]: file,
  };
  return readReport("playwright", file, await runInTerminal(command, variables));
}

/** Runs a short bench as a smoke test; skipped without PostgreSQL. */
async function runBench(): Promise<Report> {
  console.log("Short bench …");
  const postgres = await ensurePostgres().catch((error: unknown) => {
    console.error(error);
    return undefined;
  });
  if (postgres === undefined) return { ...emptyReport, skipped: 1 };
  try {
    const env = { ...embedded, DATABASE_URL: postgres.url };
    const { code, output } = await runAndCapture(["node", "bench/run.ts", "--short"], env);
    if (code !== 0) console.log(output);
    return code === 0
      ? { ...emptyReport, passed: 1 }
      : { ...emptyReport, failures: ["the short bench"] };
  } finally {
    await postgres.stop();
  }
}
