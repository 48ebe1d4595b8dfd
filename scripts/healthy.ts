// Ends with 0 if the process that listens on PORT of this machine can do its work: it is ready, the database takes writes,
// and, for a worker, no job has waited for long. Containers run it as their health check.
import { Client } from "pg";

/** Seconds. The queue stores hours only, so a job that has just come may look an hour old. */
const maxWait = 7_200;
const port = process.env.PORT ?? "3000";

const selectWritable = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`;

const selectOldest = `
  select coalesce(extract(epoch from now() - min(greatest(created_on, start_after))), 0)::int as seconds from pgboss.job
  where state in ('created', 'retry') and start_after <= now() and name <> 'dead_letters'`;

async function findFault(): Promise<string | undefined> {
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(5_000),
  });
  if (!reply.ok) return "the process is stopping";
  // The embedded database belongs to the process alone.
  if (!process.env.DATABASE_URL) return undefined;
  const client = new Client({
    connectionString: process.env.DATABASE_URL,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  });
  await client.connect();
  try {
    const database = await client.query<{ is_writable: boolean }>(selectWritable);
    if (!database.rows[0]?.is_writable) return "the database takes no writes";
    if (process.env.ROLE !== "worker") return undefined;
    const oldest = await client.query<{ seconds: number }>(selectOldest);
    const { seconds = 0 } = oldest.rows[0] ?? {};
    return seconds > maxWait ? `a job has waited for ${seconds} seconds` : undefined;
  } finally {
    await client.end();
  }
}

const fault = await findFault().catch((error: unknown) => String(error));
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
