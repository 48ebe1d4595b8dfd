import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import type { Database } from "#platform/database/db.ts";

/** A value of a row, in a form that can be compared with the values of other rows. */
export interface Cell {
  column: string;
  /**
   * Equal in cells that contain the same value. Undefined for values that rows may share by chance, such
   * as booleans and short texts.
   */
  token: string | undefined;
  /** The value, if it has fewer than 12 characters, such as the state of a job. */
  shortValue: string | undefined;
  isNull: boolean;
  /** Length of a binary value in bytes; undefined for other values. */
  length: number | undefined;
  /** Whether the value is a time that is more exact than the hour. */
  isExactTime: boolean;
}

export interface DumpRow {
  table: string;
  /** The position of the row in a dump of its table. */
  position: number;
  /** The number of the transaction that wrote the row. */
  xmin: string;
  cells: Cell[];
}

interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
  /** The column that a foreign key leads to, as "public.users.pk". */
  target: string | null;
}

// Every column of every table, with the column that its foreign key leads to. The rows of a
// partitioned table are stored in its partitions, so they are read from the partitions only.
const selectColumns = `
  select dumped_schema.nspname as schema, dumped_table.relname as table, dumped_column.attname as column,
    format_type(dumped_column.atttypid, null) as type, (
      select target_schema.nspname || '.' || target_table.relname || '.' || target_column.attname
      from pg_constraint foreign_key
      join pg_class target_table on target_table.oid = foreign_key.confrelid
      join pg_namespace target_schema on target_schema.oid = target_table.relnamespace
      join pg_attribute target_column on target_column.attrelid = target_table.oid
        and target_column.attnum = foreign_key.confkey[1]
      where foreign_key.conrelid = dumped_table.oid and foreign_key.contype = 'f'
        and foreign_key.conkey = array[dumped_column.attnum] limit 1
    ) as target
  from pg_class dumped_table
  join pg_namespace dumped_schema on dumped_schema.oid = dumped_table.relnamespace
  join pg_attribute dumped_column on dumped_column.attrelid = dumped_table.oid and dumped_column.attnum > 0
    and not dumped_column.attisdropped
  where dumped_table.relkind = 'r' and dumped_schema.nspname not in ('pg_catalog', 'information_schema')
    and dumped_schema.nspname not like 'pg\\_%'
  order by 1, 2, dumped_column.attnum`;

/** Reads every table of every schema, as somebody who has stolen the database could. */
export async function dumpTables({ executeSql }: Pick<Database, "executeSql">): Promise<DumpRow[]> {
  const allColumns = (await executeSql(selectColumns)).rows as Column[];
  const targets = new Map(
    allColumns.flatMap(({ column, target }) => (target ? [[column, target]] : [])),
  );
  const rows: DumpRow[] = [];
  for (const columnsOfTable of Map.groupBy(
    allColumns,
    ({ schema, table }) => `${schema}.${table}`,
  ).values()) {
    const [{ schema, table } = { schema: "", table: "" }] = columnsOfTable;
    const name = `${schema}.${table}`;
    const { rows: tableRows } = await executeSql(
      `select dumped.xmin::text as __xmin, ${columnsOfTable.map(({ column }) => castToText(column)).join(", ")}
       from "${schema}"."${table}" dumped order by dumped.ctid`,
    );
    for (const [position, values] of (tableRows as Record<string, string | null>[]).entries()) {
      const cells = columnsOfTable.flatMap((column) =>
        listCells(name, column, values[column.column] ?? null, targets),
      );
      rows.push({ table: name, position, xmin: String(values.__xmin), cells });
    }
  }
  return rows;
}

const castToText = (column: string) => `dumped."${column}"::text as "${column}"`;

/** Characters; texts of at least this length are unlikely to be equal by chance. */
const distinctiveLength = 8;

