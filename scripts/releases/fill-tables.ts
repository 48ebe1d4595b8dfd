import type { Client } from "pg";

interface Column {
  table: string;
  column: string;
  /** As `format_type` names it. */
  type: string;
  position: number;
  is_required: boolean;
  has_default: boolean;
  /** The foreign key of the column, and where it leads. */
  foreign_key: string | null;
  target_table: string | null;
  target_column: string | null;
  /** The conditions that the column alone must fulfil. */
  checks: string[];
}

const selectColumns = `
  select filled.relname as table, attribute.attname as column, format_type(attribute.atttypid, attribute.atttypmod) as type,
    attribute.attnum as position, attribute.attnotnull as is_required,
    attribute.atthasdef or attribute.attidentity <> '' as has_default,
    foreign_key.conname as foreign_key, target.relname as target_table, target_column.attname as target_column,
    array(
      select pg_get_constraintdef(checking.oid) from pg_constraint checking
      where checking.conrelid = filled.oid and checking.contype = 'c' and checking.conkey = array[attribute.attnum]
    ) as checks
  from pg_class filled
  join pg_attribute attribute on attribute.attrelid = filled.oid and attribute.attnum > 0 and not attribute.attisdropped
  left join lateral (
    select conname, confrelid, confkey[array_position(conkey, attribute.attnum)] as confnum from pg_constraint
    where conrelid = filled.oid and contype = 'f' and attribute.attnum = any(conkey)
    order by cardinality(conkey) desc limit 1
  ) foreign_key on true
  left join pg_class target on target.oid = confrelid
  left join pg_attribute target_column on target_column.attrelid = confrelid and target_column.attnum = confnum
  where filled.relnamespace = 'public'::regnamespace and filled.relkind = 'r'
  order by filled.relname, attribute.attnum`;

/** Gives each empty table of the schema "public" one or two rows that fulfil its constraints. */
export async function fillTables(client: Client): Promise<void> {
  const { rows } = await client.query<Column>(selectColumns);
  let empty = [...Map.groupBy(rows, ({ table }) => table)];
  let faults: string[] = [];
  // A table can be filled after those to which its foreign keys lead.
  for (let before = Number.POSITIVE_INFINITY; empty.length > 0 && empty.length < before; ) {
    before = empty.length;
    faults = [];
    const still: typeof empty = [];
    for (const [table, columns] of empty) {
      const fault = await fillTable(client, table, columns);
      if (fault === undefined) continue;
      still.push([table, columns]);
      faults.push(`${table}: ${fault}`);
    }
    empty = still;
  }
  if (empty.length > 0) throw new Error(`These tables have no rows:\n${faults.join("\n")}`);
}

/** Returns why the table is still empty, or undefined if it has rows. */
async function fillTable(
  client: Client,
  table: string,
  columns: readonly Column[],
): Promise<string | undefined> {
  const { rows } = await client.query(`select 1 from "${table}" limit 1`);
  if (rows.length > 0) return undefined;
  const needed = columns.filter(({ has_default }) => !has_default);
  const required = needed.filter(({ is_required }) => is_required);
  const optional = needed.filter(({ is_required }) => !is_required);
  // As many columns as the constraints of the whole row allow.
  const choices = [
    needed,
    needed.filter(({ is_required, target_table }) => is_required || target_table !== null),
    ...optional.map((column) => [...required, column]),
    required,
  ];
  let fault: string | undefined;
  // Nobody follows themselves, but two members of one room are in the same room.
  for (const leadsToOneRow of [false, true]) {
    for (const chosen of choices) {
      fault = await insertRow(client, table, chosen, 1, leadsToOneRow);
      if (fault !== undefined) continue;
      // Of some tables there can be only one row.
      await insertRow(client, table, chosen, 2, leadsToOneRow);
      return undefined;
    }
  }
  return fault;
}

async function insertRow(
  client: Client,
  table: string,
  columns: readonly Column[],
  number: number,
  leadsToOneRow: boolean,
): Promise<string | undefined> {
  const names = columns.map(({ column }) => `"${column}"`);
  const values = columns.map((column) => chooseValue(column, leadsToOneRow ? [] : columns, number));
  const row =
    columns.length === 0 ? "default values" : `(${names.join()}) values (${values.join()})`;
  return client.query(`insert into "${table}" ${row}`).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Returns the expression of a value for the row of this number. Foreign keys of `columns` lead to different rows. */
function chooseValue(column: Column, columns: readonly Column[], number: number): string {
  const { type, position, target_table, target_column, checks } = column;
  if (target_table !== null) {
    const keys = columns.filter((other) => other.target_table === target_table);
    const names = [...new Set(keys.map(({ foreign_key }) => foreign_key))];
    const index = Math.max(0, names.indexOf(column.foreign_key));
    const offset = `(select ${number - 1 + index} % count(*) from "${target_table}")`;
    return `(select "${target_column}" from "${target_table}" order by ctid limit 1 offset ${offset})`;
  }
  const allowed = checks.flatMap((check) => [...check.matchAll(/'([^']+)'::text/g)]);
  const listed = checks.some((check) => check.includes("ANY")) ? allowed[0]?.[1] : undefined;
  if (listed !== undefined) return `'${listed}'`;
  if (type.endsWith("[]")) return `array['${number}', '2']::${type}`;
  if (/^(integer|bigint|smallint|numeric|real|double)/.test(type)) return String(number);
  // Columns that come later, such as the end of something, get later times.
  if (type.startsWith("timestamp"))
    return `'2026-11-27 00:00Z'::timestamptz + interval '1 hour' * ${position}`;
  const byType: Record<string, string> = {
    bytea: `sha256('${column.table}${column.column}${number}')`,
    boolean: "false",
    date: `'2026-11-27'::date + ${position}`,
    json: "'{}'",
    jsonb: "'{}'",
    uuid: `md5('${column.table}${number}')::uuid`,
    interval: "'1 hour'",
    tsvector: "''",
  };
  return byType[type] ?? `'x${number}'`;
}
