import type { Locale } from "@toibako/contract/locales.ts";
import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { defaultTimeZone, formatDate } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import type { Viewer } from "#platform/viewer.ts";
import { isWithheld } from "../answers/policy.ts";
import { cardUrl } from "../cards/queries.ts";
import { shownStamp } from "../stamps/queries.ts";

// Counting stops where a badge would no longer change.
const countEnough = 100;

/** Counts the answers that the sender in $1 has not seen. */
export const unreadAnswersSql = `
  select count(*)::int from (
    select 1 from sent_questions s
    where s.sender_key = $1
      and s.answered_at > coalesce(
        (select accessed_at from outboxes where sender_key = $1), '-infinity')
    limit ${countEnough}
  ) unread`;

const unreadAnswers = statement<{ count: number }>(unreadAnswersSql);

/** How many answers came since the outbox was last opened, at most 100. */
export async function countUnreadAnswers(db: Db, sender_key: Buffer | undefined): Promise<number> {
  if (!sender_key) return 0;
  return (await unreadAnswers(db, sender_key))[0]?.count ?? 0;
}

type SentRow = Omit<
  SentAnswer,
  | "posted_ad"
  | "posted_ad__formatted_date"
  | "related_question_image_uri"
  | "related_question_stamp"
  | "is_withheld"
> & {
  stamp_id: string | null;
  is_ad_default: boolean;
  answered_at: Date;
  total_count: number;
};

const sentAnswers = statement<SentRow>(`
  select a.id, a.id as id_hash, a.text, a.answered_at, q.uuid_hash as related_question_id_hash,
    q.body as related_question_body, q.stamp_id, q.options as related_question_options,
    a.chosen_option, q.is_ad_default, u.icon_url as answered_user_icon_uri,
    u.displaying_name as answered_user_name, u.account as answered_user_toibako_id, a.likes_count,
    s.answered_at > coalesce(o.accessed_at, '-infinity') as is_unread,
    exists (select 1 from answer_likes l where l.answer_pk = a.pk and l.actor_key = $1)
      as has_been_liked_by_current_user,
    (select count(*)::int from sent_questions where sender_key = $1 and answered_at is not null)
      as total_count
  from (
    select question_pk, answered_at from sent_questions
    where sender_key = $1 and answered_at is not null
    order by answered_at desc, question_pk limit $2 offset $3
  ) s
  join questions q on q.pk = s.question_pk
  join answers a on a.question_pk = s.question_pk
  join users u on u.pk = a.answerer_pk and u.left_at is null
  left join outboxes o on o.sender_key = $1
  order by s.answered_at desc, s.question_pk`);

const total = statement<{ total_count: number }>(`
  select count(*)::int as total_count from sent_questions
  where sender_key = $1 and answered_at is not null`);

const withheld = {
  is_withheld: true,
  related_question_body: "",
  related_question_stamp: null,
  related_question_options: null,
  chosen_option: null,
};

/** Answers to what this sender asked, newest first. */
export async function listSentAnswers(
  db: Db,
  { sender_key, user }: Viewer,
  page: number,
  limit: number,
  locale: Locale,
) {
  if (!sender_key) return { answers: [], pager: pagerOf(page, limit, 0) };
  const rows = await sentAnswers(db, sender_key, limit, rowsBefore(page, limit));
  const total_count = rows[0]?.total_count ?? (await total(db, sender_key))[0]?.total_count ?? 0;
  const time_zone = user?.time_zone ?? defaultTimeZone;
  const answers = rows.map(({ answered_at, stamp_id, is_ad_default, ...row }) => ({
    ...row,
    related_question_stamp: shownStamp(stamp_id),
    related_question_image_uri: cardUrl(row.related_question_id_hash),
    is_withheld: false,
    ...(isWithheld(is_ad_default, user) && withheld),
    posted_ad: Math.floor(answered_at.getTime() / 1000),
    posted_ad__formatted_date: formatDate(answered_at, locale, time_zone),
  }));
  return { answers, pager: pagerOf(page, limit, total_count) };
}
