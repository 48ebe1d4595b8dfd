import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

/**
 * How many primary keys one file of the sitemap covers. A file has at most one address for each key of
 * its range, so it stays below the protocol's limit of 50,000, and one range scan reads it.
 */
const keysPerFile = 10_000;

export const sitemapKinds = ["answers", "profiles", "communities"] as const;
export type SitemapKind = (typeof sitemapKinds)[number];

const selectLastKeys = statement(
  "discovery.selectLastKeys",
  `
  select (select max(pk) from answers) as answers, (select max(pk) from users) as profiles,
    (select max(pk) from communities) as communities`,
);

export async function countSitemapFiles(db: Db): Promise<Record<SitemapKind, number>> {
  const [last] = await selectLastKeys(db, {});
  const countFiles = (key: number | null = null) =>
    key === null ? 0 : Math.floor(Number(key) / keysPerFile) + 1;
  return {
    answers: countFiles(last?.answers),
    profiles: countFiles(last?.profiles),
    // Each community has its own file; see `findCommunityQuestions`.
    communities: last?.communities ?? 0,
  };
}

const selectPublicAnswers = statement(
  "discovery.selectPublicAnswers",
  `
  select q.uuid_hash, q.locale, coalesce(a.edited_at, a.answered_at) as "changed_at!"
  from answers a
  join questions q on q.pk = a.question_pk and q.is_ad_default
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where a.pk >= :first_pk and a.pk < :end_pk and a.community_pk is null
  order by q.uuid_hash`,
);

/**
 * Lists the answered questions in one file of the sitemap. Sensitive questions are left out; questions of communities are
 * in other files.
 */
export async function listPublicAnswers(db: Db, file: number) {
  return selectPublicAnswers(db, getKeyRange(file));
}

const selectPublicProfiles = statement(
  "discovery.selectPublicProfiles",
  `
  select account, locale from users
  where pk >= :first_pk and pk < :end_pk and left_at is null and answers_count > 0
  order by id`,
);

/**
 * Lists the profiles with answers in one file of the sitemap. They are in the order of random ids, because the order
 * of registration could reveal who registered just after they had asked a question.
 */
export async function listPublicProfiles(db: Db, file: number) {
  return selectPublicProfiles(db, getKeyRange(file));
}

/** Of each community, the sitemap lists only this number of the newest questions. */
const maxCommunityQuestions = 20_000;

const selectCommunityQuestions = statement(
  "discovery.selectCommunityQuestions",
  `
  select c.id, c.category_id, listed.uuid_hash, listed.locale
  from communities c left join lateral (
    select q.uuid_hash, q.locale
    from (
      select question_pk from community_questions where community_pk = c.pk
      order by asked_hour desc, random_order limit ${maxCommunityQuestions}
    ) newest join questions q on q.pk = newest.question_pk
  ) listed on true
  where c.pk = :community_pk
  order by listed.uuid_hash`,
);

/**
 * Finds the community that a file of the sitemap lists, with its questions. Each community has its own file, because
 * files for ranges of questions' keys would reveal how many questions exist, including those to accounts.
 */
export async function findCommunityQuestions(db: Db, file: number) {
  const rows = await selectCommunityQuestions(db, { community_pk: file + 1 });
  return {
    community: rows[0],
    questions: rows.flatMap((row) => (row.uuid_hash === null ? [] : [row])),
  };
}

function getKeyRange(file: number) {
  return { first_pk: file * keysPerFile, end_pk: (file + 1) * keysPerFile };
}

const maxFeedEntries = 30;
/** Only this number of an account's newest answers is searched for answers that may be in its feed. */
const maxFeedCandidates = 100;

const selectFeed = statement(
  "discovery.selectFeed",
  `
  select u.account, u.displaying_name, entry.*
  from users u
  left join lateral (
    select a.id as answer_id, a.text as answer_body, a.chosen_option, a.answered_at, a.edited_at,
      a.community_pk is not null as is_of_community, q.uuid_hash, q.body, q.options, q.locale
    from (
      select * from answers where answerer_pk = u.pk order by pk desc limit ${maxFeedCandidates}
    ) a
    join questions q on q.pk = a.question_pk and q.is_ad_default and q.status <> 'deleted'
    where a.is_ad_default
    order by a.pk desc limit ${maxFeedEntries}
  ) entry on true
  where lower(u.account) = lower(:account) and u.left_at is null`,
);

type FeedRow = Row<"discovery.selectFeed">;
type FeedEntry = Omit<Extract<FeedRow, { uuid_hash: string }>, "account" | "displaying_name">;

/** The newest public answers of an account. */
export interface Feed {
  account: string;
  displaying_name: string;
  entries: FeedEntry[];
}

/** Finds the feed of an account; undefined if there is no such account or its owner has left it. */
export async function findFeed(db: Db, account: string): Promise<Feed | undefined> {
  const rows = await selectFeed(db, { account });
  const [first] = rows;
  if (!first) return undefined;
  const { displaying_name } = first;
  const entries = rows.filter((row): row is FeedRow & FeedEntry => row.uuid_hash !== null);
  return { account: first.account, displaying_name, entries };
}
