import { resolve } from "node:path";
import { describeStartError } from "../apps/server/src/platform/start-error.ts";

/** A mistake of the operator, with the text that is shown. */
export class Mistake extends Error {}

/** Runs the command of the process's arguments; writes what it returns, or why it failed. */
export function runCommandLine(run: (words: readonly string[]) => Promise<string>): void {
  run(process.argv.slice(2)).then(
    (message) => process.stdout.write(`${message}\n`),
    (thrown: unknown) => {
      const data_dir = resolve(process.env.DATA_DIR ?? "./data");
      const error = describeStartError(thrown, { data_dir });
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
