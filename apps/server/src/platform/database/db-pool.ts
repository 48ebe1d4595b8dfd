import pg from "pg";
import { millisecondsPerDay } from "#platform/durations.ts";
import {
  computeTimeLeft,
  getPurpose,
  isDeadlinePassed,
  type Purpose,
} from "#platform/http/deadline.ts";
import {
  databaseTimeouts,
  usedConnections,
  waitingForConnection,
} from "#platform/observability/meters.ts";
import { StartError } from "#platform/start-error.ts";
import type { Database, Db } from "./db.ts";
import { DatabaseTimeout, isOutdatedPlan, isTimeout, isUnavailable } from "./db-errors.ts";

const minMajorVersion = 15;

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

/**
 * Connections by purpose, so that pages and other reads never wait for writers that wait for locks, nor for
 * jobs.
 */
export const maxConnections: Record<Purpose, number> = { read: 6, write: 6, job: 4 };

type ReportFault = (error: Error) => unknown;

const { INT8, NUMERIC } = pg.types.builtins;

/**
 * The driver returns these two types as texts. Keys and counts stay far below 2^53, up to which
 * numbers are exact.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === INT8 || type === NUMERIC
      ? Number
      : (pg.types.getTypeParser(type, format) as (value: string) => unknown),
};

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
  const connectionString = setOptions(url);
  const openPoolOfSize = (max: number) =>
    createPool({
      connectionString,
      max,
      connectionTimeoutMillis: times.connect,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      statement_timeout: times.statement,
      // A disconnected process must not hold its locks for long.
      idle_in_transaction_session_timeout: 60_000,
      application_name: "toibako",
    });
  const pools: Record<Purpose, pg.Pool> = {
    read: openPoolOfSize(maxConnections.read),
    write: openPoolOfSize(maxConnections.write),
    job: openPoolOfSize(maxConnections.job),
  };
  // Until the server has been checked, the StartError reports its faults.
  const report: ReportFault = (error) => isChecked && isUnavailable(error) && reportFault(error);
  const database: Database = { ...runOnPools(pools, times.reply, report), engine: "postgres" };
  try {
    await checkServer(database.db, new URL(url).host);
  } catch (error) {
    await database.close();
    throw error;
  }
  isChecked = true;
  return database;
}

/** Runs statements on pools, which may be the same for all purposes. Replies may take `replyTime` milliseconds. */
export function runOnPools(
  pools: Record<Purpose, pg.Pool>,
  replyTime: number,
  reportFault: ReportFault = () => undefined,
): Omit<Database, "engine"> {
  const db = createPoolDb(pools, replyTime, reportFault);
  return {
    db,
    executeSql: async (text, values) => ({
      rows: await db.query(text, values?.length ? values : undefined),
    }),
    close: async () => {
      for (const pool of Object.values(pools)) if (!pool.ending) await pool.end();
    },
  };
}

/** Creates a pool that returns numbers of 64 bits as numbers, and survives that its connections are closed. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, types });
  // Without both handlers, a connection closed by the server would crash the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Sets UTC for all connections; otherwise hours and days would be those of the server's time zone. Switches off the
 * compilation of statements (JIT): it takes up to a third of a second of processor time for each run of a statement that
 * the planner believes to be long, and none of them is.
 */
function setOptions(url: string): string {
  const parsed = new URL(url);
  const options = parsed.searchParams.get("options") ?? "";
  parsed.searchParams.set("options", `${options} -c TimeZone=UTC -c jit=off`.trim());
  return parsed.href;
}

