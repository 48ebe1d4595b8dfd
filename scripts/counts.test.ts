import { expect, test } from "vitest";
import { addCounts, countPlaywright, countVitest, formatSummary } from "./counts.ts";

const numbers = { numPassedTests: 3, numPendingTests: 1, numTodoTests: 1 };
const passedTest = { status: "passed", fullName: "adds" };
const failedTest = { status: "failed", fullName: "subtracts" };

test("counts: a file that could not be loaded counts as a failure", () => {
  const testResults = [
    { name: "broken.test.ts", status: "failed", assertionResults: [] },
    { name: "sums.test.ts", status: "passed", assertionResults: [passedTest] },
  ];
  expect(countVitest({ ...numbers, testResults }, 1)).toEqual({
    passed: 3,
    skipped: 2,
    failures: ["broken.test.ts"],
  });
});

test("counts: a failed test is counted once, not again for its file", () => {
  const assertionResults = [passedTest, failedTest];
  const testResults = [{ name: "sums.test.ts", status: "failed", assertionResults }];
  expect(countVitest({ ...numbers, testResults }, 1).failures).toEqual([
    "sums.test.ts › subtracts",
  ]);
});

test("counts: a failed journey is named, also in a group, and a journey that passed on a retry is not", () => {
  const stats = { expected: 1, flaky: 1, skipped: 0 };
  const suites = [
    {
      file: "login.spec.ts",
      specs: [
        { title: "logs in", tests: [{ status: "expected" }] },
        { title: "logs out", tests: [{ status: "flaky" }] },
      ],
      suites: [
        {
          file: "login.spec.ts",
          specs: [{ title: "refuses a wrong password", tests: [{ status: "unexpected" }] }],
        },
      ],
    },
  ];
  expect(countPlaywright({ stats, suites }, 1)).toEqual({
    passed: 2,
    skipped: 0,
    failures: ["login.spec.ts › refuses a wrong password"],
  });
});

test("counts: a crashed runner counts as a failure, with or without a report", () => {
  const report = { stats: { expected: 2, flaky: 1, skipped: 0 }, suites: [] };
  expect(countPlaywright(undefined, 0).failures).toHaveLength(1);
  expect(countPlaywright(report, 1).failures).toHaveLength(1);
  expect(countPlaywright(report, 0)).toEqual({ passed: 3, skipped: 0, failures: [] });
});

test("counts: the summary names each failure and the total, and mentions skipped tests only if there are any", () => {
  const counts = { passed: 2, skipped: 0, failures: ["types"] };
  expect(formatSummary(addCounts([counts, { ...counts, failures: [] }]))).toBe(
    "Failed: types\n4 passed, 1 failed",
  );
  expect(formatSummary({ passed: 2, skipped: 3, failures: [] })).toBe(
    "2 passed, 0 failed, 3 skipped",
  );
});
