import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";

/**
 * How many primary keys one file of the sitemap covers. A file has an address for each public row in
 * its range, so it stays below the protocol's limit of 50,000, and one range scan reads it.
 */
const keysPerFile = 10_000;

export const sitemapKinds = ["answers", "profiles"] as const;
export type SitemapKind = (typeof sitemapKinds)[number];

const selectLastKeys = statement(
  "discovery.selectLastKeys",
  `
  select (select max(pk) from answers) as answers, (select max(pk) from users) as profiles`,
);

/** The number of sitemap files of each kind. */
export async function countSitemapFiles(db: Db): Promise<Record<SitemapKind, number>> {
  const [last] = await selectLastKeys(db, {});
  const countFiles = (key: number | null = null) =>
    key === null ? 0 : Math.floor(Number(key) / keysPerFile) + 1;
  return { answers: countFiles(last?.answers), profiles: countFiles(last?.profiles) };
}

const selectPublicAnswers = statement(
  "discovery.selectPublicAnswers",
  `
  select q.uuid_hash, q.locale, coalesce(a.edited_at, a.answered_at) as "changed_at!"
  from answers a
  join questions q on q.pk = a.question_pk and q.is_ad_default
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where a.pk >= :first_pk and a.pk < :end_pk
  order by q.uuid_hash`,
);

/** The answered questions in one file of the sitemap; sensitive ones are left out. */
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
 * The profiles in one file of the sitemap, except those without an answer. They are in the
 * order of random ids, because the order of registration could tell who registered after asking.
 */
export async function listPublicProfiles(db: Db, file: number) {
  return selectPublicProfiles(db, getKeyRange(file));
}

function getKeyRange(file: number) {
  return { first_pk: file * keysPerFile, end_pk: (file + 1) * keysPerFile };
}

/** How many answers a feed has at most, of the answerer's newest 100; sensitive ones are left out. */
const maxFeedEntries = 30;

const selectFeed = statement(
  "discovery.selectFeed",
  `
  select u.account, u.displaying_name, e.*
  from users u
  left join lateral (
    select a.id as answer_id, a.text as answer_body, a.chosen_option, a.answered_at, a.edited_at,
      q.uuid_hash, q.body, q.options, q.locale
    from (
      select * from answers where answerer_pk = u.pk order by pk desc limit 100
    ) a
    join questions q on q.pk = a.question_pk and q.is_ad_default
    order by a.pk desc limit ${maxFeedEntries}
  ) e on true
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
