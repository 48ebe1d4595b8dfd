import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { firstGroups } from "../first-groups.ts";
import { formatStampUrl } from "../queries.ts";

// Existing groups and stamps stay unchanged, because staff may have edited them.
const insertFirstStamps = statement(
  "stamps.insertFirst",
  `
  with given_groups as (
    select * from jsonb_to_recordset(:groups::jsonb)
      as given (id text, icon_url text, names jsonb, position integer)
  ), given_stamps as (
    select * from jsonb_to_recordset(:stamps::jsonb)
      as given (id text, picture_url text, group_id text, texts jsonb, position integer)
  ), new_pictures as (
    insert into content_pictures (url, shape, stored_hour)
    select icon_url, 'icon', date_trunc('hour', now(), 'UTC') from given_groups
    union all
    select picture_url, 'stamp', date_trunc('hour', now(), 'UTC') from given_stamps
    on conflict (url) do nothing
  ), new_groups as (
    insert into stamp_groups (id, icon_url, names, position, is_offered)
    select id, icon_url, names, position, true from given_groups
    on conflict (id) do nothing
  )
  insert into stamps (id, picture_url, group_id, texts, position, is_offered)
  select id, picture_url, group_id, texts, position, true from given_stamps
  on conflict (id) do nothing`,
);

/** Stores the groups and stamps of a first install that are not stored yet. */
export async function storeFirstStamps(db: Db): Promise<void> {
  await insertFirstStamps(db, {
    groups: JSON.stringify(
      firstGroups.map(({ id, names }, index) => ({
        id,
        icon_url: `/stamps/icons/${id}.svg`,
        names,
        position: index + 1,
      })),
    ),
    stamps: JSON.stringify(
      firstGroups.flatMap(({ id: group_id, stamps }) =>
        stamps.map(({ id, texts }, index) => ({
          id,
          picture_url: formatStampUrl(id),
          group_id,
          texts,
          position: index + 1,
        })),
      ),
    ),
  });
}
