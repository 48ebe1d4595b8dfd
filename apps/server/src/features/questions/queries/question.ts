import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Question, QuestionStatus } from "@toibako/contract/questions.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { isWithheld } from "../../answers/policy.ts";
import {
  buildAnswersAtOnceSql,
  isLikedColumn,
  itemColumns,
  toItem,
} from "../../answers/queries.ts";
import { formatCardUrl, publicViewParameter } from "../../cards/queries.ts";
import { toShownStamp } from "../../stamps/queries.ts";

const selectWithAnswer = statement(
  "questions.selectWithAnswer",
  `
  select ${itemColumns}, ${isLikedColumn}, q.status, q.asked_hour, q.receiver_pk,
    r.account, r.card_theme as receiver_card_theme, r.displaying_name,
    r.icon_url as receiver_icon_url,
    ${buildAnswersAtOnceSql("r")} as "answers_at_once!"
  from questions q
  join users r on r.pk = q.receiver_pk and r.left_at is null
  left join (answers a join users u on u.pk = a.answerer_pk) on a.question_pk = q.pk
  where q.uuid_hash = :uuid_hash
    and (a.pk is not null
      or (q.receiver_pk = :user_pk?::bigint and q.status in ('unread', 'confirmed', 'hidden')))`,
);

/** A question with its answer. Only its receiver can read an unanswered one. */
export async function findQuestion(
  db: Db,
  uuid_hash: string,
  viewer: Viewer,
  locale: Locale,
): Promise<Question | undefined> {
  const user_pk = viewer.user?.pk ?? null;
  const parameters = { uuid_hash, like_actor: viewer.like_actor ?? null, user_pk };
  const [row] = await selectWithAnswer(db, parameters);
  if (!row) return undefined;
  const { status, account, asked_hour, receiver_pk, receiver_card_theme, ...rest } = row;
  const { displaying_name, receiver_icon_url: icon_url, answers_at_once, ...item } = rest;
  const is_mine = receiver_pk === user_pk;
  const isSensitive = item.answer_id !== null && !item.is_ad_default;
  // The answerer sees the text of a sensitive question, but its picture as everybody else sees it.
  const is_withheld = isSensitive && !is_mine && isWithheld(item.is_ad_default, viewer.user);
  const owner = { card_theme: receiver_card_theme, displaying_name, icon_url };
  const cardUrl = formatCardUrl(uuid_hash, owner, is_withheld);
  const image_url = isSensitive && is_mine ? `${cardUrl}&${publicViewParameter}` : cardUrl;
  return {
    uuid_hash,
    body: is_withheld ? "" : item.body,
    account,
    locale: item.locale,
    // The status is private to the receiver. Held and dropped questions are not selected, so it is one
    // of the inbox.
    status: is_mine ? (status as QuestionStatus) : "confirmed",
    type: item.type,
    stamp: is_withheld ? null : toShownStamp(item.stamp_id),
    options: is_withheld ? null : item.options,
    image_url,
    asked_hour: asked_hour.toISOString(),
    asked_date_time__formatted_for_user: formatDate(
      "hour",
      asked_hour,
      createDateReader(locale, viewer.user),
    ),
    is_mine,
    is_welcome: item.is_welcome,
    answers_at_once: is_mine ? answers_at_once : 1,
    item:
      item.answer_id === null ? null : { ...toItem(item, viewer, locale, is_withheld), image_url },
  };
}
