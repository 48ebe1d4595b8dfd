import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** What a runner of tests reports. `reportFile` names the file that its reporter writes. */
export interface Report {
  passed: number;
  skipped: number;
  /** Names of what failed: tests, static checks, or a runner that crashed. */
  failures: readonly string[];
  /** Names of the tests that passed only when they were retried. */
  retried: readonly string[];
  files: readonly FileDuration[];
}

export interface FileDuration {
  file: string;
  seconds: number;
}

/** The variable of the environment that tells a reporter where to write. */
export const reportFile = "TEST_REPORT_FILE";

export const emptyReport: Report = { passed: 0, skipped: 0, failures: [], retried: [], files: [] };

/** Writes a runner's report for `readReport`; does nothing if the runner was started by hand. */
export function writeReport(report: Report): void {
  const file = process.env[reportFile];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
}

/**
 * Reads a runner's report. A runner that ended without one, or exited with an error although no test
 * failed, counts as one failure.
 */
export function readReport(runner: string, file: string, code: number): Report {
  if (!existsSync(file)) return { ...emptyReport, failures: [`${runner} ended without a report`] };
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  return code !== 0 && report.failures.length === 0
    ? { ...report, failures: [`${runner} exited with code ${code}`] }
    : report;
}

export function addReports(all: readonly Report[]): Report {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
    retried: all.flatMap(({ retried }) => retried),
    files: all.flatMap(({ files }) => files),
  };
}

/**
 * Formats the ten slowest files, one line for each retried and each failed test, and one with the total.
 * `.ci/run` repeats the lines of retried and failed tests.
 */
export function formatSummary({ passed, skipped, failures, retried, files }: Report): string {
  const total = `${passed} passed, ${failures.length} failed`;
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  return [
    ...(slowest.length > 0 ? ["The slowest files:"] : []),
    ...slowest.map(formatFile),
    ...retried.map((name) => `Passed only when retried: ${name}`),
    ...failures.map((name) => `Failed: ${name}`),
    skipped > 0 ? `${total}, ${skipped} skipped` : total,
  ].join("\n");
}

export function formatFile({ file, seconds }: FileDuration): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${file}`;
}
