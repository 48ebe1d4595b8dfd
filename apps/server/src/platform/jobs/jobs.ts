import { retentionDays } from "@toibako/contract/privacy.ts";
import { PgBoss } from "pg-boss";
import type { TProperties } from "typebox";
import type { Database } from "#platform/database/db.ts";
import { secondsPerDay } from "#platform/durations.ts";
import type { JobDefinition, Payload } from "./definition.ts";
import { deadLetters } from "./enqueue.ts";

/** A job and its handler, which must be idempotent. */
export interface Job {
  definition: JobDefinition;
  /**
   * Whether jobs wait for the next batch, up to `batch_seconds`, and run together, so that the time
   * at which they run does not reveal when they were enqueued.
   */
  isBatched: boolean;
  /** Runs jobs with these payloads; each has been checked against the definition. */
  run(payloads: readonly object[]): Promise<void>;
}

/**
 * Binds a job to its handler, which runs once for each payload; a scheduled run has an empty payload.
 * If the handler throws, the job is retried: an enqueued job as defined by its `retries`, a scheduled job
 * twice (pg-boss's default). Then it moves to the queue of dead letters.
 */
export function handleJob<P extends TProperties>(
  definition: JobDefinition<P>,
  run: (payload: Payload<P>) => Promise<void>,
): Job {
  return {
    definition,
    isBatched: false,
    run: async (payloads) => {
      for (const payload of payloads) await run(payload as Payload<P>);
    },
  };
}

/** Binds a job to a handler of batches. If the handler throws, the whole batch is retried. */
export function handleJobBatch<P extends TProperties>(
  definition: JobDefinition<P>,
  run: (payloads: readonly Payload<P>[]) => Promise<void>,
): Job {
  return { definition, isBatched: true, run: (payloads) => run(payloads as Payload<P>[]) };
}

