import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Question, QuestionAddress, QuestionStatus } from "@toibako/contract/questions.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { isWithheld } from "../../answers/policy.ts";
import {
  buildAnswersAtOnceSql,
  isLikedColumn,
  itemColumns,
  toItem,
} from "../../answers/queries.ts";
import {
  type CardOwner,
  findCardAnswer,
  formatCardUrl,
  publicViewParameter,
} from "../../cards/queries.ts";
import {
  buildAnswerKeySql,
  communityJoin,
  findCommunityCardOwner,
  toAssociatedCommunity,
} from "../../communities/queries/associated.ts";
import { isItemUnreportedSql } from "../../moderation/queries.ts";
import { toShownStamp } from "../../stamps/queries.ts";
import { toPaper } from "../policy.ts";

// `receiver` is the receiver of the question, `u` the answerer. `answers_at_once` is the number of questions
// that one answer of the receiver answers. A daily question is a copy. By the copy's id, its receiver finds the
// original, and nobody else finds anything.
const selectWithAnswer = statement(
  "questions.selectWithAnswer",
  `
  select ${itemColumns}, ${isLikedColumn}, q.status, q.paper, q.is_self, q.asked_hour,
    coalesce(q.receiver_pk, a.answerer_pk) as owner_pk, coalesce(receiver.account, u.account) as account,
    receiver.card_theme as receiver_card_theme, receiver.displaying_name, receiver.icon_url as receiver_icon_url,
    ${buildAnswersAtOnceSql("receiver")} as "answers_at_once!"
  from questions q
  left join users receiver on receiver.pk = q.receiver_pk and receiver.left_at is null
  left join (
    answers a join users u on u.pk = a.answerer_pk and u.left_at is null
  ) on a.pk = ${buildAnswerKeySql("q")}
  ${communityJoin}
  where q.pk = (
      select coalesce(original_pk, pk) from questions
      where uuid_hash = :uuid_hash and (original_pk is null or receiver_pk = :user_pk?::bigint)
    )
    and case
      when q.community_pk is null then receiver.pk is not null and (a.pk is not null
        or (q.receiver_pk = :user_pk? and q.status in ('unread', 'confirmed', 'hidden')))
      when a.pk is null then :answer_id? is null
        and (q.status in ('shown', 'deleted') or :is_sender::boolean and q.status = 'held')
      else q.status in ('shown', 'deleted')
    end
    and ${isItemUnreportedSql}`,
);

/**
 * Finds a question with its answer. Only its receiver can read an unanswered question. A question of a
 * community is found with the answer that the address names, or without an answer if it names none. It is not
 * found if the viewer has reported the question or that answer. A held one is found only by its sender.
 */
export async function findQuestion(
  db: Db,
  address: QuestionAddress,
  viewer: Viewer,
  locale: Locale,
  is_sender = false,
): Promise<Question | undefined> {
  const user_pk = viewer.user?.pk ?? null;
  const [row] = await selectWithAnswer(db, {
    uuid_hash: address.uuid_hash,
    answer_id: address.answer_id ?? null,
    like_actor: viewer.like_actor ?? null,
    user_pk,
    is_sender,
  });
  if (!row) return undefined;
  const { status, account, asked_hour, owner_pk, answers_at_once, ...item } = row;
  const { uuid_hash } = item;
  const is_mine = owner_pk !== null && owner_pk === user_pk;
  const is_withheld = isSensitive(row) && !is_mine && isWithheld(item.is_ad_default, viewer.user);
  const owner = findCardOwner(row);
  const image_url = chooseImageUrl(row, owner, is_mine, is_withheld);
  return {
    uuid_hash,
    body: is_withheld ? "" : item.body,
    account: account ?? "",
    locale: item.locale,
    // The status is private to the receiver. It is a status of the inbox, because held and dropped questions
    // are not selected. A question of a community has no such status.
    status: is_mine && item.community_id === null ? (status as QuestionStatus) : "confirmed",
    type: item.type,
    stamp: is_withheld ? null : toShownStamp(item.stamp_id),
    options: is_withheld ? null : item.options,
    image_url,
    card_theme: owner.card_theme,
    paper: findShownPaper(row, is_mine),
    asked_hour: asked_hour.toISOString(),
    asked_date_time__formatted_for_user: formatDate(
      "hour",
      asked_hour,
      createDateReader(locale, viewer.user),
    ),
    is_mine,
    is_welcome: item.is_welcome,
    is_reportable: is_mine && isReportable(row),
    is_deleted: item.is_deleted,
    associated_community: toAssociatedCommunity(item, locale),
    answers_at_once: is_mine ? answers_at_once : 1,
    item:
      item.answer_id === null ? null : { ...toItem(item, viewer, locale, is_withheld), image_url },
  };
}

type QuestionRow = Row<"questions.selectWithAnswer">;

/** The paper is shown to the receiver until the question is answered. */
const findShownPaper = ({ answer_id, paper, uuid_hash }: QuestionRow, is_mine: boolean) =>
  is_mine && answer_id === null ? toPaper(paper, uuid_hash) : null;

/** Whether its receiver can report a question, as in the inbox. */
const isReportable = (row: QuestionRow) =>
  row.community_id === null && row.status === "unread" && !row.is_self && !row.is_welcome;

const isSensitive = (row: QuestionRow) => row.answer_id !== null && !row.is_ad_default;

/**
 * Chooses the picture of a question. The answerer of a sensitive question gets the same picture as everybody
 * else.
 */
function chooseImageUrl(
  row: QuestionRow,
  owner: CardOwner,
  is_mine: boolean,
  is_withheld: boolean,
): string {
  const url = formatCardUrl(row.uuid_hash, owner, is_withheld, findCardAnswer(row));
  return isSensitive(row) && is_mine ? `${url}&${publicViewParameter}` : url;
}

/** Finds the receiver or the community whose theme and picture the card of a question shows. */
function findCardOwner(row: QuestionRow): CardOwner {
  if (row.receiver_card_theme !== null) {
    const { receiver_card_theme: card_theme, displaying_name, receiver_icon_url: icon_url } = row;
    return { card_theme, displaying_name, icon_url };
  }
  const community = findCommunityCardOwner(row, row.locale);
  if (!community) throw new Error("a question has neither a receiver nor a community");
  return community;
}
