import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { writeReport } from "./report.ts";

/** Writes the report of vitest; a file that could not be loaded counts as a failure. */
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter(
      (module) =>
        module.state() === "failed" && [...module.children.allTests("failed")].length === 0,
    );
    writeReport({
      passed: tests.filter((test) => test.result().state === "passed").length,
      skipped: tests.filter((test) => test.result().state === "skipped").length,
      failures: [
        ...broken.map(getFile),
        ...tests.filter((test) => test.result().state === "failed").map(formatName),
        ...errors.map(({ message }) => `vitest: ${message}`),
      ],
      retried: tests.filter((test) => test.diagnostic()?.flaky).map(formatName),
      files: modules.map((module) => {
        const { collectDuration, duration } = module.diagnostic();
        return { file: getFile(module), seconds: (collectDuration + duration) / 1_000 };
      }),
    });
  }
}

function getFile({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function formatName(test: TestCase): string {
  return `${getFile(test.module)} › ${test.fullName}`;
}
