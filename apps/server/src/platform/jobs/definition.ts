import { type Static, type TObject, type TProperties, Type } from "typebox";
import { Compile } from "typebox/schema";

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
   * long. Applies to jobs that a statement enqueues.
   */
  retries: { limit: number; first_seconds: number };
  /**
   * Whether the job may take minutes. Such jobs are fetched one by one. A fetched job counts as lost
   * after some time, even if it only waits for the others that were fetched with it.
   */
  isLong: boolean;
}

export type Payload<P extends TProperties> = Static<TObject<P>>;

/** Every job that has been defined, by name. */
export const definedJobs = new Map<string, JobDefinition>();

/**
 * Defines a job at the top level of a module. A job that statements enqueue is defined in
 * `job-definitions.ts` of the feature that runs it, any other beside its handler.
 */
export function defineJob<P extends TProperties>(
  name: string,
  fields: P,
  options: Partial<Pick<JobDefinition, "cron" | "formerName" | "retries" | "isLong">> = {},
): JobDefinition<P> {
  if (definedJobs.has(name)) throw new Error(`two jobs are called ${name}`);
  const validator = Compile(Type.Object(fields));
  const definition = {
    name,
    fields,
    isPayload: (data: unknown) => validator.Check(data),
    retries: { limit: 5, first_seconds: 2 },
    isLong: false,
    ...options,
  };
  definedJobs.set(name, definition);
  return definition;
}
