// Lets jobs run again that failed too often. Runs on PostgreSQL by DATABASE_URL, or on the embedded database in DATA_DIR
// while the server is stopped.
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { createJobs } from "../apps/server/src/platform/jobs/jobs.ts";
import { Mistake, runCommandLine } from "./command.ts";

const usage = `Usage:
  npm run jobs -- retry   lets the jobs run again that failed too often`;

async function run([command, ...others]: readonly string[]): Promise<string> {
  if (command !== "retry" || others.length > 0) throw new Mistake(usage);
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

runCommandLine(run);
