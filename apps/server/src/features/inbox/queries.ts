import type { InboxCounts, ReceivedItem } from "@toibako/contract/inbox.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { changeTypes, type QuestionStatus } from "@toibako/contract/questions.ts";
import { formatHour, relativeHour } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { answersAtOnce } from "../answers/queries.ts";
import { cardUrl } from "../cards/queries.ts";
import { shownStamp } from "../stamps/queries.ts";

interface ReceivedRow
  extends Pick<
    ReceivedItem,
    | "uuid_hash"
    | "body"
    | "locale"
    | "status"
    | "type"
    | "options"
    | "is_self"
    | "is_baton"
    | "is_answered"
    | "answers_at_once"
  > {
  asked_hour: Date;
  stamp_id: string | null;
  answer_id: string | null;
  answer_text: string;
  chosen_option: number | null;
  answered_at: Date;
}

type Listed = InboxCounts & (ReceivedRow | { uuid_hash: null });

const day = 86_400_000;

// The rows of earlier pages are passed over in the index alone.
/** One statement for each status, so that a plan suits how many there are of it. */
const received = Object.fromEntries(
  (["unread", "confirmed", "hidden"] as const).map((status) => [
    status,
    statement<Listed>(`
      select u.unread_questions_count as unread, u.confirmed_questions_count as confirmed,
        u.hidden_questions_count as hidden, u.held_questions_count as held, q.uuid_hash, q.body, q.locale, q.status,
        q.type, q.stamp_id, q.options, q.is_self, q.is_baton, q.asked_hour, q.is_answered,
        a.id as answer_id, a.text as answer_text, a.chosen_option, a.answered_at,
        ${answersAtOnce("u")} as answers_at_once
      from users u
      left join lateral (
        select found.* from (
          select uuid_hash from questions where receiver_pk = u.pk and status = '${status}'
          order by asked_hour desc, uuid_hash limit $2 offset $3
        ) page join questions found using (uuid_hash)
      ) q on true
      left join answers a on q.is_answered and a.question_pk = q.pk
      where u.pk = $1
      order by q.asked_hour desc, q.uuid_hash`),
  ]),
) as Record<QuestionStatus, (db: Db, ...values: number[]) => Promise<Listed[]>>;

/** What somebody received in one status, newest hour first; within an hour in no telling order. */
export async function listReceived(
  db: Db,
  user: SessionUser,
  status: QuestionStatus,
  page: number,
  limit: number,
  locale: Locale,
) {
  const rows = await received[status](db, user.pk, limit, rowsBefore(page, limit));
  const { unread = 0, confirmed = 0, hidden = 0, held = 0 } = rows[0] ?? {};
  const counts = { unread, confirmed, hidden, held };
  return {
    items: rows.flatMap((row) => (row.uuid_hash === null ? [] : toReceivedItem(row, user, locale))),
    pager: pagerOf(page, limit, counts[status]),
    counts,
  };
}

const enumOf = Object.fromEntries(
  Object.entries(changeTypes).map(([word, status]) => [status, word]),
) as Record<QuestionStatus, ReceivedItem["enum_status"]>;

/** The drawings on our postage, by the names of their files. */
export const eyeCatches = [
  "bird",
  "cake",
  "cat",
  "cup",
  "fish",
  "flower",
  "leaf",
  "moon",
  "mountain",
  "note",
  "star",
  "umbrella",
] as const;

/** A question keeps its drawing; as the id is random, the drawing tells nothing. */
function eyeCatchOf(uuid_hash: string): string {
  const place = Buffer.from(uuid_hash).reduce((sum, byte) => sum + byte, 0) % eyeCatches.length;
  return `/pictures/eye-catches/${eyeCatches[place]}.svg`;
}

function toReceivedItem(row: ReceivedRow, user: SessionUser, locale: Locale): ReceivedItem {
  const { stamp_id, answer_id, answer_text, chosen_option, answered_at, ...shown } = row;
  const { uuid_hash, status, type, asked_hour } = shown;
  const image_url = cardUrl(uuid_hash, user);
  const page = `/${locale}/q/${uuid_hash}${type === "choose" ? "?type=choose" : ""}`;
  return {
    ...shown,
    answer:
      answer_id === null
        ? null
        : {
            id: answer_id,
            text: answer_text,
            chosen_option,
            answered_at: answered_at.toISOString(),
          },
    stamp: shownStamp(stamp_id),
    image_url,
    eye_catch_url: eyeCatchOf(uuid_hash),
    enum_status: enumOf[status],
    is_new: status === "unread" && Date.now() - asked_hour.getTime() < day,
    has_not_been_read_yet: status === "unread",
    has_been_read: status === "confirmed",
    moved_to_recycle_bin: status === "hidden",
    asked_hour: asked_hour.toISOString(),
    asked_date_time__formatted_for_user: formatHour(asked_hour, locale, user.time_zone),
    relative_time: relativeHour(asked_hour, locale),
    associated_community: null,
    separate_page_uri_for_this_question: page,
    answers_page_uri: page,
    is_choose_question: type === "choose",
    report_about_all_questions_of_same_user_flag: !row.is_self,
  };
}
