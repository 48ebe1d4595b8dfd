import type { Locale } from "@toibako/contract/locales.ts";
import {
  type EditedCategory,
  type EditedCommunity,
  editedCommunitiesPerPage,
} from "@toibako/contract/staff/contents/communities.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";

/** Maximum number of categories that a list has. */
const maxListedCategories = 1_000;

const selectCategories = statement(
  "communities.selectEditedCategories",
  `
  select id, names ->> :locale as "name!" from community_categories
  order by position, id limit ${maxListedCategories}`,
);
const selectCategory = statement(
  "communities.selectEditedCategory",
  "select id, position, names, version from community_categories where id = :id",
);

/** Lists all categories, with their names in one language. */
export const listEditedCategories = (db: Db, locale: Locale) => selectCategories(db, { locale });

export async function findEditedCategory(db: Db, id: string): Promise<EditedCategory | undefined> {
  return (await selectCategory(db, { id }))[0];
}

const selectCommunities = statement(
  "communities.selectEdited",
  `
  select c.id, c.names ->> :locale as "name!", community_categories.names ->> :locale as "category_name!"
  from communities c join community_categories on community_categories.id = c.category_id
  where :after?::text is null or (c.category_id, c.position, c.pk) > (
    select last.category_id, last.position, last.pk from communities last where last.id = :after?
  )
  order by c.category_id, c.position, c.pk limit ${editedCommunitiesPerPage + 1}`,
);
const selectCommunity = statement(
  "communities.selectEditedCommunity",
  `
  select id, category_id, position, card_theme, icon_uri, main_image_uri, names, descriptions, rules, version
  from communities where id = :id`,
);

/** Lists one page of all communities, those of one category together, with their names in one language. */
export async function listEditedCommunities(db: Db, locale: Locale, after: string | undefined) {
  const rows = await selectCommunities(db, { locale, after: after ?? null });
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
