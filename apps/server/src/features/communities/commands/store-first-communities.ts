import { locales } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { firstCategories, firstCommunities } from "../first-communities.ts";
import { buildSearchColumns } from "../policy.ts";

// Existing categories and communities stay unchanged, because staff may have edited them.
const insertFirstCommunities = statement(
  "communities.insertFirst",
  `
  with categories as (
    insert into community_categories (id, position, names)
    select id, position, names
    from jsonb_to_recordset(:categories::jsonb) as given (id text, position integer, names jsonb)
    on conflict (id) do nothing
  ), pictures as (
    insert into content_pictures (url, shape, stored_hour)
    select url, shape, date_trunc('hour', now(), 'UTC')
    from jsonb_to_recordset(:communities::jsonb) as given (icon_uri text, main_image_uri text),
      lateral (values (icon_uri, 'icon'), (main_image_uri, 'community_banner')) as picture (url, shape)
    on conflict (url) do nothing
  ), new_communities as (
    insert into communities (id, category_id, position, card_theme, icon_uri, main_image_uri, names,
      descriptions, rules, search_text, search_terms)
    select id, category_id, position, card_theme, icon_uri, main_image_uri, names, descriptions, rules,
      search_text, search_terms
    from jsonb_to_recordset(:communities::jsonb) as given (id text, category_id text, position integer,
      card_theme text, icon_uri text, main_image_uri text, names jsonb, descriptions jsonb, rules jsonb,
      search_text text, search_terms text[])
    on conflict (id) do nothing
    returning pk
  )
  insert into community_languages (community_pk, locale)
  select pk, locale from new_communities, unnest(:locales::text[]) as locale`,
);

/** Stores the categories and communities of a first install that are not stored yet. */
export async function storeFirstCommunities(db: Db): Promise<void> {
  const categories = firstCategories.map((category, position) => ({ ...category, position }));
  const communities = firstCommunities.map((community, position) => ({
    ...community,
    position,
    icon_uri: `/community-pictures/icons/${community.id}.svg`,
    main_image_uri: `/community-pictures/banners/${community.id}.svg`,
    ...buildSearchColumns(community),
  }));
  await insertFirstCommunities(db, {
    categories: JSON.stringify(categories),
    communities: JSON.stringify(communities),
    locales: [...locales],
  });
}
