import { getIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { sentPerPage } from "@toibako/contract/outbox.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager } from "#platform/http/pager.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isWithheld } from "../../answers/policy.ts";
import { formatCardUrl } from "../../cards/queries.ts";
import { joinUnread } from "../../notices/policy.ts";
import { readStatesAndBadges } from "../../notices/queries/read-states.ts";
import { isAdopted, listSenderTags } from "../../questions/queries/sender-tags.ts";
import { toShownStamp } from "../../stamps/queries.ts";

/** Reads which answers a sender has not read. */
async function findUnreadAnswers(services: Pick<Services, "db" | "secrets">, viewer: Viewer) {
  return joinUnread((await readStatesAndBadges(services, viewer)).states.answers);
}

/** Counts a sender's unread answers, at most 100. */
export async function countUnreadAnswers(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<number> {
  if (await isAdopted(services.db, services.secrets, viewer)) return 0;
  return (await findUnreadAnswers(services, viewer)).count;
}

const selectAnsweredQuestions = statement(
  "outbox.selectAnsweredQuestions",
  `
  select q.uuid_hash
  from unnest(:tags::bytea[]) as own (tag)
  join sent_questions s on s.tag = own.tag
  join answers a on a.question_pk = s.question_pk
  join questions q on q.pk = s.question_pk`,
);

/** The ids of a sender's answered questions. */
export async function listAnsweredQuestions(
  db: Db,
  services: Pick<Services, "secrets" | "sent_counts">,
  viewer: Viewer,
): Promise<string[]> {
  const tags = await listSenderTags(db, services, viewer);
  return (await selectAnsweredQuestions(db, { tags })).map(({ uuid_hash }) => uuid_hash);
}

const selectSentAnswers = statement(
  "outbox.selectSentAnswers",
  `
  with found_answers as (
    select a.* from unnest(:tags::bytea[]) as own (tag)
    join sent_questions s on s.tag = own.tag
    join answers a on a.question_pk = s.question_pk
  )
  select total.total_count as "total_count!", page.* from (select count(*)::int as total_count from found_answers) total
  left join lateral (
    select a.id, a.id as id_hash, a.text, a.answered_at, q.uuid_hash as related_question_id_hash,
      q.body as related_question_body, q.stamp_id, q.options as related_question_options,
      a.chosen_option, q.is_ad_default, u.icon_url as answered_user_icon_uri,
      u.displaying_name as answered_user_name, u.account as answered_user_toibako_id, a.likes_count,
      exists (select 1 from answer_likes l where l.answer_pk = a.pk and l.actor_key = :like_actor?)
        as has_been_liked_by_current_user
    from (select * from found_answers order by answered_at desc, id limit :limit offset :offset) a
    join questions q on q.pk = a.question_pk
    join users u on u.pk = a.answerer_pk and u.left_at is null
  ) page on true
  order by page.answered_at desc, page.id`,
);

const withheld = {
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
  const listed = await selectSentAnswers(db, {
    tags,
    like_actor: viewer.like_actor ?? null,
    limit,
    offset: countRowsBefore(page, limit),
  });
  const rows = listed.flatMap((row) => (row.id === null ? [] : [row]));
  const unread = await findUnreadAnswers(services, viewer);
  const reader = createDateReader(locale, viewer.user);
  const answers = rows.map(({ answered_at, stamp_id, is_ad_default, total_count: _, ...row }) => ({
    ...row,
    answered_user_icon_uri: getIconUrl(row.answered_user_toibako_id, row.answered_user_icon_uri),
    has_been_liked_by_current_user: row.has_been_liked_by_current_user ?? false,
    is_unread: unread.has(row.related_question_id_hash),
    related_question_stamp: toShownStamp(stamp_id),
    related_question_image_uri: formatCardUrl(row.related_question_id_hash),
    is_withheld: false,
    ...(isWithheld(is_ad_default, viewer.user) && withheld),
    answered_at: answered_at.toISOString(),
    posted_ad: Math.floor(answered_at.getTime() / 1000),
    posted_ad__formatted_date: formatDate("age", answered_at, reader),
  }));
  return { answers, pager: createPager(page, limit, listed[0]?.total_count ?? 0) };
}
