import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { formatFile, writeReport } from "./report.ts";

/** Writes the report of Playwright, and prints how long each file took. */
export default class PlaywrightReporter implements Reporter {
  #suite: Suite | undefined;

  onBegin(_: FullConfig, suite: Suite) {
    this.#suite = suite;
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? [];
    const listNames = (outcome: ReturnType<TestCase["outcome"]>) =>
      tests.filter((test) => test.outcome() === outcome).map(formatName);
    const retried = listNames("flaky");
    const files = measureFiles(tests);
    for (const file of files) console.log(formatFile(file));
    writeReport({
      passed: listNames("expected").length + retried.length,
      skipped: listNames("skipped").length,
      failures: listNames("unexpected"),
      retried,
      files,
    });
  }
}

function getFile({ location }: TestCase): string {
  return relative(process.cwd(), location.file);
}

function formatName(test: TestCase): string {
  return `${getFile(test)} › ${test.title}`;
}

/** The durations of each file's tests added up; tests of one file may run at the same time. */
function measureFiles(tests: readonly TestCase[]) {
  const byFile = new Map<string, number>();
  for (const test of tests) {
    const milliseconds = test.results.reduce((total, { duration }) => total + duration, 0);
    byFile.set(getFile(test), (byFile.get(getFile(test)) ?? 0) + milliseconds);
  }
  return [...byFile].map(([file, milliseconds]) => ({ file, seconds: milliseconds / 1_000 }));
}
