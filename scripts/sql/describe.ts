import { type PGlite, protocol } from "@electric-sql/pglite";
import type { CompiledStatement } from "../../apps/server/src/platform/database/statement.ts";
import { type Nullability, readPlan } from "./plan.ts";

/** A column of a row as the database describes it. */
export interface Field {
  name: string;
  typeOid: number;
  /** The table column that it returns unchanged, as `table.column`. */
  origin: string | undefined;
  isNullable: boolean;
  /** The number of the outer join that makes it null together with other columns. */
  join: number | undefined;
}

export interface Description {
  parameters: { name: string; typeOid: number; isNullable: boolean }[];
  fields: Field[];
}

interface Column {
  name: string;
  is_not_null: boolean;
}

/** Matches the allowed names of columns, each of which becomes a property of the row's type. */
const identifier = /^[a-z_]\w*$/i;

/** Table columns by `oid:number`. */
export type Columns = ReadonlyMap<string, Column>;

export async function readColumns(pglite: PGlite): Promise<Columns> {
  const { rows } = await pglite.query<{ key: string; name: string; is_not_null: boolean }>(`
    select pg_class.oid || ':' || pg_attribute.attnum as key, pg_class.relname || '.' || pg_attribute.attname as name,
      pg_attribute.attnotnull as is_not_null
    from pg_class join pg_attribute on pg_attribute.attrelid = pg_class.oid where pg_attribute.attnum > 0`);
  return new Map(rows.map(({ key, ...column }) => [key, column]));
}

/** Asks the database for the types of a statement; throws its error if it refuses the statement. */
export async function describeStatement(
  pglite: PGlite,
  columns: Columns,
  statement: CompiledStatement,
): Promise<Description> {
  const { text, names, nullable, neverNull } = statement;
  const { type_oids, fields } = await parseStatement(pglite, text);
  const plan = await readPlan(pglite, text);
  const seen = new Set<string>();
  return {
    parameters: names.map((name, index) => ({
      name,
      typeOid: type_oids[index] ?? 0,
      isNullable: nullable.has(name),
    })),
    fields: fields.map((field, index) => {
      if (seen.has(field.name)) throw new Error(`two columns are called "${field.name}"`);
      seen.add(field.name);
      if (!identifier.test(field.name)) {
        throw new Error(`column "${field.name}" isn't named by an identifier: name it with "as"`);
      }
      const column = columns.get(`${field.tableID}:${field.columnID}`);
      const nullability = plan[index] ?? { isNeverNull: false, isOptional: true, join: undefined };
      const declared = neverNull.has(field.name);
      return {
        name: field.name,
        typeOid: field.dataTypeID,
        origin: column?.name,
        isNullable: !declared && isNullable(column, nullability),
        join: declared || !column?.is_not_null ? undefined : nullability.join,
      };
    }),
  };
}

function isNullable(column: Column | undefined, { isNeverNull, isOptional }: Nullability) {
  if (column) return !column.is_not_null || isOptional;
  return !isNeverNull;
}

interface ParsedField {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** Makes the database parse a statement, without running it. */
async function parseStatement(pglite: PGlite, text: string) {
  const { serialize } = protocol;
  const calls = [serialize.parse({ text }), serialize.describe({ type: "S" }), serialize.sync()];
  const messages = await pglite.runExclusive(async () => {
    const replies: Message[] = [];
    for (const call of calls) {
      const reply = await pglite.execProtocol(call, { throwOnError: false });
      replies.push(...(reply.messages as Message[]));
    }
    return replies;
  });
  const refusal = messages.find((message) => message instanceof Error);
  if (refusal instanceof Error) throw refusal;
  return {
    type_oids: messages.flatMap(({ dataTypeIDs = [] }) => dataTypeIDs),
    fields: messages.flatMap(({ name, fields = [] }) => (name === "rowDescription" ? fields : [])),
  };
}

/** The fields of a protocol message that `parseStatement` reads. */
interface Message {
  name: string;
  dataTypeIDs?: number[];
  fields?: ParsedField[];
}
