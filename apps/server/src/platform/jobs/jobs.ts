import { setTimeout as sleep } from "node:timers/promises";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { type JobWithMetadata, PgBoss, type QueueResult } from "pg-boss";
import type { TProperties } from "typebox";
import type { Database, Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerSecond, secondsPerDay } from "#platform/durations.ts";
import { jobRuns } from "#platform/observability/meters.ts";
import type { JobDefinition, Payload } from "./definition.ts";
import { deadLetters, failedSeconds, heartbeatSeconds } from "./enqueue.ts";
import { hideTimes } from "./hide-times.ts";
import { createLostJobFinder, lookSeconds, type RunningJob } from "./lost-jobs.ts";

/** One of the times that a job is run. */
export interface Attempt {
  /** The id of the job in the queue's table. */
  id: string;
  /** Whether the job won't be retried if this attempt fails. */
  isLast: boolean;
  /**
   * Deletes these jobs in a transaction of the handler, so that they are neither lost nor run again, whatever happens
   * after it. Returns the payloads of those that no other process has finished. Missing if there is no queue.
   */
  finish?(db: Db): Promise<object[]>;
}

/** A job and its handler, which must be idempotent. */
export interface Job {
  definition: JobDefinition;
  /**
   * Whether jobs wait for the next batch, up to `batch_seconds`, and run together, so that the time
   * at which they run does not reveal when they were enqueued.
   */
  isBatched: boolean;
  /** Runs jobs with these payloads; each has been checked against the definition. */
  run(payloads: readonly object[], attempt?: Attempt): Promise<void>;
}

/** For tests that run a job without the queue. */
const onlyAttempt: Attempt = { id: "", isLast: true };

/**
 * Binds a job to its handler, which runs once for each payload; a scheduled run has an empty payload.
 * If the handler throws, the job is retried as defined by its `retries`. Then it moves to the queue of dead letters.
 */
export function handleJob<P extends TProperties>(
  definition: JobDefinition<P>,
  run: (payload: Payload<P>, attempt: Attempt) => Promise<void>,
): Job {
  return {
    definition,
    isBatched: false,
    run: async (payloads, attempt = onlyAttempt) => {
      for (const payload of payloads) await run(payload as Payload<P>, attempt);
    },
  };
}

/** See `finish` of `Attempt`. */
export type FinishBatch<P extends TProperties> = (db: Db) => Promise<Payload<P>[]>;

/** Binds a job to a handler of batches. If the handler throws, the jobs that it has not finished are retried. */
export function handleJobBatch<P extends TProperties>(
  definition: JobDefinition<P>,
  run: (payloads: readonly Payload<P>[], finish: FinishBatch<P>) => Promise<void>,
): Job {
  return {
    definition,
    isBatched: true,
    run: (payloads, { finish = async () => [...payloads] } = onlyAttempt) =>
      run(payloads as Payload<P>[], finish as FinishBatch<P>),
  };
}

export interface Jobs {
  /** Creates the queues; a worker also runs their jobs. */
  start(jobs: readonly Job[], options: { isWorker: boolean }): Promise<void>;
  /** Runs all waiting jobs one by one without delay; rejects with the error of one that failed. For tests. */
  drain(): Promise<void>;
  /** Looks at the running jobs, and lets those be retried whose worker has died. Workers do it every few seconds. */
  retryLostJobs(): Promise<void>;
  /** Counts the jobs that failed too often and are still kept. */
  countDeadLetters(): Promise<number>;
  /** Lets the jobs that failed too often run again, and returns how many. */
  retryDeadLetters(): Promise<number>;
  /**
   * Counts the jobs that could run now, by name, with the age of the oldest in seconds. The queue stores only hours, so
   * the age may be up to an hour too high.
   */
  countWaiting(): Promise<{ job: string; count: number; oldest_seconds: number }[]>;
  stop(): Promise<void>;
}

