import type { Locale } from "@toibako/contract/locales.ts";
import type {
  EditedStamp,
  EditedStampGroup,
  ListedStampGroup,
} from "@toibako/contract/staff/contents/stamps.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { maxListedStamps } from "../queries.ts";

const selectStamp = statement(
  "stamps.selectEdited",
  "select id, picture_url, group_id, texts, position, is_offered, version from stamps where id = :id",
);

const selectGroup = statement(
  "stamps.selectEditedGroup",
  "select id, icon_url, names, position, is_offered, version from stamp_groups where id = :id",
);

export async function findEditedStamp(db: Db, id: string): Promise<EditedStamp | undefined> {
  return (await selectStamp(db, { id }))[0];
}

export async function findEditedGroup(db: Db, id: string): Promise<EditedStampGroup | undefined> {
  return (await selectGroup(db, { id }))[0];
}

const selectGroups = statement(
  "stamps.selectGroups",
  `
  select id, icon_url, names ->> :locale as "name!", is_offered from stamp_groups
  order by position, id limit ${maxListedStamps}`,
);

const selectStamps = statement(
  "stamps.selectListed",
  `
  select id, picture_url, group_id, texts ->> :locale as "text!", is_offered from stamps
  order by position, id limit ${maxListedStamps}`,
);

/** Lists all groups with all their stamps, in one language. */
export async function listEditedGroups(db: Db, locale: Locale): Promise<ListedStampGroup[]> {
  const [groups, stamps] = await Promise.all([
    selectGroups(db, { locale }),
    selectStamps(db, { locale }),
  ]);
  const stampsOfGroups = Map.groupBy(stamps, ({ group_id }) => group_id);
  return groups.map((group) => ({ ...group, stamps: stampsOfGroups.get(group.id) ?? [] }));
}
