import { existsSync, readFileSync } from "node:fs";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Reads a runner's JSON report; undefined if it wrote none. */
export function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** Counts tests; a file that could not run at all counts as one failure. */
export function countVitest(report: unknown, code: number): Counts {
  if (report === undefined) return crashed;
  const { testResults, ...numbers } = report as VitestReport;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  );
  return applyExitCode(code, {
    passed: numbers.numPassedTests,
    failed: numbers.numFailedTests + brokenFiles.length,
    skipped: numbers.numPendingTests + numbers.numTodoTests,
  });
}

/** Counts browser tests; one that passed on a retry has passed. */
export function countPlaywright(report: unknown, code: number): Counts {
  if (report === undefined) return crashed;
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats;
  return applyExitCode(code, { passed: expected + flaky, failed: unexpected, skipped });
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0 };

/** Counts one failure if the runner exited with an error although no test failed. */
function applyExitCode(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function addCounts(all: readonly Counts[]): Counts {
  const sumCounts = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return {
    passed: sumCounts("passed"),
    failed: sumCounts("failed"),
    skipped: sumCounts("skipped"),
  };
}

export function formatSummary({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