/** How many jobs one worker fetches together at most, and runs at once. */
const batchSize = 5;
/** How many batched jobs are fetched together at most. */
const maxBatchSize = 1_000;
/**
 * Seconds between two looks for queues with waiting jobs, whose workers then fetch them. One statement looks at all
 * queues, because a poll by each worker would keep the processor of an idle site busy.
 */
const wakeSeconds = 2;
/** Seconds after which a worker that nobody has woken polls its queue. */
const pollSeconds = 600;

const deleteRunning = statement(
  "jobs.deleteRunning",
  "delete from pgboss.job where name = :name and id = any(:ids::uuid[]) returning data",
);

const selectRunning = `
  select id, name, retry_count as "retryCount", heartbeat_on::text as heartbeat from pgboss.job
  where state = 'active' and heartbeat_seconds is not null and name = any($1::text[])`;

// Finds one job of each queue by the index and in the order by which pg-boss fetches, since thousands may wait.
const selectWaitingQueues = `
  select queues.name from unnest($1::text[]) as queues (name)
  cross join lateral (
    select from pgboss.job
    where job.name = queues.name and state < 'active' and not blocked and start_after <= now()
    order by priority desc, created_on limit 1
  ) first`;
const selectWaitingCounts = `
  select name as job, count(*)::int as count,
    extract(epoch from now() - min(greatest(created_on, start_after)))::int as oldest_seconds
  from pgboss.job where state in ('created', 'retry') and start_after <= now() and name <> '${deadLetters}'
  group by name`;