function createPoolDb(
  pools: Record<Purpose, pg.Pool>,
  replyTime: number,
  reportFault: ReportFault,
): Db {
  const connect = async (purpose: Purpose): Promise<pg.PoolClient> => {
    // Errors of the request itself are not reported.
    if (isDeadlinePassed()) throw new DatabaseTimeout();
    waitingForConnection.inc({ pool: purpose });
    try {
      return await pools[purpose].connect();
    } catch (error) {
      reportFault(error as Error);
      if (isTimeout(error)) databaseTimeouts.inc();
      throw error;
    } finally {
      waitingForConnection.dec({ pool: purpose });
    }
  };

  /**
   * Runs work on a connection, which is closed afterwards if it can't be used again. If a migration has
   * changed the result of a prepared statement, the work is repeated on another connection. Nothing has
   * been stored then, because PostgreSQL compares the result before it executes the statement.
   */
  const useConnection = async <T>(
    work: (connection: Connection) => Promise<T>,
    purpose = getPurpose(),
  ): Promise<T> => {
    for (let attempt = 0; ; attempt++) {
      const client = await connect(purpose);
      const connection = new Connection(client, replyTime, reportFault);
      usedConnections.inc({ pool: purpose });
      try {
        const result = await work(connection);
        client.release(connection.isBroken);
        return result;
      } catch (error) {
        client.release(connection.isBroken);
        // Each connection may have an outdated plan; a new one has none.
        if (!isOutdatedPlan(error) || attempt === maxConnections[purpose]) throw error;
      } finally {
        usedConnections.dec({ pool: purpose });
      }
    }
  };

  return {
    isTransaction: false,
    query: (text, values, name) =>
      useConnection((connection) => connection.query(text, values, name)),
    // A transaction may wait for locks, even if its request is a GET, such as a sign-in that returns.
    transaction: (work) =>
      useConnection(
        (connection) => connection.transaction(work),
        getPurpose() === "read" ? "write" : getPurpose(),
      ),
    session: (work) => useConnection(work),
  };
}

type Result = pg.QueryResult<Record<string, unknown>>;

/** A statement with the milliseconds to wait for its reply, which the types of pg leave out. */
interface TimedQuery extends pg.QueryConfig<unknown[]> {
  query_timeout: number;
}

/** One connection of the pool while it is in use. */
class Connection implements Db {
  /** Whether the connection must be closed: a reply is pending, or a prepared statement is outdated. */
  isBroken = false;
  isTransaction = false;
  readonly #client: pg.PoolClient;
  readonly #replyTime: number;
  readonly #reportFault: ReportFault;

  constructor(client: pg.PoolClient, replyTime: number, reportFault: ReportFault) {
    this.#client = client;
    this.#replyTime = replyTime;
    this.#reportFault = reportFault;
  }

  async query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]> {
    const result = await this.#send(text, values, name);
    // A script has a result for each of its statements.
    const rows = Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows;
    return rows as Row[];
  }

  async #send(
    text: string,
    values?: readonly unknown[],
    name?: string,
  ): Promise<Result | Result[]> {
    const query_timeout = computeTimeLeft(this.#replyTime);
    // Behind a statement that got no reply, another one would wait for nothing.
    if (query_timeout <= 0 || this.isBroken) throw new DatabaseTimeout();
    const query: TimedQuery = { text, query_timeout };
    if (values) query.values = values as unknown[];
    if (name !== undefined) query.name = name;
    try {
      return await this.#client.query(query);
    } catch (cause) {
      const error = isReplyTimeout(cause) ? new DatabaseTimeout() : (cause as Error);
      // A script, such as those of the job queue, may have begun a transaction and failed within it.
      const isScript = values === undefined && !this.isTransaction;
      if (error instanceof DatabaseTimeout || isOutdatedPlan(error) || isScript)
        this.isBroken = true;
      if (isTimeout(error)) databaseTimeouts.inc();
      this.#reportFault(error);
      throw error;
    }
  }

  async transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.isTransaction) return work(this);
    this.isTransaction = true;
    try {
      await this.#send("begin");
      const result = await work(this);
      const committed = await this.#send("commit");
      // After an error in a statement, which `work` has caught, PostgreSQL rolls back instead.
      if ("command" in committed && committed.command !== "COMMIT")
        throw new Error("a transaction was rolled back instead of committed");
      return result;
    } catch (error) {
      // Closing a broken connection rolls back as well.
      await this.#send("rollback").catch(() => {
        this.isBroken = true;
      });
      throw error;
    } finally {
      this.isTransaction = false;
    }
  }

  session<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return work(this);
  }
}

/** Whether pg's `query_timeout` has passed; its error has no code. */
function isReplyTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

async function checkServer(db: Db, host: string): Promise<void> {
  let version: number;
  try {
    const [row] = await db.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    version = row?.version ?? 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`PostgreSQL at ${host} can't be used: ${reason}`, 3);
  }
  if (version < minMajorVersion * 10_000) {
    const major = Math.floor(version / 10_000);
    throw new StartError(
      `PostgreSQL at ${host} is version ${major}; ${minMajorVersion} or newer is needed.`,
      4,
    );
  }
}
