import type { QuestionType } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { defaultTimeZone, formatHour } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import type { Viewer } from "#platform/viewer.ts";
import { isWithheld } from "../answers/policy.ts";
import {
  answersAtOnce,
  type ItemRow,
  isLikedColumn,
  itemColumns,
  toItem,
} from "../answers/queries.ts";
import { asEverybody, type CardOwner, cardUrl } from "../cards/queries.ts";
import { shownStamp } from "../stamps/queries.ts";

type QuestionRow = Pick<Question, "uuid_hash" | "body" | "locale" | "status"> & {
  receiver_pk: number;
  account: string;
  asked_hour: Date;
  type: QuestionType;
  stamp_id: string | null;
  options: string[] | null;
  answers_at_once: number;
} & CardOwner &
  (ItemRow | { answer_id: null });

const questionWithAnswer = statement<QuestionRow>(`
  select ${itemColumns}, ${isLikedColumn("$2")}, q.status, q.asked_hour, q.receiver_pk, q.type, q.stamp_id, q.options, r.account,
         r.card_theme, r.displaying_name, ${answersAtOnce("r")} as answers_at_once
  from questions q
  join users r on r.pk = q.receiver_pk and r.left_at is null
  left join answers a on a.question_pk = q.pk
  left join users u on u.pk = a.answerer_pk
  where q.uuid_hash = $1
    and (a.pk is not null or (q.receiver_pk = $3::bigint and q.status in ('unread', 'confirmed', 'hidden')))`);

/** A question with its answer; an unanswered one is there for its receiver alone. */
export async function findQuestion(
  db: Db,
  uuid: string,
  viewer: Viewer,
  locale: Locale,
): Promise<Question | undefined> {
  const user_pk = viewer.user?.pk ?? null;
  const [row] = await questionWithAnswer(db, uuid, viewer.sender_key ?? null, user_pk);
  if (!row) return undefined;
  // What is left over is the item alone: an unknown field has no place in the answer.
  const { status, account, asked_hour, receiver_pk, displaying_name, answers_at_once, ...item } =
    row;
  const { uuid_hash } = item;
  const is_mine = receiver_pk === user_pk;
  const is_sensitive = item.answer_id !== null && !item.is_ad_default;
  // Who answered it knows what it asks, and is shown the picture that others will see.
  const is_withheld = is_sensitive && !is_mine && isWithheld(false, viewer.user);
  const owner = { card_theme: item.card_theme, displaying_name };
  const own_url = cardUrl(uuid_hash, owner, is_withheld);
  const image_url = is_sensitive && is_mine ? `${own_url}&${asEverybody}` : own_url;
  return {
    uuid_hash,
    body: is_withheld ? "" : item.body,
    account,
    locale: item.locale,
    // Where a question lies in its receiver's inbox is nobody else's business.
    status: is_mine ? status : "confirmed",
    type: item.type,
    stamp: is_withheld ? null : shownStamp(item.stamp_id),
    options: is_withheld ? null : item.options,
    image_url,
    asked_date_time__formatted_for_user: formatHour(
      asked_hour,
      locale,
      viewer.user?.time_zone ?? defaultTimeZone,
    ),
    is_mine,
    answers_at_once: is_mine ? answers_at_once : 1,
    item:
      item.answer_id === null ? null : { ...toItem(item, viewer, locale, is_withheld), image_url },
  };
}