const selectDeadLettersCount = `select count(*)::int as count from pgboss.job where name = '${deadLetters}'`;

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
  let isStarted = false;
  const findLostJobs = createLostJobFinder();
  let lookTimer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  /**
   * Marks jobs as failed. Their rows get a fixed message, because the message of an error may
   * contain user data.
   */
  const failJobs = async (name: string, jobs: readonly WaitingJob[], message: string) => {
    if (jobs.length === 0) return;
    await boss.fail(name, [...jobs], { message });
    const lastAttempts = jobs.filter(isLastAttempt).length;
    jobRuns.inc({ job: name, outcome: "failed" }, jobs.length - lastAttempts);
    jobRuns.inc({ job: name, outcome: "gave_up" }, lastAttempts);
    if (lastAttempts > 0) onError(new Error(`jobs of ${name} failed too often: ${lastAttempts}`));
  };

  /** Runs one job, or those of a batch, and returns the error that their handler threw. */
  const runTogether = async ({ name, job }: Queue, jobs: readonly WaitingJob[]) => {
    const [first] = jobs;
    if (!first) return undefined;
    try {
      const finish = async (db: Db) => {
        const finished = await deleteRunning(db, { name, ids: listIds(jobs) });
        return finished.map(({ data }) => data as object);
      };
      const attempt = { id: first.id, isLast: isLastAttempt(first), finish };
      await job.run(
        jobs.map(({ data }) => data ?? {}),
        attempt,
      );
    } catch (error) {
      onError(new Error(`a job of ${name} failed`, { cause: error }));
      await failJobs(name, jobs, "handler failed");
      return error;
    }
    // Finished jobs are deleted at once, because their times would reveal when a question was asked.
    // A row that stays is completed by pg-boss when the jobs that were fetched together have ended.
    await boss.deleteJob(name, listIds(jobs)).catch((error: unknown) => {
      onError(new Error(`a finished job of ${name} could not be deleted`, { cause: error }));
    });
    jobRuns.inc({ job: name, outcome: "finished" }, jobs.length);
    return undefined;
  };

  /** Separates jobs that were fetched together into those that run together. */
  const groupJobs = async ({ name, job }: Queue, waiting: readonly WaitingJob[]) => {
    const invalid = waiting.filter(({ data }) => !job.definition.isPayload(data ?? {}));
    if (invalid.length > 0) {
      onError(new Error(`jobs of ${name} with an invalid payload: ${invalid.length}`));
    }
    await failJobs(name, invalid, "invalid payload");
    const valid = waiting.filter((waitingJob) => !invalid.includes(waitingJob));
    return job.isBatched ? [valid] : valid.map((waitingJob) => [waitingJob]);
  };

  /**
   * Creates the queue of a job, with the options of its definition, and returns it, with the queue of the job's former
   * name if that exists.
   */
  const createQueues = async (
    job: Job,
    existing: ReadonlyMap<string, QueueResult>,
  ): Promise<Queue[]> => {
    const { name, formerName, cron } = job.definition;
    const options = chooseQueueOptions(job.definition);
    const found = existing.get(name);
    // A scheduled run that is due while an earlier one waits or runs is left out.
    if (!found) await boss.createQueue(name, { ...options, ...(cron && { policy: "exclusive" }) });
    else if (!isUpToDate(found, options)) await boss.updateQueue(name, options);
    const queue = { name, job, isFormer: false, workerIds: [] };
    if (!formerName || !existing.has(formerName)) return [queue];
    return [queue, { name: formerName, job, isFormer: true, workerIds: [] }];
  };

  /** Lets this process run the jobs of a queue, and schedules a job that runs by the clock. */
  const startWorkingOnQueue = async (queue: Queue) => {
    const { name, job } = queue;
    const work = async (waiting: JobWithMetadata<object>[]) => {
      // A process that stops doesn't wait.
      const delay = job.definition.delay_seconds * millisecondsPerSecond;
      if (delay > 0) await sleep(delay, undefined, stopping).catch(() => undefined);
      const groups = await groupJobs(queue, waiting);
      // If this rejects, pg-boss lets all of these jobs be retried, so none of them may still be running.
      const ends = await Promise.allSettled(groups.map((group) => runTogether(queue, group)));
      const failure = ends.find((end) => end.status === "rejected");
      if (failure) throw failure.reason;
    };
    const { workers, ...options } = chooseWorkOptions(queue, batch_seconds);
    for (let started = 0; started < workers; started++)
      queue.workerIds.push(await boss.work(name, { ...options, includeMetadata: true }, work));
    const { cron } = job.definition;
    if (queue.isFormer) await boss.unschedule(name);
    else if (cron) await boss.schedule(name, cron);
  };

  const drainQueue = async (queue: Queue) => {
    const fetch = () =>
      boss.fetch<object>(queue.name, { batchSize: maxBatchSize, includeMetadata: true });
    for (let waiting = await fetch(); waiting.length > 0; waiting = await fetch()) {
      const errors: unknown[] = [];
      for (const group of await groupJobs(queue, waiting)) {
        const error = await runTogether(queue, group);
        if (error !== undefined) errors.push(error);
      }
      if (errors.length > 0) throw errors[0];
    }
  };

  /** Lists the queues with jobs that could run now. */
  const listWaitingQueues = async (candidates: readonly Queue[]): Promise<Queue[]> => {
    const names = candidates.map(({ name }) => name);
    const { rows } = await database.executeSql(selectWaitingQueues, [names]);
    const waiting = new Set((rows as { name: string }[]).map(({ name }) => name));
    return candidates.filter(({ name }) => waiting.has(name));
  };

  /** Wakes the workers of jobs that wait. Batched jobs wait for the next poll. */
  const wakeWorkers = async () => {
    const woken = await listWaitingQueues(queues.filter(({ job }) => !job.isBatched));
    for (const id of woken.flatMap(({ workerIds }) => workerIds)) boss.notifyWorker(id);
  };

  const keepWakingWorkers = async () => {
    await wakeWorkers().catch(onError);
    if (stopping.signal.aborted) return;
    wakeTimer = setTimeout(() => void keepWakingWorkers(), wakeSeconds * millisecondsPerSecond);
  };

  const retryLostJobs = async () => {
    const names = queues.map(({ name }) => name);
    const { rows } = await database.executeSql(selectRunning, [names]);
    for (const lost of findLostJobs(rows as RunningJob[])) {
      await boss.fail(lost.name, lost, { message: "worker lost" });
      jobRuns.inc({ job: lost.name, outcome: "lost" });
      onError(new Error(`the worker of a job of ${lost.name} has died`));
    }
  };

  return {
    start: async (jobs, { isWorker }) => {
      await boss.start();
      isStarted = true;
      await database.executeSql(hideTimes);
      const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
      const retentionSeconds = retentionDays.failed_job * secondsPerDay;
      if (!existing.has(deadLetters)) await boss.createQueue(deadLetters, { retentionSeconds });
      for (const job of jobs) queues.push(...(await createQueues(job, existing)));
      if (!isWorker) return;
      for (const queue of queues) await startWorkingOnQueue(queue);
      await keepWakingWorkers();
      lookTimer = setInterval(
        () => void retryLostJobs().catch(onError),
        lookSeconds * millisecondsPerSecond,
      );
    },
    drain: async () => {
      let waiting = await listWaitingQueues(queues);
      for (const queue of queues) {
        if (!waiting.includes(queue)) continue;
        await drainQueue(queue);
        // Its jobs may have enqueued others.
        waiting = await listWaitingQueues(queues);
      }
    },
    retryLostJobs,
    countDeadLetters: async () => {
      const { rows } = await database.executeSql(selectDeadLettersCount);
      return (rows as { count: number }[])[0]?.count ?? 0;
    },
    retryDeadLetters: async () => {
      let retried = 0;
      for (let moved = -1; moved !== 0; retried += moved) moved = await boss.redrive(deadLetters);
      return retried;
    },
    countWaiting: async () =>
      (await database.executeSql(selectWaitingCounts)).rows as Awaited<
        ReturnType<Jobs["countWaiting"]>
      >,
    stop: async () => {
      clearInterval(lookTimer);
      clearTimeout(wakeTimer);
      stopping.abort();
      if (isStarted) await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** A queue and the job that it runs; `isFormer` marks the queue with the job's former name. */
interface Queue {
  name: string;
  job: Job;
  isFormer: boolean;
  /** The ids of its workers in this process. */
  workerIds: string[];
}

type WaitingJob = Pick<JobWithMetadata<object | null>, "id" | "data" | "retryCount" | "retryLimit">;

const listIds = (jobs: readonly WaitingJob[]) => jobs.map(({ id }) => id);

const isLastAttempt = ({ retryCount, retryLimit }: WaitingJob) => retryCount >= retryLimit;

/** Returns the options of a job's queue. Those of jobs that statements enqueue are in `enqueueSql` too. */
function chooseQueueOptions({ retries, timeout_seconds }: JobDefinition) {
  return {
    deadLetter: deadLetters,
    retryLimit: retries.limit,
    retryDelay: retries.first_seconds,
    retryBackoff: true,
    expireInSeconds: timeout_seconds,
    heartbeatSeconds,
    retentionSeconds: retentionDays.failed_job * secondsPerDay,
    deleteAfterSeconds: failedSeconds,
  };
}

type QueueOptions = ReturnType<typeof chooseQueueOptions>;

function isUpToDate(queue: QueueResult, options: QueueOptions): boolean {
  const names = Object.keys(options) as (keyof QueueOptions)[];
  return names.every((name) => queue[name] === options[name]);
}

/** Returns how many workers a queue gets in one process, and their options. */
function chooseWorkOptions({ job }: Queue, batch_seconds: number) {
  const { concurrency, isLong, batch_seconds: ownSeconds = batch_seconds } = job.definition;
  // A full batch is followed by the next one at once. Otherwise a process could run only so many jobs in an hour.
  const burstWhenBatchFull = true;
  if (job.isBatched)
    return {
      workers: 1,
      pollingIntervalSeconds: ownSeconds,
      batchSize: maxBatchSize,
      burstWhenBatchFull,
    };
  const fetched = isLong ? 1 : Math.min(batchSize, concurrency);
  return {
    workers: Math.ceil(concurrency / fetched),
    pollingIntervalSeconds: pollSeconds,
    batchSize: fetched,
    burstWhenBatchFull,
  };
}
