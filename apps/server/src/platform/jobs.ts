import { PgBoss } from "pg-boss";
import type { Database } from "./db.ts";

/** Work that follows a write, or that the clock starts. Must be harmless when run twice. */
export interface Job {
  name: string;
  /** When the clock starts it: minute, hour, day, month, weekday, in UTC. */
  cron?: string;
  /** Gets what was enqueued; an empty object when the clock started it. */
  run(payload: Record<string, unknown>): Promise<void>;
}

export interface Jobs {
  /** Makes the queues; with `work`, also runs what is in them. */
  start(jobs: readonly Job[], work: boolean): Promise<void>;
  /** Runs all that waits, here and now. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const deadLetters = "dead_letters";

/**
 * A step of a statement that enqueues jobs in the same breath as the write that they follow: each row
 * of `from` makes one job of every name, with the SQL expression `payload` as its data. Its times are
 * the hour's, and it goes soon after it was done: here, too, nobody may read when a question came.
 */
export function enqueueSql(names: readonly string[], payload: string, from: string): string {
  const queues = names.map((name) => `('${name}')`).join(", ");
  const hour = "date_trunc('hour', now())";
  return `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, dead_letter,
      created_on, start_after, keep_until, deletion_seconds)
    select queue.name, ${payload}, 5, 2, true, '${deadLetters}',
      ${hour}, ${hour}, ${hour} + interval '14 days', 60
    from (values ${queues}) as queue (name), ${from}`;
}

export function createJobs(database: Database, onError: (error: Error) => void): Jobs {
  const boss = new PgBoss({
    db: { executeSql: database.executeSql },
    ...(database.engine === "pglite" && { backend: "pglite" as const }),
  });
  boss.on("error", onError);
  let known: readonly Job[] = [];

  const run = async (job: Job, batch: { data: Record<string, unknown> | null }[]) => {
    for (const { data } of batch) await job.run(data ?? {});
  };

  return {
    start: async (jobs, work) => {
      await boss.start();
      known = jobs;
      await boss.createQueue(deadLetters);
      for (const job of jobs) {
        await boss.createQueue(job.name, { deadLetter: deadLetters });
        if (!work) continue;
        const options = { pollingIntervalSeconds: 1, batchSize: 20, burstWhenBatchFull: true };
        await boss.work<Record<string, unknown>>(job.name, options, (batch) => run(job, batch));
        if (job.cron) await boss.schedule(job.name, job.cron);
      }
    },
    drain: async () => {
      for (const job of known) {
        let batch = await boss.fetch<Record<string, unknown>>(job.name, { batchSize: 100 });
        while (batch.length > 0) {
          await run(job, batch);
          const ids = batch.map(({ id }) => id);
          await boss.complete(job.name, ids);
          batch = await boss.fetch<Record<string, unknown>>(job.name, { batchSize: 100 });
        }
      }
    },
    stop: async () => {
      if (known.length > 0) await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
