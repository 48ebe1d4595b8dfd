import {
  type EditedCategory,
  type EditedCommunity,
  editedCommunitiesPerPage,
} from "@toibako/contract/staff/contents/communities.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

const categoryColumns = "id, position, names, version";

/** Maximum number of categories that a list has. */
const maxListedCategories = 1_000;

const selectCategories = statement(
  "communities.selectEditedCategories",
  `select ${categoryColumns} from community_categories order by position, id limit ${maxListedCategories}`,
);
const selectCategory = statement(
  "communities.selectEditedCategory",
  `select ${categoryColumns} from community_categories where id = :id`,
);

export const listEditedCategories = (db: Db): Promise<EditedCategory[]> => selectCategories(db, {});

export async function findEditedCategory(db: Db, id: string): Promise<EditedCategory | undefined> {
  return (await selectCategory(db, { id }))[0];
}

const communityColumns = `id, category_id, position, card_theme, icon_uri, main_image_uri, names, descriptions, rules,
  version`;

const selectCommunities = statement(
  "communities.selectEdited",
  `
  select ${communityColumns} from communities
  where :after?::text is null or (category_id, position, pk) > (
    select last.category_id, last.position, last.pk from communities last where last.id = :after?
  )
  order by category_id, position, pk limit ${editedCommunitiesPerPage + 1}`,
);
const selectCommunity = statement(
  "communities.selectEditedCommunity",
  `select ${communityColumns} from communities where id = :id`,
);

/** Lists one page of all communities, those of one category together. */
export async function listEditedCommunities(db: Db, after: string | undefined) {
  const rows = await selectCommunities(db, { after: after ?? null });
  return {
    communities: rows.slice(0, editedCommunitiesPerPage),
    has_more: rows.length > editedCommunitiesPerPage,
  };
}

export async function findEditedCommunity(
  db: Db,
  id: string,
): Promise<EditedCommunity | undefined> {
  return (await selectCommunity(db, { id }))[0];
}
