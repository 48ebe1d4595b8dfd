import type { PGlite } from "@electric-sql/pglite";
import { columnTypes } from "../../apps/server/src/platform/database/column-types.ts";
import type { Description, Field } from "./describe.ts";

/** TypeScript types by the OIDs of PostgreSQL's types, see `pg_type`. */
const scalarTypes: Record<number, string> = {
  16: "boolean", // bool
  17: "Uint8Array", // bytea
  20: "number", // int8
  21: "number", // int2
  23: "number", // int4
  25: "string", // text
  114: "unknown", // json
  700: "number", // float4
  701: "number", // float8
  1043: "string", // varchar
  1184: "Date", // timestamptz
  1186: "string", // interval
  2278: "void", // void
  2950: "string", // uuid
  3802: "unknown", // jsonb
};
/** The types of elements by the OIDs of array types. */
const elementOids: Record<number, number> = {
  1000: 16, // bool[]
  1001: 17, // bytea[]
  1005: 21, // int2[]
  1007: 23, // int4[]
  1009: 25, // text[]
  1016: 20, // int8[]
  1185: 1184, // timestamptz[]
  2951: 2950, // uuid[]
};
/**
 * Types that a statement may not return without a cast, by their OIDs: in JavaScript, their values are texts or
 * depend on the time zone.
 */
const refusedTypes: Record<number, string> = {
  1082: "date",
  1114: "timestamp without time zone",
  1700: "numeric",
};

/** Unions of the values of text columns whose check constraint lists them, by `table.column`. */
export type Unions = ReadonlyMap<string, string>;

export async function readUnions(pglite: PGlite): Promise<Unions> {
  const { rows } = await pglite.query<{ name: string; definition: string }>(`
    select pg_class.relname || '.' || pg_attribute.attname as name,
      pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = pg_constraint.conrelid
    join pg_attribute on pg_attribute.attrelid = pg_class.oid and pg_constraint.conkey = array[pg_attribute.attnum]
    where pg_constraint.contype = 'c'`);
  const unions = new Map<string, string>();
  for (const { name, definition } of rows) {
    // Matches a check that a column has one of the listed texts. Rows that are older than it have some of them.
    const list = definition.match(
      /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)(?: NOT VALID)?$/,
    )?.[1];
    const values = [...(list ?? "").matchAll(/'([^']*)'::text/g)].map(([, value]) => `"${value}"`);
    if (values.length > 0) unions.set(name, values.join(" | "));
  }
  return unions;
}

/** Formats the interface of one statement; also returns the imports that it needs from columnTypes. */
export function formatTypes({ parameters, fields }: Description, unions: Unions) {
  const imports = new Set<string>();
  const parameterLines = parameters.map(({ name, typeOid, isNullable }) => {
    const type = findParameterType(name, typeOid);
    return `${name}: ${type}${isNullable ? " | null" : ""};`;
  });
  const typed = fields.map((field) => ({ ...field, type: findFieldType(field, unions, imports) }));
  const row = formatRowType(typed);
  return { imports, text: `{ parameters: { ${parameterLines.join(" ")} }; row: ${row} }` };
}

type TypedField = Field & { type: string };

/** Formats the type of a row. Columns that are null together become a union: all values, or all null. */
function formatRowType(fields: TypedField[]): string {
  const joins = [...new Set(fields.flatMap(({ join }) => join ?? []))];
  const unjoined = fields.filter(({ join }) => join === undefined);
  const unjoinedType = `{ ${unjoined.map(formatProperty).join(" ")} }`;
  const parts = joins.map((join) => {
    const together = fields.filter((field) => field.join === join);
    const present = together.map(({ name, type }) => `${name}: ${type};`).join(" ");
    const missing = together.map(({ name }) => `${name}: null;`).join(" ");
    return `({ ${present} } | { ${missing} })`;
  });
  return unjoined.length === 0 && parts.length > 0
    ? parts.join(" & ")
    : [unjoinedType, ...parts].join(" & ");
}

function formatProperty({ name, type, isNullable }: TypedField): string {
  return `${name}: ${type}${isNullable && type !== "unknown" ? " | null" : ""};`;
}

function findParameterType(name: string, oid: number): string {
  // Parameters of the types json and jsonb are passed as text.
  if (scalarTypes[oid] === "unknown") return "string";
  const element = elementOids[oid];
  const type = scalarTypes[element ?? oid];
  if (type === undefined)
    throw new Error(`parameter ${name} has a type (${oid}) without a mapping`);
  return element === undefined ? type : `readonly ${type}[]`;
}

function findFieldType(
  { name, origin, typeOid }: Field,
  unions: Unions,
  imports: Set<string>,
): string {
  const columnType = origin === undefined ? undefined : columnTypes[origin];
  if (columnType) {
    imports.add(`${columnType.type} ${columnType.from}`);
    return columnType.type;
  }
  const union = origin === undefined ? undefined : unions.get(origin);
  if (union !== undefined) return union;
  const refusal = refusedTypes[typeOid];
  if (refusal !== undefined) throw new Error(`column "${name}" is a ${refusal}: cast it`);
  const element = elementOids[typeOid];
  const type = scalarTypes[element ?? typeOid];
  if (type === undefined)
    throw new Error(`column "${name}" has a type (${typeOid}) without a mapping`);
  return element === undefined ? type : `${type}[]`;
}
