import type { CardTheme } from "@toibako/contract/cards.ts";
import { type Item, itemsPerPage, type QuestionType } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { relativeTime } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import type { SessionUser, Viewer } from "#platform/viewer.ts";
import { cardUrl } from "../cards/queries.ts";
import { mayLike } from "../likes/policy.ts";
import { shownStamp } from "../stamps/queries.ts";
import { isWithheld } from "./policy.ts";

/** An item as the database knows it; `answerer_pk` stays inside. */
export interface ItemRow
  extends Omit<
    Item,
    "relative_time" | "may_like" | "answered_at" | "image_url" | "stamp" | "is_withheld"
  > {
  stamp_id: string | null;
  answered_at: Date;
  answerer_pk: number;
  card_theme: CardTheme;
}

/** What every list of items selects of an answer `a`, its question `q` and its answerer `u`. */
export const itemColumns = `
  q.uuid_hash, q.body, q.is_ad_default, q.type, q.stamp_id, q.options, q.locale,
  a.id as answer_id, a.text as answer_body, a.chosen_option,
  a.likes_count as answer_likes_count, a.answered_at, u.pk as answerer_pk, u.card_theme,
  u.account as answered_user_account, u.displaying_name as answered_user_name,
  u.icon_url as answered_user_icon`;

/** Whether the actor in the given parameter likes answer `a`; nobody likes without a key. */
export const isLikedColumn = (parameter: string) => `
  exists (select 1 from answer_likes l where l.answer_pk = a.pk and l.actor_key = ${parameter}::bytea)
    as is_liked`;

/**
 * How many questions of the receiver `user` an answer to `q` answers: who answers stamps in batch
 * answers with it all that wait by the same stamp.
 */
export const answersAtOnce = (user: string) => `
  case when q.stamp_id is null or q.is_answered or not ${user}.is_batch_answer_to_stamp then 1
  else (
    select count(*)::int from questions same where same.receiver_pk = ${user}.pk
      and same.status = 'unread' and same.stamp_id = q.stamp_id
  ) + (q.status <> 'unread')::int end`;

export interface Answerable {
  type: QuestionType;
  options: string[] | null;
}

const answerable = statement<Answerable>(`
  select type, options from questions
  where uuid_hash = $1 and receiver_pk = $2 and status in ('unread', 'confirmed', 'hidden')`);
const answered = statement<Answerable>(`
  select q.type, q.options from answers a join questions q on q.pk = a.question_pk
  where a.id = $1 and a.answerer_pk = $2`);

/** What is asked, for whom it may concern: the receiver of the question. */
export async function findAnswerable(db: Db, question_id: string, receiver_pk: number) {
  return (await answerable(db, question_id, receiver_pk))[0];
}

/** What was asked where somebody gave this answer. */
export async function findAnswered(db: Db, id: string, answerer_pk: number) {
  return (await answered(db, id, answerer_pk))[0];
}

type Listed = { total_count: number } & (ItemRow | { uuid_hash: null });

const answersOfAccount = statement<Listed>(`
  select u.answers_count as total_count, ${itemColumns}, ${isLikedColumn("$3")}
  from users u
  left join lateral (
    select * from answers where answerer_pk = u.pk order by pk desc limit ${itemsPerPage} offset $2
  ) a on true
  left join questions q on q.pk = a.question_pk
  where lower(u.account) = lower($1) and u.left_at is null
  order by a.pk desc`);

const latestsBesides = statement<Listed>(`
  select u.answers_count - 1 as total_count, ${itemColumns}, ${isLikedColumn("$3")}
  from questions asked
  join answers answered on answered.question_pk = asked.pk
  join users u on u.pk = answered.answerer_pk and u.left_at is null
  left join lateral (
    select * from answers
    where answerer_pk = u.pk and pk <> answered.pk
    order by pk desc limit ${itemsPerPage} offset $2
  ) a on true
  left join questions q on q.pk = a.question_pk
  where asked.uuid_hash = $1
  order by a.pk desc`);

/** What an account answered, newest first; undefined when there is no such account. */
export function listItemsOf(db: Db, account: string, page: number, viewer: Viewer, locale: Locale) {
  return list(answersOfAccount, db, account, page, viewer, locale);
}

/** The newest other items of whoever answered the question; undefined when nobody did. */
export function listLatests(db: Db, uuid: string, page: number, viewer: Viewer, locale: Locale) {
  return list(latestsBesides, db, uuid, page, viewer, locale);
}

async function list(
  select: typeof answersOfAccount,
  db: Db,
  of: string,
  page: number,
  viewer: Viewer,
  locale: Locale,
) {
  const rows = await select(db, of, rowsBefore(page, itemsPerPage), viewer.sender_key ?? null);
  if (rows[0] === undefined) return undefined;
  return {
    items: rows.flatMap((row) => (row.uuid_hash === null ? [] : toItem(row, viewer, locale))),
    pager: pagerOf(page, itemsPerPage, rows[0].total_count),
  };
}

const nothingAsked = { body: "", options: null, stamp: null, chosen_option: null };

/** `is_withheld` where the viewer may see more, or less, than the item's own mark says. */
export function toItem(
  row: ItemRow,
  viewer: Viewer,
  locale: Locale,
  is_withheld = isWithheld(row.is_ad_default, viewer.user),
): Item {
  const { answerer_pk, answered_at, stamp_id, card_theme, ...item } = row;
  const owner = { card_theme, displaying_name: item.answered_user_name };
  return {
    ...item,
    stamp: shownStamp(stamp_id),
    ...(is_withheld && nothingAsked),
    is_withheld,
    image_url: cardUrl(item.uuid_hash, owner, is_withheld),
    relative_time: relativeTime(answered_at, locale),
    answered_at: answered_at.toISOString(),
    may_like: mayLike(viewer, answerer_pk),
  };
}

const answeredByUser = statement<{ uuid_hash: string }>(`
  select q.uuid_hash from answers a join questions q on q.pk = a.question_pk
  where a.answerer_pk = $1 order by a.pk desc limit 200`);

/**
 * The kept pages that show items of a person, by their paths without the locale. Of a very long list
 * of answers the newest; the others are rendered anew within the half minute that pages last.
 */
export async function findItemPages(db: Db, { pk, account }: SessionUser): Promise<string[]> {
  const answered = await answeredByUser(db, pk);
  return [`/${account}`, ...answered.map(({ uuid_hash }) => `/q/${uuid_hash}`)];
}
