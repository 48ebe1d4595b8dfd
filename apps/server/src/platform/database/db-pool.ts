import { createHash } from "node:crypto";
import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from "kysely";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { millisecondsPerDay } from "#platform/durations.ts";
import { computeTimeLeft, isDeadlinePassed } from "#platform/http/deadline.ts";
import { StartError } from "#platform/start-error.ts";
import type { Database } from "./db.ts";
import { DatabaseTimeout, isUnavailable } from "./db-errors.ts";
import { PreparedQuery } from "./prepared-query.ts";

const minMajorVersion = 15;

/**
 * Statement names by SQL text. Bounded, because a statement with a list of values has a different text
 * for each length of the list.
 */
const statementNames = new LRUCache<string, string>({ max: 1_000 });

function nameStatement(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash("md5").update(text).digest("base64url");
    statementNames.set(text, name);
  }
  return name;
}

/** Times in milliseconds. */
export interface PoolTimes {
  /** How long a request may wait for a free connection, or for a new one. */
  connect: number;
  /** After this time the server cancels a statement. */
  statement: number;
  /**
   * After this time the client stops waiting for a statement. It is longer than `statement`, so it
   * is only reached if the server hangs.
   */
  reply: number;
}

const defaultTimes: PoolTimes = { connect: 2_000, statement: 7_000, reply: 8_000 };

/** For migrations: large tables take long, and processes wait for each other's migrations. */
export const longTimes: PoolTimes = {
  connect: 10_000,
  statement: millisecondsPerDay,
  reply: millisecondsPerDay,
};

type ReportFault = (error: Error) => unknown;

/**
 * Creates the class of the pool's clients. A client names every parameterised statement, so that the
 * server parses it once per connection. After a timeout, the client closes its connection.
 */
function createClientClass({ reply }: PoolTimes, reportFault: ReportFault) {
  return class extends pg.Client {
    #hasTimedOut = false;

    // Has a timer and a promise of its own: after pg's own `query_timeout` and promise, all rows of a
    // statement stay in memory until a major garbage collection.
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads can't be restated
    override async query(text: any, values?: any): Promise<any> {
      const timeLeft = computeTimeLeft(reply);
      // After a timeout the connection is closed. Without this check, the rollback of its transaction
      // would fail with another error.
      if (timeLeft <= 0 || this.#hasTimedOut) throw new DatabaseTimeout();
      const { promise, resolve, reject } = Promise.withResolvers<{ rows: unknown[] }>();
      const timer = setTimeout(() => {
        reject(new DatabaseTimeout());
        // Otherwise the pool would reuse a connection whose old reply is still pending.
        this.#hasTimedOut = true;
        void this.end();
      }, timeLeft);
      if (Array.isArray(values)) {
        const statement = { name: nameStatement(String(text)), text: String(text), values };
        void super.query(
          new PreparedQuery(statement, (error, rows) =>
            error ? reject(error) : resolve({ rows }),
          ),
        );
      } else {
        super.query(String(text), (error: Error | null, result) =>
          error ? reject(error) : resolve(result),
        );
      }
      try {
        return await promise;
      } catch (error) {
        const fault = error as Error;
        if (isUnavailable(fault)) reportFault(fault);
        // The stack of an error of pg ends at the socket; this one leads to the caller.
        Error.captureStackTrace(fault);
        throw fault;
      } finally {
        clearTimeout(timer);
      }
    }
  };
}

// The driver returns these two types as texts. Keys and counts stay far below 2^53, up to which
// numbers are exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/**
 * Creates the class of the pool. A pool gives no connection to a request whose deadline has passed,
 * and reports all other failures to connect.
 */
function createPoolClass(reportFault: ReportFault) {
  return class extends pg.Pool {
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads can't be restated
    override connect(): any {
      if (isDeadlinePassed()) return Promise.reject(new DatabaseTimeout());
      return super.connect().catch((error: Error) => {
        reportFault(error);
        throw error;
      });
    }
  };
}

/**
 * Opens a pool with timeouts; throws a StartError if the server can't be used. `reportFault` is
 * called when the server fails, for example when the connection is lost. It is not called for
 * errors in statements.
 */
export async function openPool(
  url: string,
  times = defaultTimes,
  reportFault: ReportFault = () => undefined,
): Promise<Database> {
  let isChecked = false;
  // Until the server has been checked, the StartError reports its faults.
  const report: ReportFault = (error) => isChecked && reportFault(error);
  const DeadlinePool = createPoolClass(report);
  const pool = new DeadlinePool({
    connectionString: url,
    Client: createClientClass(times, report),
    max: 10,
    connectionTimeoutMillis: times.connect,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: times.statement,
    // A disconnected process must not hold its locks for long.
    idle_in_transaction_session_timeout: 60_000,
    application_name: "toibako",
  });
  // Without both handlers, a connection closed by the server would crash the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  await checkServer(pool, url);
  isChecked = true;
  const db = new PooledKysely(pool);
  return {
    db,
    engine: "postgres",
    executeSql: (text, values) => runStatement(pool, text, values?.length ? values : undefined),
    close: async () => {
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Runs statements outside of transactions on the pool itself, because Kysely's layers take longer than
 * everything else that this process does for a statement.
 */
class PooledKysely extends Kysely<unknown> {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.#pool = pool;
  }

  override async executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    const { sql, parameters } = "compile" in query ? query.compile() : query;
    return { rows: (await runStatement(this.#pool, sql, parameters)).rows as R[] };
  }
}

/**
 * Runs one statement on a connection of the pool; with `values`, as a prepared statement. `pool.query`
 * would run it in the asynchronous context of another request.
 */
async function runStatement(pool: pg.Pool, text: string, values?: readonly unknown[]) {
  const client: pg.PoolClient = await pool.connect();
  try {
    return await (values ? client.query(text, values as unknown[]) : client.query(text));
  } finally {
    client.release();
  }
}

async function checkServer(pool: pg.Pool, url: string): Promise<void> {
  const { host } = new URL(url);
  let version: number;
  try {
    const sql = "select current_setting('server_version_num')::int as version";
    const { rows } = await runStatement(pool, sql);
    version = (rows[0] as { version: number } | undefined)?.version ?? 0;
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`PostgreSQL at ${host} can't be used: ${reason}`, 3);
  }
  if (version < minMajorVersion * 10_000) {
    await pool.end();
    const major = Math.floor(version / 10_000);
    throw new StartError(
      `PostgreSQL at ${host} is version ${major}; ${minMajorVersion} or newer is needed.`,
      4,
    );
  }
}
