import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { AssociatedCommunity } from "@toibako/contract/communities.ts";
import type { Locale, TranslatedText } from "@toibako/contract/locales.ts";
import type { CardOwner } from "../../cards/queries.ts";

/**
 * Builds SQL that selects the columns of the community of a question; null for a question to an account. `question` is
 * the alias of the question. The statement needs the join of `buildCommunityJoin`, which takes almost no time if the
 * question has no community.
 */
export const buildCommunityColumns = (question: string) => `
  community.id as community_id, community.category_id as community_category_id,
  community.names as community_names, community.card_theme as community_card_theme,
  exists (
    select from community_languages ranked
    where ranked.community_pk = ${question}.community_pk and ranked.locale = ${question}.locale
      and ranked.is_popular
  ) as "is_community_popular!"`;

/** Builds SQL that joins the community of the question with the alias `question`. */
export const buildCommunityJoin = (question: string) =>
  `left join communities community on community.pk = ${question}.community_pk`;

/** The columns of the community of the question `q`; the statement needs `communityJoin`. */
export const communityColumns = buildCommunityColumns("q");

/** Joins the community of the question `q`. */
export const communityJoin = buildCommunityJoin("q");

/**
 * SQL expression: the key of the answer that an address names: the only answer to a question to an account, or the
 * answer `:answer_id` to a question of a community. `question` is the alias of the question.
 */
export const buildAnswerKeySql = (question: string) => `
  case when ${question}.community_pk is null
    then (select named.pk from answers named where named.question_pk = ${question}.pk limit 1)
    else (
      select named.pk from answers named
      where named.id = :answer_id?::text and named.question_pk = ${question}.pk
    )
  end`;

/** A row with `communityColumns`. */
export interface CommunityColumns {
  community_id: string | null;
  community_category_id: string | null;
  community_names: TranslatedText | null;
  community_card_theme: CardTheme | null;
  is_community_popular: boolean;
}

/** Returns the community of a row, with its name in this language; null for a question to an account. */
export function toAssociatedCommunity(
  { community_id, community_category_id, community_names, is_community_popular }: CommunityColumns,
  locale: Locale,
): AssociatedCommunity | null {
  if (community_id === null || community_category_id === null || community_names === null) {
    return null;
  }
  return {
    id: community_id,
    category_id: community_category_id,
    name: community_names[locale],
    is_popular: is_community_popular,
  };
}

/** Returns the fields of a community that the picture of its question shows, in the question's language. */
export function findCommunityCardOwner(
  { community_names, community_card_theme }: CommunityColumns,
  question_locale: Locale,
): CardOwner | undefined {
  if (community_names === null || community_card_theme === null) return undefined;
  const displaying_name = `#${community_names[question_locale]}`;
  return { card_theme: community_card_theme, displaying_name, icon_url: null };
}

/**
 * Returns the paths, without the locale, of the cached pages that list a community's questions or show this question.
 * The page of a question has two addresses, with and without a slash at the end.
 */
export function listCommunityPages(
  { id, category_id }: Pick<AssociatedCommunity, "id" | "category_id">,
  uuid_hash?: string,
): string[] {
  const page = formatCommunityPath({ id, category_id });
  const questionPage = `${page}/items/${uuid_hash}`;
  return [
    page,
    `${page}/items`,
    ...(uuid_hash === undefined ? [] : [questionPage, `${questionPage}/`]),
  ];
}

/** The paths, without the locale, of the cached pages that show the samples of communities. */
export const pagesWithSamples = ["/", "/communities/samples"];

/**
 * Returns the paths, without the locale, of the cached pages that show a question and its answers. The ids are null
 * for a question to an account.
 */
export function listQuestionPages(row: {
  uuid_hash: string;
  community_id: string | null;
  category_id: string | null;
}): string[] {
  const { uuid_hash, community_id: id, category_id } = row;
  const page = `/q/${uuid_hash}`;
  if (id === null || category_id === null) return [page];
  return [page, ...listCommunityPages({ id, category_id }, uuid_hash)];
}
