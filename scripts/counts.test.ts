import { expect, test } from "vitest";
import { addCounts, countPlaywright, countVitest, formatSummary } from "./counts.ts";

const numbers = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };

test("counts: a file that could not be loaded counts as a failure", () => {
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ];
  expect(countVitest({ ...numbers, testResults }, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test("counts: a failed test is counted once, not again for its file", () => {
  const testResults = [{ status: "failed", assertionResults: [{ status: "failed" }] }];
  const report = { ...numbers, numFailedTests: 1, testResults };
  expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test("counts: a crashed runner counts as a failure, with or without a report", () => {
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 0 };
  expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countPlaywright({ stats }, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(countPlaywright({ stats }, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
});

test("counts: the summary line adds up the counts and shows the skipped tests if there are any", () => {
  const counts = { passed: 2, failed: 1, skipped: 0 };
  expect(formatSummary(addCounts([counts, counts]))).toBe("4 passed, 2 failed");
  expect(formatSummary(addCounts([counts, { ...counts, skipped: 3 }]))).toBe(
    "4 passed, 2 failed, 3 skipped",
  );
});
