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

/** A runner's JSON report; undefined when it ended without writing one. */
export function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** Counts tests; a file that could not run at all counts as one failure. */
export function countVitest(report: unknown, code: number): Counts {
  if (report === undefined) return crashed;
  const { testResults, ...numbers } = report as VitestReport;
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  return settle(code, {
    passed: numbers.numPassedTests,
    failed: numbers.numFailedTests + broken.length,
    skipped: numbers.numPendingTests + numbers.numTodoTests,
  });
}

/** Counts journeys; one that passed on a second try has passed. */
export function countPlaywright(report: unknown, code: number): Counts {
  if (report === undefined) return crashed;
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats;
  return settle(code, { passed: expected + flaky, failed: unexpected, skipped });
}

const crashed: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A runner that ends badly although every test passed has failed all the same. */
function settle(code: number, counts: Counts): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

export function closingLine({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
