import {
  type Community,
  communitiesPerPage,
  maxJoinedCommunities,
  sampleCommunitiesCount,
} from "@toibako/contract/communities.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { normalizeForSearch } from "@toibako/contract/search-text.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import {
  countRowsBefore,
  createPager,
  isInReachSql,
  readCountedPage,
} from "#platform/http/pager.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import { type CommunityParameters, listSearchTerms } from "../policy.ts";
import { listActiveMembers } from "./members.ts";

/** The columns of a `Community`, from `communityJoins`. */
const fullCommunityColumns = `
  c.id, c.category_id, category.names as category_names, c.names, c.descriptions, c.icon_uri,
  c.main_image_uri, c.members_count, language.questions_count, language.is_popular,
  member.user_pk is not null as "is_joined!", mute.user_pk is not null as "is_muted!"`;

/**
 * Joins communities `c` to their category, their counts in the language `:locale`, and the membership and the mute of
 * the account `:user_pk`.
 */
const communityJoins = `
  join community_categories category on category.id = c.category_id
  join community_languages language on language.community_pk = c.pk and language.locale = :locale
  left join community_members member
    on member.community_pk = c.pk and member.user_pk = :user_pk?::bigint
  left join community_mutes mute on mute.community_pk = c.pk and mute.user_pk = :user_pk?`;

// The index finds communities that contain all terms of the query. `strpos` then checks for the whole query. An empty
// query matches all communities.
const buildSearchSql = (condition: string) => `
  select count(*) over ()::int as "total_count!", ${fullCommunityColumns}
  from communities c ${communityJoins}
  where c.search_terms @> :terms::text[] and strpos(c.search_text, :query) > 0 and ${condition}
  and ${isInReachSql}
  order by c.members_count desc, c.position, c.pk limit ${communitiesPerPage} offset :offset`;

const selectFound = statement("communities.selectFound", buildSearchSql("true"));
const selectUnjoined = statement(
  "communities.selectUnjoined",
  buildSearchSql("member.user_pk is null"),
);

type CommunityRow = Omit<Row<"communities.selectFound">, "total_count">;

/** Converts rows to communities with the first members that the viewer may want to follow. */
async function toCommunities(
  db: Db,
  viewer: Viewer,
  rows: readonly CommunityRow[],
  locale: Locale,
): Promise<Community[]> {
  const ids = rows.map(({ id }) => id);
  const members = new Map(
    (await listActiveMembers(db, viewer.user?.pk ?? null, ids)).map((listed) => [
      listed.id,
      listed.recommended_members,
    ]),
  );
  return rows.map(({ category_names, names, descriptions, ...columns }) => ({
    ...columns,
    category_name: category_names[locale],
    name: names[locale],
    description: descriptions[locale],
    recommended_members: members.get(columns.id) ?? [],
  }));
}

interface Search {
  query: string;
  page: number;
}

async function searchCommunities(
  select: typeof selectFound | typeof selectUnjoined,
  db: Db,
  viewer: Viewer,
  { query, page }: Search,
  locale: Locale,
) {
  const normalized = normalizeForSearch(query);
  // A query of only punctuation marks is empty after normalising; it must not match all communities.
  const hasOnlyMarks = normalized === "" && query.trim() !== "";
  const user_pk = viewer.user?.pk ?? null;
  const parameters = { locale, user_pk, query: normalized, terms: listSearchTerms(normalized) };
  const { rows, total_count } = await readCountedPage(
    countRowsBefore(page, communitiesPerPage),
    async (offset) => (hasOnlyMarks ? [] : select(db, { ...parameters, offset })),
  );
  return {
    communities: await toCommunities(
      db,
      viewer,
      rows.map(({ total_count: _, ...row }) => row),
      locale,
    ),
    pager: createPager(page, communitiesPerPage, total_count),
  };
}

/** Lists communities whose name or description contains the query, in any language and spelling. */
export function findCommunities(db: Db, viewer: Viewer, search: Search, locale: Locale) {
  return searchCommunities(selectFound, db, viewer, search, locale);
}

/** Lists the communities that the viewer has not joined. */
export function listUnjoinedCommunities(db: Db, viewer: Viewer, page: number, locale: Locale) {
  return searchCommunities(selectUnjoined, db, viewer, { query: "", page }, locale);
}

