import { newVersion } from "@toibako/contract/staff/contents/version.ts";

interface SavedContent {
  table: string;
  keys: readonly string[];
  /** The columns that a save changes. */
  columns: readonly string[];
  /** Those of the columns that may be null. */
  nullableColumns?: readonly string[];
  /** The columns that only a new content gets. */
  newColumns?: readonly string[];
}

/**
 * Builds the CTEs that store a content under the version that the caller has read. Each column has the parameter of its
 * name. `saved` has the stored row, and none if somebody else has saved the content meanwhile; `new_row` is the row of a new
 * content.
 */
export function saveSql({
  table,
  keys,
  columns,
  nullableColumns = [],
  newColumns = [],
}: SavedContent): string {
  const toParameter = (name: string) => `:${name}${nullableColumns.includes(name) ? "?" : ""}`;
  const assign = (names: readonly string[]) =>
    names.map((name) => `${name} = ${toParameter(name)}`);
  const inserted = [...keys, ...newColumns, ...columns];
  return `changed_row as (
    update ${table} set ${assign(columns).join(", ")}, version = version + 1
    where ${assign(keys).join(" and ")} and version = :version
    returning ${table}.*
  ), new_row as (
    insert into ${table} (${inserted.join(", ")})
    select ${inserted.map(toParameter).join(", ")} where :version::integer = ${newVersion}
    on conflict (${keys.join(", ")}) do nothing
    returning ${table}.*
  ), saved as (
    select * from changed_row union all select * from new_row
  )`;
}
