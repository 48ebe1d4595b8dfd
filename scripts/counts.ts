import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

export interface Counts {
  passed: number;
  skipped: number;
  /** Names of what failed: tests, static checks, or a runner that crashed. */
  failures: readonly string[];
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface PlaywrightSuite {
  file: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Reads a runner's JSON report; undefined if it wrote none. */
export function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** Counts tests; a file that could not run at all counts as one failure. */
export function countVitest(report: unknown, code: number): Counts {
  if (report === undefined) return countCrash("vitest");
  const { testResults, ...numbers } = report as VitestReport;
  const failures = testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      return failed.length > 0 ? failed.map(({ fullName }) => `${file} › ${fullName}`) : [file];
    });
  return applyExitCode("vitest", code, {
    passed: numbers.numPassedTests,
    skipped: numbers.numPendingTests + numbers.numTodoTests,
    failures,
  });
}

/** Counts browser tests; one that passed on a retry has passed. */
export function countPlaywright(report: unknown, code: number): Counts {
  if (report === undefined) return countCrash("playwright");
  const { stats, suites } = report as PlaywrightReport;
  return applyExitCode("playwright", code, {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(listUnexpected),
  });
}

function listUnexpected({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === "unexpected"));
  return [...failed.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(listUnexpected)];
}

/** Counts a runner that ended without a report as one failure. */
export function countCrash(runner: string): Counts {
  return { passed: 0, skipped: 0, failures: [`${runner} ended without a report`] };
}

/** Counts one failure if the runner exited with an error although no test failed. */
function applyExitCode(runner: string, code: number, counts: Counts): Counts {
  return code !== 0 && counts.failures.length === 0
    ? { ...counts, failures: [`${runner} exited with code ${code}`] }
    : counts;
}

export function addCounts(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
  };
}

/** Formats one line for each failure and one with the total. `.ci/run` repeats the lines of failures. */
export function formatSummary({ passed, skipped, failures }: Counts): string {
  const total = `${passed} passed, ${failures.length} failed`;
  return [
    ...failures.map((name) => `Failed: ${name}`),
    skipped > 0 ? `${total}, ${skipped} skipped` : total,
  ].join("\n");
}
