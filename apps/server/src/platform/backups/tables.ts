import type { Db } from "#platform/database/db.ts";

/** What the rows of a table are compared by; the order of the rows doesn't matter. */
export interface TableDigest {
  rows: number;
  /** The sum of the hashes of all rows. */
  checksum: string;
}

export interface DatabaseDigest {
  tables: Record<string, TableDigest>;
  audit_head: string;
  ledger_sum: string;
}

/** SQL condition: the relation `pg_class` is not PostgreSQL's own. */
const isOwnSql = `relnamespace not in (
    select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema'
  )`;

/** Computes the digests of all tables. Run it in a transaction, so that they belong to one state of the database. */
export async function digestTables(db: Db): Promise<DatabaseDigest> {
  // The texts of values depend on these.
  await db.query(`
    set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`);
  const names = await db.query<{ name: string; table: string }>(
    `select relnamespace::regnamespace::text || '.' || relname as name,
       format('%I.%I', relnamespace::regnamespace::text, relname) as table
     from pg_class where relkind = 'r' and ${isOwnSql} order by 1`,
    [],
  );
  const tables: Record<string, TableDigest> = {};
  for (const { name, table } of names) {
    const [row] = await db.query<{ rows: string; checksum: string }>(
      `select count(*)::text as rows,
         coalesce(sum(('x' || left(md5(backup_row::text), 15))::bit(60)::bigint), 0)::text as checksum
       from only ${table} backup_row`,
      [],
    );
    tables[name] = { rows: Number(row?.rows), checksum: row?.checksum ?? "" };
  }
  const [sums] = await db.query<Pick<DatabaseDigest, "audit_head" | "ledger_sum">>(
    `select (select number || ' ' || encode(hash, 'hex') from audit_head) as audit_head,
       (select coalesce(sum(amount), 0)::text from ledger) as ledger_sum`,
    [],
  );
  return { tables, audit_head: sums?.audit_head ?? "", ledger_sum: sums?.ledger_sum ?? "" };
}

/** The major version of a server, and whether the database has neither tables nor the like. */
export async function describeServer(
  db: Db,
): Promise<{ engine_version: number; is_empty: boolean }> {
  const [row] = await db.query<{ engine_version: number; is_empty: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as engine_version,
       not exists (select from pg_class where ${isOwnSql}) as is_empty`,
    [],
  );
  return row ?? { engine_version: 0, is_empty: false };
}

/** What a backup says of its database before its content. */
export async function describeDatabase(
  db: Db,
): Promise<{ migrations: number; engine_version: number }> {
  const [row] = await db.query<{ migrations: number; engine_version: number }>(
    `select (select count(*)::int from migrations) as migrations,
       current_setting('server_version_num')::int / 10000 as engine_version`,
    [],
  );
  return row ?? { migrations: 0, engine_version: 0 };
}
