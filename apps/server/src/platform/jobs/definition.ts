import { type Static, type TObject, type TProperties, Type } from "typebox";
import { Compile } from "typebox/schema";
import { secondsPerHour } from "#platform/durations.ts";

/** A job: the name of its queue and the fields of its payload. Its handler is registered in app.ts. */
export interface JobDefinition<P extends TProperties = TProperties> {
  name: string;
  fields: P;
  /** Whether data from the queue is a payload of this job. */
  isPayload(data: unknown): boolean;
  /** A schedule in UTC: minute, hour, day, month, weekday. */
  cron?: string;
  /**
   * The job's name in the previous release, whose waiting jobs still run. A definition drops it one
   * release later.
   */
  formerName?: string;
  /**
   * How often a job is retried, and the seconds before the first retry; each further delay is twice as
   * long. The delays of a job about a question are hours, see `hide-times.ts`.
   */
  retries: { limit: number; first_seconds: number };
  /**
   * How many jobs of this kind one process runs at once. Every kind has workers of its own, so that a
   * slow one delays no other.
   */
  concurrency: number;
  /**
   * How many seconds a worker waits before it runs jobs that it has fetched, so that their handler sees
   * what happened right after they were enqueued.
   */
  delay_seconds: number;
  /** Seconds between two batches of this job, if they differ from the configured ones. */
  batch_seconds?: number;
  /** A run that takes longer counts as failed. */
  timeout_seconds: number;
  /** Whether the job may take minutes. Such jobs are fetched one by one, so that none waits for another. */
  isLong: boolean;
}

export type Payload<P extends TProperties> = Static<TObject<P>>;

type JobOptions = Partial<
  Pick<
    JobDefinition,
    | "cron"
    | "formerName"
    | "retries"
    | "concurrency"
    | "delay_seconds"
    | "batch_seconds"
    | "timeout_seconds"
    | "isLong"
  >
>;

/** Every job that has been defined, by name. */
export const definedJobs = new Map<string, JobDefinition>();

/**
 * Defines a job at the top level of a module. A job that statements enqueue is defined in
 * `job-definitions.ts` of the feature that runs it, any other beside its handler.
 */
export function defineJob<P extends TProperties>(
  name: string,
  fields: P,
  options: JobOptions = {},
): JobDefinition<P> {
  if (definedJobs.has(name)) throw new Error(`two jobs are called ${name}`);
  const validator = Compile(Type.Object(fields));
  const isScheduled = options.cron !== undefined;
  const isLong = options.isLong ?? isScheduled;
  const definition = {
    name,
    fields,
    isPayload: (data: unknown) => validator.Check(data),
    retries: isScheduled ? { limit: 2, first_seconds: 30 } : { limit: 5, first_seconds: 2 },
    concurrency: isLong ? 1 : 4,
    delay_seconds: 0,
    timeout_seconds: isLong ? 6 * secondsPerHour : 900,
    ...options,
    isLong,
  };
  definedJobs.set(name, definition);
  return definition;
}
