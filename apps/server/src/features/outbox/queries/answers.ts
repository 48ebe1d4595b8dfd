import { getIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { sentPerPage } from "@toibako/contract/outbox.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isWithheld } from "../../answers/policy.ts";
import { findCardAnswer, formatCardUrl } from "../../cards/queries.ts";
import {
  communityColumns,
  communityJoin,
  toAssociatedCommunity,
} from "../../communities/queries/associated.ts";
import { findBlockedAccounts, isAnswerShownSql } from "../../moderation/queries.ts";
import { combineUnreadAnswers, maxNoticeDays } from "../../notices/policy.ts";
import { readCachedStatesAndBadges } from "../../notices/queries/read-states.ts";
import { isAdopted, listSenderTags } from "../../questions/queries/sender-tags.ts";
import { chooseSenderText, toShownStamp } from "../../stamps/queries.ts";

/** Finds the answers that a sender has not seen yet. */
async function findUnreadAnswers(services: Pick<Services, "db" | "secrets">, viewer: Viewer) {
  return combineUnreadAnswers((await readCachedStatesAndBadges(services, viewer)).states);
}

/** Counts a sender's unread answers, at most 100. */
export async function countUnreadAnswers(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<number> {
  // The questions of an adopted visitor belong to the account, and only the account sees their answers.
  if (await isAdopted(services.db, services.secrets, viewer)) return 0;
  return (await findUnreadAnswers(services, viewer)).count;
}

// A question to a community has one notice for each day (UTC) with answers, so `days` identifies its notices.
// Days whose notices have expired are left out. Each day is looked up in the index `answers_of_question_by_time`, because
// a question can have 100,000 answers.
const selectAnsweredQuestions = statement(
  "outbox.selectAnsweredQuestions",
  `
  select q.uuid_hash, case when q.community_pk is not null then array(
      select to_char(day, 'YYYY-MM-DD')
      from generate_series(
        date_trunc('day', now() at time zone 'UTC') - interval '${maxNoticeDays} days',
        now() at time zone 'UTC', interval '1 day'
      ) as given (day)
      where exists (
        select from answers a where a.question_pk = q.pk and a.community_pk is not null
          and a.answered_at >= day at time zone 'UTC'
          and a.answered_at < (day + interval '1 day') at time zone 'UTC'
      )
    ) end as days
  from unnest(:tags::bytea[]) as own (tag)
  join sent_questions on sent_questions.tag = own.tag
  join questions q on q.pk = sent_questions.question_pk
  where exists (select from answers a where a.question_pk = q.pk)`,
);

/**
 * Lists a sender's answered questions. `days` is null for a question to an account. For a question to a
 * community, it lists the days with answers whose notices may still exist.
 */
export async function listAnsweredQuestions(
  db: Db,
  services: Pick<Services, "secrets" | "sent_counts">,
  viewer: Viewer,
): Promise<Row<"outbox.selectAnsweredQuestions">[]> {
  const tags = await listSenderTags(db, services, viewer);
  return selectAnsweredQuestions(db, { tags });
}

/** Of one question, only this number of the newest answers is listed; its page lists all of them. */
const maxAnswersPerQuestion = 1_000;

// Selects the total even for a page past the end, so that the client can find the last page. Only the newest answer to
// a question can be unread.
const selectSentAnswers = statement(
  "outbox.selectSentAnswers",
  `
  with found_answers as (
    select a.* from unnest(:tags::bytea[]) as own (tag)
    join sent_questions on sent_questions.tag = own.tag
    cross join lateral (
      select a.pk, a.id, a.answered_at from answers a join users u on u.pk = a.answerer_pk and u.left_at is null
      where a.question_pk = sent_questions.question_pk
        and (a.community_pk is null or ${isAnswerShownSql})
      order by a.pk desc limit ${maxAnswersPerQuestion}
    ) a
  )
  select total.total_count as "total_count!", page.* from (select count(*)::int as total_count from found_answers) total
  left join lateral (
    select found.id, found.id as id_hash, found.text, found.answered_at, q.uuid_hash as related_question_id_hash,
      q.body as related_question_body, q.stamp_id, stamps.texts as stamp_texts, q.options as related_question_options,
      found.chosen_option, q.is_ad_default and found.is_ad_default as "is_ad_default!",
      u.card_theme, u.icon_url as answered_user_icon_uri,
      u.displaying_name as answered_user_name, u.account as answered_user_toibako_id, found.likes_count,
      exists (select 1 from answer_likes likes where likes.answer_pk = found.pk and likes.actor_key = :like_actor?)
        as has_been_liked_by_current_user,
      not exists (
        select from answers later where later.question_pk = found.question_pk and later.pk > found.pk
      ) as "is_newest!", ${communityColumns}
    from (
      select pk from found_answers where ${isInReachSql} order by answered_at desc, id limit :limit offset :offset
    ) listed
    join answers found using (pk)
    join questions q on q.pk = found.question_pk
    join users u on u.pk = found.answerer_pk
    left join stamps on stamps.id = q.stamp_id
    ${communityJoin}
  ) page on true
  order by page.answered_at desc, page.id`,
);

/** These values replace the fields of an answer whose question is withheld from the viewer. */
const withheldFields = {
  is_withheld: true,
  related_question_body: "",
  related_question_stamp: null,
  related_question_options: null,
  chosen_option: null,
};

/** Lists the answers to a sender's questions, newest first. */
export async function listSentAnswers(
  services: Pick<Services, "db" | "secrets" | "sent_counts">,
  viewer: Viewer,
  page: number,
  locale: Locale,
) {
  const { db } = services;
  const limit = viewer.user ? sentPerPage.user : sentPerPage.visitor;
  const tags = await listSenderTags(db, services, viewer);
  if (tags.length === 0) return { answers: [], pager: createPager(page, limit, 0) };
  const pageRows = await selectSentAnswers(db, {
    tags,
    user_pk: viewer.user?.pk ?? null,
    blocked_pks: await findBlockedAccounts(services, viewer),
    like_actor: viewer.like_actor ?? null,
    limit,
    offset: countRowsBefore(page, limit),
  });
  const rows = pageRows.flatMap((row) => (row.id === null ? [] : [row]));
  const unread = await findUnreadAnswers(services, viewer);
  const reader = createDateReader(locale, viewer.user);
  const answers = rows.map((row) => {
    const { answered_at } = row;
    const isWithheldFromViewer = isWithheld(row.is_ad_default, viewer.user);
    const associated_community = toAssociatedCommunity(row, locale);
    return {
      id: row.id,
      id_hash: row.id_hash,
      text: row.text,
      related_question_id_hash: row.related_question_id_hash,
      related_question_body: chooseSenderText(row.related_question_body, row.stamp_texts, locale),
      related_question_options: row.related_question_options,
      related_question_stamp: toShownStamp(row.stamp_id),
      related_question_image_uri: formatCardPath(row),
      card_theme: row.community_card_theme ?? row.card_theme,
      associated_community,
      chosen_option: row.chosen_option,
      answered_user_icon_uri: getIconUrl(row.answered_user_toibako_id, row.answered_user_icon_uri),
      answered_user_name: row.answered_user_name,
      answered_user_toibako_id: row.answered_user_toibako_id,
      likes_count: row.likes_count,
      has_been_liked_by_current_user: row.has_been_liked_by_current_user ?? false,
      is_unread: row.is_newest && unread.has(row.related_question_id_hash),
      is_withheld: false,
      ...(isWithheldFromViewer && withheldFields),
      // In a community, the answer of a withheld question is withheld as well.
      ...(isWithheldFromViewer && associated_community && { text: "" }),
      answered_at: answered_at.toISOString(),
      posted_ad: Math.floor(answered_at.getTime() / 1000),
      posted_ad__formatted_date: formatDate("age", answered_at, reader),
    };
  });
  return { answers, pager: createPager(page, limit, pageRows[0]?.total_count ?? 0) };
}

/** Formats the path of the question's card. For a sensitive answer in a community, it contains the answer's id. */
function formatCardPath(row: {
  id: string;
  related_question_id_hash: string;
  community_id: string | null;
  is_ad_default: boolean;
}): string {
  const answer_id = findCardAnswer({ ...row, answer_id: row.id });
  const path = formatCardUrl(row.related_question_id_hash);
  return answer_id === undefined ? path : `${path}?answer_id=${answer_id}`;
}
