import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./db.ts";
import { StartError } from "./start-error.ts";

const oldestMajor = 15;

/** Statement names by text; bounded, since texts with lists of values have no end. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    if (names.size > 1000) names.clear();
    name = createHash("md5").update(text).digest("base64url");
    names.set(text, name);
  }
  return name;
}

/** Names every parameterised statement, so that the server plans it once per connection. */
class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads can't be restated
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text === "string" && Array.isArray(values)) {
      const named = { name: nameOf(text), text, values: values as unknown[] };
      return super.query(named, callback as () => void);
    }
    return super.query(text as string, values as unknown[], callback as () => void);
  }
}

// Keys and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** A guarded pool; says plainly why the server can't be used. */
export async function openPool(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    Client: NamingClient,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 8_000,
    application_name: "toibako",
  });
  // Without both handlers a connection that the server closes takes the process down.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  await checkServer(pool, url);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    engine: "postgres",
    executeSql: (text, values) => (values?.length ? pool.query(text, values) : pool.query(text)),
    close: () => db.destroy(),
  };
}

async function checkServer(pool: pg.Pool, url: string): Promise<void> {
  const where = new URL(url).host;
  let version: number;
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    version = rows[0]?.version ?? 0;
  } catch (error) {
    await pool.end();
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`PostgreSQL at ${where} can't be used: ${reason}`, 3);
  }
  if (version < oldestMajor * 10_000) {
    await pool.end();
    const major = Math.floor(version / 10_000);
    throw new StartError(
      `PostgreSQL at ${where} is version ${major}; ${oldestMajor} or newer is needed.`,
      4,
    );
  }
}