export interface Jobs {
  /** Creates the queues; a worker also runs their jobs. */
  start(jobs: readonly Job[], options: { isWorker: boolean }): Promise<void>;
  /** Runs all waiting jobs without delay; rejects with the error of one that failed. For tests. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** How many jobs are fetched together. */
const batchSize = 20;
/** How many batched jobs are fetched together at most. */
const maxBatchSize = 1_000;
/** Seconds between two polls of the queue of a job's former name. */
const formerQueueSeconds = 10;

// Finished jobs are deleted at once, because their times would reveal when a question was asked.
const deleteFinishedJobs = "delete from pgboss.job where name = $1 and id = any($2::uuid[])";

// Rounds the times that the queue itself writes for running, failed and dead-letter jobs. For jobs
// about a question, the time of the next retry is rounded too, because it would reveal when the job
// ran. Their `started_on` is rounded but stays set, because pg-boss counts retries only of jobs
// that have one; after a crash such jobs expire early.
const hideTimes = `
  select pg_advisory_xact_lock(hashtext('toibako_hide_times'));
  create or replace function pgboss.toibako_hide_times() returns trigger language plpgsql as $$
  declare
    is_about_question boolean := new.data ?| array['uuid_hash', 'answer_pk', 'sealed_recipient'];
  begin
    new.created_on := date_trunc('hour', new.created_on);
    new.completed_on := date_trunc('hour', new.completed_on);
    new.keep_until := date_trunc('hour', new.keep_until);
    new.heartbeat_on := null;
    if is_about_question or new.state <> 'active' then
      new.started_on := date_trunc('hour', new.started_on);
    end if;
    -- Digests are enqueued at one public time, so the times of their retries reveal nothing.
    if new.state <> 'retry' or (is_about_question and new.name <> 'send_digest') then
      new.start_after := date_trunc('hour', new.start_after);
    end if;
    return new;
  end $$;
  create or replace trigger toibako_hide_times before insert or update on pgboss.job
    for each row execute function pgboss.toibako_hide_times()`;

interface Options {
  database: Database;
  /** The longest time that a batched job waits. */
  batch_seconds: number;
  onError: (error: Error) => void;
}

export function createJobs({ database, batch_seconds, onError }: Options): Jobs {
  const boss = new PgBoss({
    db: { executeSql: database.executeSql },
    ...(database.engine === "pglite" && { backend: "pglite" as const }),
  });
  boss.on("error", onError);
  const queues: Queue[] = [];

  /**
   * Marks jobs as failed. Their rows get a fixed message, because the message of an error may
   * contain user data.
   */
  const failJobs = async (name: string, jobs: readonly WaitingJob[], message: string) => {
    if (jobs.length > 0) await boss.fail(name, listIds(jobs), { message });
  };

  /** Runs jobs that were fetched together; returns the errors that their handlers threw. */
  const runJobs = async ({ name, job }: Queue, waiting: readonly WaitingJob[]) => {
    const invalid = waiting.filter(({ data }) => !job.definition.isPayload(data ?? {}));
    if (invalid.length > 0) {
      onError(new Error(`jobs of ${name} with an invalid payload: ${invalid.length}`));
    }
    await failJobs(name, invalid, "invalid payload");
    const valid = waiting.filter((waitingJob) => !invalid.includes(waitingJob));
    const groups = job.isBatched ? [valid] : valid.map((waitingJob) => [waitingJob]);
    const finished: WaitingJob[] = [];
    const errors: unknown[] = [];
    for (const group of groups) {
      if (group.length === 0) continue;
      try {
        await job.run(group.map(({ data }) => data ?? {}));
        finished.push(...group);
      } catch (error) {
        errors.push(error);
        onError(new Error(`a job of ${name} failed`, { cause: error }));
        await failJobs(name, group, "handler failed");
      }
    }
    if (finished.length > 0) {
      await database.executeSql(deleteFinishedJobs, [name, listIds(finished)]);
    }
    return errors;
  };

  /** Creates the queue of a job and returns it, with the queue of the job's former name if that exists. */
  const createQueues = async (job: Job): Promise<Queue[]> => {
    const { name, formerName } = job.definition;
    await boss.createQueue(name, { deadLetter: deadLetters });
    const queue = { name, job, isFormer: false };
    if (!formerName || !(await boss.getQueue(formerName))) return [queue];
    return [queue, { name: formerName, job, isFormer: true }];
  };

  /** Lets this process run the jobs of a queue, and schedules a job that runs by the clock. */
  const startWorkingOnQueue = async (queue: Queue) => {
    const { name, job, isFormer } = queue;
    const options = job.isBatched
      ? { pollingIntervalSeconds: batch_seconds, batchSize: maxBatchSize }
      : {
          pollingIntervalSeconds: isFormer ? formerQueueSeconds : 1,
          batchSize: job.definition.isLong ? 1 : batchSize,
          burstWhenBatchFull: true,
        };
    await boss.work<object>(name, options, async (batch) => void (await runJobs(queue, batch)));
    const { cron } = job.definition;
    if (isFormer) await boss.unschedule(name);
    else if (cron) await boss.schedule(name, cron);
  };

  return {
    start: async (jobs, { isWorker }) => {
      await boss.start();
      await database.executeSql(hideTimes);
      // `createQueue` doesn't change a queue that an earlier release created, so the retention is set
      // afterwards.
      await boss.createQueue(deadLetters);
      await boss.updateQueue(deadLetters, {
        retentionSeconds: retentionDays.failed_job * secondsPerDay,
      });
      for (const job of jobs) queues.push(...(await createQueues(job)));
      if (isWorker) for (const queue of queues) await startWorkingOnQueue(queue);
    },
    drain: async () => {
      for (const queue of queues) {
        const fetch = () => boss.fetch<object>(queue.name, { batchSize: maxBatchSize });
        for (let batch = await fetch(); batch.length > 0; batch = await fetch()) {
          const errors = await runJobs(queue, batch);
          if (errors.length > 0) throw errors[0];
        }
      }
    },
    stop: async () => {
      if (queues.length > 0) await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** A queue and the job that it runs; `isFormer` marks the queue with the job's former name. */
interface Queue {
  name: string;
  job: Job;
  isFormer: boolean;
}

interface WaitingJob {
  id: string;
  data: object | null;
}

function listIds(jobs: readonly WaitingJob[]): string[] {
  return jobs.map(({ id }) => id);
}