function listCells(
  table: string,
  { column, type, target }: Column,
  value: string | null,
  targets: ReadonlyMap<string, string>,
): Cell[] {
  const createCell = (name: string, token?: string): Cell => ({
    column: name,
    token,
    shortValue: value !== null && value.length < 12 ? value : undefined,
    isNull: value === null,
    length: value !== null && type === "bytea" ? (value.length - 2) / 2 : undefined,
    isExactTime: value !== null && isExactTime(type, value),
  });
  if (value === null) return [createCell(column)];
  if (target?.startsWith("pgboss.")) return [createCell(column)];
  if (target) return [createCell(column, createKeyToken(target, value))];
  if (column === "pk") return [createCell(column, createKeyToken(`${table}.pk`, value))];
  if (type === "bytea") return [createCell(column, `bytes ${value.slice(2)}`)];
  if (type === "json" || type === "jsonb") {
    return listLeaves(JSON.parse(value)).map(([name, leaf]) => {
      // If no foreign key has the name of a field that ends with "_pk", all fields of that name count
      // as keys of the same unknown table.
      const referencedColumn =
        targets.get(name) ?? (name.endsWith("_pk") ? `? ${name}` : undefined);
      const token = referencedColumn
        ? createKeyToken(referencedColumn, leaf)
        : createTextToken(leaf);
      return { ...createCell(`${column}.${name}`, token), isExactTime: isExactTime("text", leaf) };
    });
  }
  return [
    createCell(
      column,
      type.includes("time") || type === "boolean" ? undefined : createTextToken(value),
    ),
  ];
}

const createKeyToken = (target: string, value: string) => `key ${target} ${value}`;

const createTextToken = (value: string) =>
  value.length >= distinctiveLength ? `text ${value}` : undefined;

/** Lists every text and number inside a JSON value, with the name of its field. */
function listLeaves(value: unknown, name = ""): [name: string, leaf: string][] {
  if (value === null || typeof value === "boolean") return [];
  if (typeof value === "string" || typeof value === "number") return [[name, String(value)]];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    listLeaves(inner, Array.isArray(value) ? name : key),
  );
}

/**
 * Whether the minutes or seconds of a printed time aren't zero. Tests run in UTC or in a time zone whose
 * offset is a whole number of hours.
 */
function isExactTime(type: string, value: string): boolean {
  if (!type.includes("time") && type !== "text") return false;
  const match = /\d{4}-\d\d-\d\d[T ]\d\d:(\d\d:\d\d(?:\.\d+)?)/.exec(value);
  return match !== null && /[1-9]/.test(match[1] ?? "");
}

/** Reads every key of a Redis database with its value. */
export async function dumpRedis(url: string): Promise<string[]> {
  const redis = new Redis(url);
  const keys = await redis.keys("*");
  const values = await Promise.all(keys.map((key) => redis.dump(key)));
  await redis.quit();
  return keys.map((key, index) => `${key} ${values[index] ?? ""}`);
}

/** Lists when the keys of a Redis database expire, as Unix times in milliseconds. */
export async function listRedisExpiries(url: string): Promise<number[]> {
  const redis = new Redis(url);
  const keys = await redis.keys("*");
  const expiries = await Promise.all(keys.map((key) => redis.pexpiretime(key)));
  await redis.quit();
  return expiries;
}

/** Lists the times of access and change of a file or folder, and of everything in it. */
export function listFileTimes(path: string): { path: string; times: Date[] }[] {
  // Before the folder is read, which changes its time of access.
  const stats = statSync(path);
  const names = stats.isDirectory() ? readdirSync(path) : [];
  return [
    { path, times: [stats.atime, stats.mtime] },
    ...names.flatMap((name) => listFileTimes(join(path, name))),
  ];
}

/**
 * Reads every file of the data folder except the secret key: its path, and its bytes as one
 * character each.
 */
export function dumpFolder(data_dir: string): string[] {
  return readdirSync(data_dir, { recursive: true, encoding: "utf8" })
    .filter((path) => path !== "secret.key" && statSync(join(data_dir, path)).isFile())
    .map((path) => `${path}\n${readFileSync(join(data_dir, path), "latin1")}`);
}
