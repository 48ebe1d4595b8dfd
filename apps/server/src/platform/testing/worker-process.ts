import { openDatabase } from "#platform/database/db.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { createJobs, handleJob } from "#platform/jobs/jobs.ts";
import { loadConfig } from "../config.ts";
import { buryBoneJob } from "./worker-job.ts";

/** A worker that runs one job which never ends, until a test kills the process. Prints a line when it runs. */
const database = await openDatabase(loadConfig(process.env));
const jobs = createJobs({
  database,
  batch_seconds: 60,
  onError: (error) => process.emitWarning(error),
});
const handler = handleJob(buryBoneJob, () => {
  process.stdout.write("running\n");
  return new Promise(() => undefined);
});
await jobs.start([handler], { isWorker: true });
await database.executeSql(enqueueSql([buryBoneJob], "(values ('rib')) as given (bone)"));
