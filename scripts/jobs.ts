// Lets jobs run again that failed too often. Runs on PostgreSQL by DATABASE_URL, or on the embedded database in DATA_DIR
// while the server is stopped.
import { resolve } from "node:path";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { createJobs } from "../apps/server/src/platform/jobs/jobs.ts";
import { describeStartError } from "../apps/server/src/platform/start-error.ts";

const usage = `Usage:
  npm run jobs -- retry   lets the jobs run again that failed too often`;

async function run([command, ...others]: readonly string[]): Promise<string> {
  if (command !== "retry" || others.length > 0) throw new Error(usage);
  const database = await openDatabase(loadConfig(process.env));
  const jobs = createJobs({
    database,
    batch_seconds: 1,
    onError: (error) => process.stderr.write(`${error.message}\n`),
  });
  try {
    await jobs.start([], { isWorker: false });
    return `${await jobs.retryDeadLetters()} jobs will run again.`;
  } finally {
    await jobs.stop();
    await database.close();
  }
}

run(process.argv.slice(2)).then(
  (message) => process.stdout.write(`${message}\n`),
  (thrown: unknown) => {
    const error = describeStartError(thrown, {
      data_dir: resolve(process.env.DATA_DIR ?? "./data"),
    });
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
