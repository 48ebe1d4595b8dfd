import type { QuestionType } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Notice, type NoticeKind, noticesPerPage } from "@toibako/contract/notices.ts";
import { formatHour } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import { type TextKey, text } from "#platform/texts.ts";
import type { SignedIn } from "#platform/viewer.ts";

interface NoticeRow {
  id: string;
  kind: NoticeKind;
  count: number;
  name: string | null;
  urn: string;
  happened_at: Date;
  is_new: boolean;
  /** Of the question that arrived, when it is still there. */
  question_type: QuestionType | null;
  is_baton: boolean | null;
}

const columns = `n.id, n.kind, n.count, n.name, n.urn, n.happened_at, n.seen_at is null as is_new,
  q.type as question_type, q.is_baton`;

const notices = `notices n
  left join questions q on n.kind = 'new_question' and q.uuid_hash = n.subject`;

const page = statement<NoticeRow & { total_count: number }>(`
  select ${columns},
    (select count(*)::int from notices where owner_key = $1) as total_count
  from ${notices} where n.owner_key = $1
  order by n.happened_at desc, n.id limit ${noticesPerPage} offset $2`);

const one = statement<NoticeRow>(
  `select ${columns} from ${notices} where n.owner_key = $1 and n.id = $2`,
);

const total = statement<{ count: number }>(
  "select count(*)::int as count from notices where owner_key = $1",
);

/** Counts what the person in $1 has not seen, up to what a badge can show. */
export const unseenNoticesSql = `
  select count(*)::int from (
    select 1 from notices where owner_key = $1 and seen_at is null limit 100
  ) unseen`;

const unseen = statement<{ count: number }>(unseenNoticesSql);

const badges = statement<{ keyword: string; uuid_hash: string }>(
  "select keyword, uuid_hash from badges where user_pk = $1 order by keyword",
);

export async function listNotices(db: Db, viewer: SignedIn, current_page: number, locale: Locale) {
  const rows = await page(db, viewer.sender_key, rowsBefore(current_page, noticesPerPage));
  const total_count = rows[0]?.total_count ?? (await total(db, viewer.sender_key))[0]?.count ?? 0;
  return {
    notices: rows.map((row) => toNotice(row, viewer, locale)),
    pager: pagerOf(current_page, noticesPerPage, total_count),
  };
}

export async function findNotice(db: Db, viewer: SignedIn, id: string, locale: Locale) {
  const [row] = await one(db, viewer.sender_key, id);
  return row && toNotice(row, viewer, locale);
}

export async function hasUnseenNotices(db: Db, owner_key: Buffer): Promise<boolean> {
  return ((await unseen(db, owner_key))[0]?.count ?? 0) > 0;
}

export function listBadges(db: Db, user_pk: number) {
  return badges(db, user_pk);
}

function toNotice(row: NoticeRow, { user }: SignedIn, locale: Locale): Notice {
  const { id, kind, is_new, count, happened_at } = row;
  return {
    id,
    kind,
    is_new,
    text: text(locale, textKey(row), { count, name: row.name ?? "" }),
    formatted_date_time: formatHour(happened_at, locale, user.time_zone),
    urn: `/${locale}${row.urn}`,
  };
}

/** A question is named by the way it came. */
function textKey({ kind, question_type, is_baton }: NoticeRow): TextKey {
  if (kind !== "new_question") return `notice_${kind}`;
  if (is_baton) return "notice_new_baton";
  if (question_type === "stamp" || question_type === "choose") return `notice_new_${question_type}`;
  return "notice_new_question";
}

const asked = statement<{ receiver_pk: number; asked_hour: Date }>(
  `select receiver_pk, asked_hour from questions where uuid_hash = $1 and status = 'unread'`,
);

const answered = statement<{ sender_key: Buffer; account: string; name: string }>(`
  select s.sender_key, u.account, u.displaying_name as name
  from questions q
  join sent_questions s on s.question_pk = q.pk
  join answers a on a.question_pk = q.pk
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where q.uuid_hash = $1 and not q.is_self`);

const liked = statement<{
  id: string;
  answerer_pk: number;
  likes_count: number;
  uuid_hash: string;
}>(`
  select a.id, a.answerer_pk, a.likes_count, q.uuid_hash
  from answers a join questions q on q.pk = a.question_pk
  where a.pk = $1 and a.likes_count > 0`);

const followed = statement<{ id: string; account: string; name: string }>(`
  select u.id, u.account, u.displaying_name as name
  from follows f join users u on u.pk = f.follower_pk and u.left_at is null
  where f.follower_pk = $1 and f.followed_pk = $2`);

/** Who follows whom, as long as they do. */
export async function findFollowed(db: Db, follower_pk: number, followed_pk: number) {
  return (await followed(db, follower_pk, followed_pk))[0];
}

/** Who waits for a question that is still unread; undefined when nobody does. */
export async function findAsked(db: Db, uuid_hash: string) {
  return (await asked(db, uuid_hash))[0];
}

/** Whose question was answered, as a keyed hash, and by whom. */
export async function findAnswered(db: Db, uuid_hash: string) {
  return (await answered(db, uuid_hash))[0];
}

export async function findLiked(db: Db, answer_pk: number) {
  return (await liked(db, answer_pk))[0];
}
