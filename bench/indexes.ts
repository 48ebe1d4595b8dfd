import type { Client } from "pg";

/** Foreign keys come first, to be dropped before the primary keys that they refer to. */
const selectConstraints = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as create
  from pg_constraint
  where (contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])))
    or (contype in ('p', 'u') and conrelid = any($1::regclass[]))
  order by contype = 'f' desc, conname`;

const selectIndexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index
  where indrelid = any($1::regclass[])
    and not exists (select 1 from pg_constraint where conindid = indexrelid)`;

/**
 * Runs `fill` while these tables have no indexes, primary keys and foreign keys: creating them once is
 * several times faster than updating and checking them for each row.
 */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const select = async (text: string) =>
    (await client.query<{ drop: string; create: string }>(text, [tables])).rows;
  const indexes = await select(selectIndexes);
  const constraints = await select(selectConstraints);
  for (const { drop } of [...constraints, ...indexes]) await client.query(drop);
  await fill();
  for (const { create } of [...indexes, ...constraints.toReversed()]) await client.query(create);
}
