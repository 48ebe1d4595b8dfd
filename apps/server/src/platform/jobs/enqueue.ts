import { retentionDays } from "@toibako/contract/privacy.ts";
import type { TProperties } from "typebox";
import type { JobDefinition } from "./definition.ts";
import { lookSeconds } from "./lost-jobs.ts";

/** The queue of jobs that failed too often. */
export const deadLetters = "dead_letters";

/** A job that failed too often is deleted after this time; its copy in `deadLetters` stays. */
export const failedSeconds = 60;

/**
 * A worker gives a sign of life of each running job every half of this time. Jobs without one are taken up again, see
 * `lost-jobs.ts`.
 */
export const heartbeatSeconds = 2 * lookSeconds;

/** Every job that a statement enqueues. */
export const enqueuedJobs = new Set<JobDefinition>();

/**
 * Builds a CTE that enqueues jobs in the same transaction as a write: for each row of `from`, one
 * job of each definition. A field of the payload is the column of the same name, or the SQL
 * expression in `columns`. Times are rounded down to the hour, so that the queue does not reveal
 * when a question was asked.
 *
 * A job that never runs is deleted at `keep_until`, and a finished job at once. `createJobs` deletes
 * dead letters.
 */
export function enqueueSql<P extends TProperties>(
  jobs: readonly JobDefinition<P>[],
  from: string,
  columns: { [F in keyof NoInfer<P>]?: string } = {},
): string {
  for (const job of jobs) enqueuedJobs.add(job);
  const queues = jobs
    .map(
      ({ name, retries, timeout_seconds }) =>
        `('${name}', ${retries.limit}, ${retries.first_seconds}, ${timeout_seconds})`,
    )
    .join(", ");
  const [payload, ...others] = new Set(jobs.map(({ fields }) => buildPayloadSql(fields, columns)));
  if (!payload || others.length > 0)
    throw new Error("jobs enqueued together must have the same fields");
  const hour = "date_trunc('hour', now(), 'UTC')";
  return `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, dead_letter,
      created_on, start_after, keep_until, deletion_seconds, expire_seconds, heartbeat_seconds)
    select queue.name, ${payload}, queue.retry_limit, queue.first_seconds, true, '${deadLetters}',
      ${hour}, ${hour}, ${hour} + interval '${retentionDays.failed_job} days', ${failedSeconds},
      queue.timeout_seconds, ${heartbeatSeconds}
    from (values ${queues}) as queue (name, retry_limit, first_seconds, timeout_seconds), ${from}`;
}

function buildPayloadSql(fields: TProperties, columns: Record<string, string | undefined>): string {
  const pairs = Object.entries(fields).map(([field, schema]) => {
    // `coalesce` with a null of the field's type changes no value. The database refuses it for a column
    // of another type, such as a text where the field is a number.
    return `'${field}', coalesce(${columns[field] ?? field}, null::${findSqlType(schema)})`;
  });
  return `jsonb_build_object(${pairs.join(", ")})`;
}

const sqlTypes: Record<string, string> = { string: "text", integer: "bigint", boolean: "boolean" };

function findSqlType(schema: { type?: unknown; enum?: unknown }): string {
  const type = schema.enum === undefined ? sqlTypes[String(schema.type)] : "text";
  if (type === undefined) throw new Error("a payload has texts, integers and booleans only");
  return type;
}