export const selectJoined = statement(
  "communities.selectJoined",
  `
  select ${fullCommunityColumns}
  from communities c ${communityJoins}
  where member.user_pk is not null
  order by member.joined_at, member.place`,
);

/** Lists the communities that an account has joined, in the order of joining, and how many it may still join. */
export async function listJoined(db: Db, viewer: SignedIn, locale: Locale) {
  const rows = await selectJoined(db, { user_pk: viewer.user.pk, locale });
  return {
    communities: await toCommunities(db, viewer, rows, locale),
    remaining: maxJoinedCommunities - rows.length,
  };
}

/** The number of answers after which communities are suggested to an account that has joined none. */
const answersBeforeSuggestions = 3;

const selectSuggestionsDue = statement(
  "communities.selectSuggestionsDue",
  `
  select answers_count >= ${answersBeforeSuggestions} and not has_seen_community_suggestions
    and not exists (select from community_members membership where membership.user_pk = u.pk) as "is_due!"
  from users u where pk = :user_pk`,
);

/** Whether the page that suggests communities should be shown to an account. */
export async function areSuggestionsDue(db: Db, user_pk: number): Promise<boolean> {
  const [account] = await selectSuggestionsDue(db, { user_pk });
  return account?.is_due ?? false;
}

const selectTop = statement(
  "communities.selectTop",
  `
  select ${fullCommunityColumns}
  from communities c ${communityJoins}
  order by c.members_count desc, c.position, c.pk limit ${sampleCommunitiesCount}`,
);

/** Lists the communities with most members. */
export async function listTopCommunities(db: Db, viewer: Viewer, locale: Locale) {
  const rows = await selectTop(db, { user_pk: viewer.user?.pk ?? null, locale });
  return toCommunities(db, viewer, rows, locale);
}

const selectOne = statement(
  "communities.selectOne",
  `
  select ${fullCommunityColumns}, c.rules
  from communities c ${communityJoins}
  where c.id = :community_id and c.category_id = :category_id`,
);

/** Finds a community with its rules; undefined if it doesn't exist or has another category. */
export async function findCommunity(
  db: Db,
  viewer: Viewer,
  { community_id, category_id }: CommunityParameters,
  locale: Locale,
) {
  const parameters = { community_id, category_id, user_pk: viewer.user?.pk ?? null, locale };
  const [row] = await selectOne(db, parameters);
  if (!row) return undefined;
  const { rules, ...columns } = row;
  const [community] = await toCommunities(db, viewer, [columns], locale);
  return community && { community, rules: rules[locale] };
}

const maxSimilarCommunities = 5;

const selectSimilar = statement(
  "communities.selectRecommended",
  `
  select ${fullCommunityColumns}
  from communities origin
  join communities c on c.pk <> origin.pk ${communityJoins}
  left join similar_communities common
    on common.community_pk = origin.pk and common.similar_pk = c.pk
  where origin.id = :community_id and origin.category_id = :category_id
    and member.user_pk is null and mute.user_pk is null
  order by c.category_id = origin.category_id desc, coalesce(common.members_count, 0) desc,
    c.members_count desc, c.position, c.pk
  limit ${maxSimilarCommunities}`,
);

/** Lists the most similar communities that the viewer has neither joined nor muted. */
export async function listSimilarCommunities(
  db: Db,
  viewer: Viewer,
  { community_id, category_id }: CommunityParameters,
  locale: Locale,
) {
  const parameters = { community_id, category_id, user_pk: viewer.user?.pk ?? null, locale };
  const rows = await selectSimilar(db, parameters);
  return toCommunities(db, viewer, rows, locale);
}

const selectKey = statement(
  "communities.selectKey",
  "select pk, id, category_id from communities where id = :community_id and category_id = :category_id",
);

/** Finds the key of a community; undefined if it doesn't exist or has another category. */
export async function findCommunityKey(
  db: Db,
  { community_id, category_id }: CommunityParameters,
): Promise<Row<"communities.selectKey"> | undefined> {
  return (await selectKey(db, { community_id, category_id }))[0];
}
