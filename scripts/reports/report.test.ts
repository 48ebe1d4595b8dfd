import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runAndCapture } from "../run.ts";
import { addReports, emptyReport, formatSummary, readReport, reportFile } from "./report.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toibako-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("reports: a runner that ended without a report, or with an error, counts as a failure", () => {
  const file = join(createFolder(), "report.json");
  expect(readReport("vitest", file, 0).failures).toEqual(["vitest ended without a report"]);
  writeFileSync(file, JSON.stringify({ ...emptyReport, passed: 2 }));
  expect(readReport("vitest", file, 1).failures).toEqual(["vitest exited with code 1"]);
  expect(readReport("vitest", file, 0)).toEqual({ ...emptyReport, passed: 2 });
});

test("reports: the summary names slow files, retried and failed tests, and skipped ones only if there are any", () => {
  const report = {
    ...emptyReport,
    passed: 2,
    failures: ["types"],
    retried: ["a.test.ts › adds"],
    files: [
      { file: "a.test.ts", seconds: 1 },
      { file: "b.test.ts", seconds: 12.34 },
    ],
  };
  expect(formatSummary(addReports([report, { ...emptyReport, passed: 2 }]))).toBe(
    [
      "The slowest files:",
      "   12.3 s  b.test.ts",
      "    1.0 s  a.test.ts",
      "Passed only when retried: a.test.ts › adds",
      "Failed: types",
      "4 passed, 1 failed",
    ].join("\n"),
  );
  expect(formatSummary({ ...emptyReport, passed: 2, skipped: 3 })).toBe(
    "2 passed, 0 failed, 3 skipped",
  );
});

const tests = `
  let tries = 0;
  test("passes", () => {});
  test("passes when retried", () => { tries += 1; if (tries === 1) throw new Error("first try"); });
  test("fails", () => { throw new Error("always"); });
  test.skip("is skipped", () => {});`;

const expected = {
  passed: 2,
  skipped: 1,
  failures: ["sums.test.ts › fails"],
  retried: ["sums.test.ts › passes when retried"],
};

/** Runs a runner in a folder with the file of tests; returns its report. */
async function runTests(imports: string, command: string[]) {
  const folder = createFolder();
  const file = join(folder, "report.json");
  writeFileSync(join(folder, "sums.test.ts"), `${imports}\n${tests}`);
  const { code } = await runAndCapture(
    command.map((word) => word.replace("FOLDER", folder)),
    {
      [reportFile]: file,
      TEST_WORKER_INDEX: undefined,
    },
  );
  const report = readReport("runner", file, code);
  const name = (text: string) => text.replace(/^.*(?=sums\.test\.ts)/, "");
  return {
    ...report,
    failures: report.failures.map(name),
    retried: report.retried.map(name),
    files: report.files.map((entry) => name(entry.file)),
  };
}

test("reports: vitest's report has counts, names and files", async () => {
  const reporter = join(import.meta.dirname, "vitest.ts");
  const command = [
    "vitest",
    "run",
    "--globals",
    "--retry=1",
    "--root=FOLDER",
    `--reporter=${reporter}`,
  ];
  expect(await runTests("", command)).toEqual({ ...expected, files: ["sums.test.ts"] });
});
