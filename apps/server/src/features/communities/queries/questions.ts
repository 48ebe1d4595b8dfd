import {
  type CommunityQuestion,
  communityItemsPerPage,
} from "@toibako/contract/communities/questions.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import {
  countRowsBefore,
  createPager,
  isInReachSql,
  readCountedPage,
} from "#platform/http/pager.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { formatCardUrl } from "../../cards/queries.ts";
import { isQuestionUnreportedSql } from "../../moderation/queries.ts";
import { listSenderTags } from "../../questions/queries/sender-tags.ts";
import type { QuestionParameters } from "../policy.ts";
import { findNewestAnswers } from "./answers.ts";
import {
  type CommunityColumns,
  communityJoin,
  findCommunityCardOwner,
  toAssociatedCommunity,
} from "./associated.ts";
import { questionColumns } from "./columns.ts";
import { findCommunityKey } from "./communities.ts";
import { type HeldQuestion, listOwnHeld } from "./held.ts";

export interface QuestionRow extends CommunityColumns {
  pk: number;
  uuid_hash: string;
  body: string;
  locale: Locale;
  asked_hour: Date;
  answers_count: number;
  is_deleted: boolean;
  own_answer_id: string | null;
}

/** The maximum length of the list of featured questions. */
export const maxFeaturedQuestions = 1_000;

export type ReadServices = Pick<Services, "db" | "secrets" | "sent_counts">;

/** Converts rows to questions with their newest answers. */
export async function toQuestions(
  services: ReadServices,
  viewer: Viewer,
  rows: readonly QuestionRow[],
  locale: Locale,
): Promise<CommunityQuestion[]> {
  const keys = rows.map(({ pk }) => pk);
  const answersByQuestion = await findNewestAnswers(services, viewer, keys, locale);
  const reader = createDateReader(locale, viewer.user);
  return rows.map((row) => {
    const { uuid_hash, asked_hour, own_answer_id } = row;
    const associated_community = toAssociatedCommunity(row, locale);
    const owner = findCommunityCardOwner(row, row.locale);
    if (!associated_community || !owner)
      throw new Error("a question of a community has no community");
    return {
      uuid_hash,
      text: row.body,
      is_deleted: row.is_deleted,
      locale: row.locale,
      is_recent: asked_hour.getTime() > Date.now() - millisecondsPerDay,
      is_popular: associated_community.is_popular,
      asked_hour: asked_hour.toISOString(),
      asked_date_time__formatted_for_user: formatDate("hour", asked_hour, reader),
      rasterizated_question_uri: formatCardUrl(uuid_hash, owner),
      card_theme: owner.card_theme,
      associated_community,
      answers_count: row.answers_count,
      recent_answers: answersByQuestion.get(row.pk) ?? [],
      own_answer_id,
    };
  });
}

/**
 * Builds the SQL of one page of questions; `page` selects their keys and positions. Questions that the viewer has
 * reported are left out afterwards, so that pages start at the same questions for all viewers. A page can therefore
 * have fewer questions than the limit. An empty page is one row with a null `uuid_hash`.
 */
const buildListSql = (total: string, page: string) => `
  select ${total} as "total_count!", language.ranked_at, ${questionColumns}
  from communities c
  join community_languages language on language.community_pk = c.pk and language.locale = :locale
  left join (
    lateral (${page}) page
    join community_questions listed on listed.question_pk = page.question_pk
    join questions q on q.pk = listed.question_pk
    ${communityJoin}
  ) on ${isQuestionUnreportedSql}
  where c.id = :community_id and c.category_id = :category_id
  order by page.position`;

/**
 * Builds the SQL of a page of the newest questions. It doesn't read the questions before the page: it adds up the
 * counts of hours, from the newest hour, until it finds the hour in which the page starts, and skips questions only
 * within this hour. `running_count` includes the questions of this hour and of all newer hours.
 */
const buildNewestPageSql = (condition: string) => `
  select question_pk, row_number() over () as position
  from (
    select asked_hour, running_count - questions_count as skipped_count
    from (
      select asked_hour, sum(questions_count) as questions_count,
        sum(sum(questions_count)) over (order by asked_hour desc) as running_count
      from community_hours where community_pk = c.pk and ${condition}
      group by asked_hour order by asked_hour desc
    ) hours
    where running_count > :offset::bigint and ${isInReachSql} limit 1
  ) first_hour, lateral (
    select question_pk from community_questions
    where community_pk = c.pk and ${condition} and asked_hour <= first_hour.asked_hour
    order by asked_hour desc, random_order
    limit :limit offset :offset::bigint - first_hour.skipped_count
  ) questions_of_page`;

// Questions of equal rank are in random order, because the order of their keys would reveal which was asked first.
const buildFeaturedPageSql = (condition: string) => `
  select question_pk, row_number() over () as position
  from (
    select question_pk from community_questions
    where community_pk = c.pk and ${condition} and featured_rank is not null and ${isInReachSql}
    order by featured_rank desc, random_order
    limit greatest(0, least(:limit, ${maxFeaturedQuestions} - :offset::bigint)) offset :offset
  ) questions_of_page`;

/** SQL expression: the sum of a count of the community `c` over all languages. */
const buildSumOfLanguagesSql = (column: string) =>
  `(select sum(${column})::int from community_languages where community_pk = c.pk)`;
const inLanguage = "locale = :locale";

const selectNewest = statement(
  "communities.selectNewest",
  buildListSql("language.questions_count", buildNewestPageSql(inLanguage)),
);
const selectNewestOfAll = statement(
  "communities.selectNewestOfAll",
  buildListSql(buildSumOfLanguagesSql("questions_count"), buildNewestPageSql("true")),
);
const selectFeatured = statement(
  "communities.selectFeatured",
  buildListSql(
    `least(language.featured_count, ${maxFeaturedQuestions})`,
    buildFeaturedPageSql(inLanguage),
  ),
);
const selectFeaturedOfAll = statement(
  "communities.selectFeaturedOfAll",
  buildListSql(
    `least(${buildSumOfLanguagesSql("featured_count")}, ${maxFeaturedQuestions})`,
    buildFeaturedPageSql("true"),
  ),
);

/** The statements of the lists, in one language and in all languages. */
const questionLists = {
  newest: { inLanguage: selectNewest, inAllLanguages: selectNewestOfAll },
  featured: { inLanguage: selectFeatured, inAllLanguages: selectFeaturedOfAll },
};

interface ListParameters {
  community_id: string;
  category_id: string;
  order: keyof typeof questionLists;
  isInAllLanguages: boolean;
  page: number;
  limit: number;
}

/**
 * Finds which of the viewer's own held questions are on a page of the newest questions, and which listed questions
 * remain for it.
 */
async function mergeOwnHeld(
  services: ReadServices,
  viewer: Viewer,
  { order, isInAllLanguages, page, limit, community_id, category_id }: ListParameters,
  locale: Locale,
) {
  const listed = isInAllLanguages ? undefined : locale;
  const held = order === "newest" ? await listOwnHeld(services, viewer, listed) : [];
  const placed = held
    .filter((row) => row.community_id === community_id)
    .filter((row) => row.community_category_id === category_id)
    // Each held question moves those after it by one.
    .map((row, index) => ({ ...row, position: row.position + index }));
  const start = countRowsBefore(page, limit);
  const shown = placed.filter(({ position }) => position >= start && position < start + limit);
  return {
    total: placed.length,
    shown: shown.map((row) => ({ ...row, position: row.position - start })),
    limit: limit - shown.length,
    offset: start - placed.filter(({ position }) => position < start).length,
  };
}

function insertHeld(rows: QuestionRow[], held: readonly HeldQuestion[]): QuestionRow[] {
  const merged = [...rows];
  for (const row of held) merged.splice(row.position, 0, row);
  return merged;
}

/**
 * Lists a page of a community's questions; undefined if the community doesn't exist. `ranked_at` is when the featured
 * questions were ranked.
 */
export async function listQuestions(
  services: ReadServices,
  viewer: Viewer,
  parameters: ListParameters,
  locale: Locale,
) {
  const { order, isInAllLanguages, page, community_id, category_id } = parameters;
  const select = questionLists[order][isInAllLanguages ? "inAllLanguages" : "inLanguage"];
  const { total, shown, limit, offset } = await mergeOwnHeld(services, viewer, parameters, locale);
  const rows = await select(services.db, {
    community_id,
    category_id,
    locale,
    limit,
    offset,
    user_pk: viewer.user?.pk ?? null,
  });
  const [first] = rows;
  if (!first) return undefined;
  const questionRows = rows.flatMap(({ total_count: _, ranked_at: _at, ...row }) =>
    row.uuid_hash === null ? [] : [row],
  );
  return {
    items: await toQuestions(services, viewer, insertHeld(questionRows, shown), locale),
    pager: createPager(page, parameters.limit, first.total_count + total),
    ranked_at: first.ranked_at?.toISOString() ?? null,
  };
}

const selectQuestion = statement(
  "communities.selectQuestion",
  `
  select ${questionColumns}
  from questions q
  left join community_questions listed on listed.question_pk = q.pk
  ${communityJoin}
  where q.uuid_hash = :uuid_hash and community.id = :community_id
    and community.category_id = :category_id
    and (listed.question_pk is not null or q.status = 'deleted')
    and ${isQuestionUnreportedSql}`,
);

/**
 * Finds a question of a community: a listed one, one that its sender has deleted and whose answers remain, or a held
 * one that the viewer has asked. Undefined if there is none or the viewer has reported it.
 */
export async function findCommunityQuestion(
  services: ReadServices,
  viewer: Viewer,
  question: QuestionParameters,
  locale: Locale,
): Promise<CommunityQuestion | undefined> {
  const parameters = { ...question, user_pk: viewer.user?.pk ?? null };
  const listed = await selectQuestion(services.db, parameters);
  const rows = listed.length > 0 ? listed : await findOwnHeld(services, viewer, question);
  return (await toQuestions(services, viewer, rows, locale))[0];
}

/** Finds a held question of a community if the viewer has asked it. */
export async function findOwnHeld(
  services: ReadServices,
  viewer: Viewer,
  { uuid_hash, community_id, category_id }: QuestionParameters,
): Promise<HeldQuestion[]> {
  return (await listOwnHeld(services, viewer)).filter(
    (row) =>
      row.uuid_hash === uuid_hash &&
      row.community_id === community_id &&
      row.community_category_id === category_id,
  );
}

// Lists held questions as well, because senders must not find out which of their questions are held.
const selectOwnQuestions = statement(
  "communities.selectOwnQuestions",
  `
  select count(*) over ()::int as "total_count!", ${questionColumns}
  from unnest(:tags::bytea[]) with ordinality as own (tag, position)
  join sent_questions on sent_questions.tag = own.tag
  join questions q on q.pk = sent_questions.question_pk
  left join community_questions listed on listed.question_pk = q.pk
  ${communityJoin}
  where q.community_pk = :community_pk and q.receiver_pk is null and q.status in ('shown', 'held')
  and ${isInReachSql}
  order by q.asked_hour desc, own.position desc
  limit ${communityItemsPerPage} offset :offset`,
);

const selectAnsweredQuestions = statement(
  "communities.selectAnsweredQuestions",
  `
  select count(*) over ()::int as "total_count!", ${questionColumns}
  from answers a
  join questions q on q.pk = a.question_pk
  join community_questions listed on listed.question_pk = q.pk
  ${communityJoin}
  where a.answerer_pk = :user_pk? and q.community_pk = :community_pk
  and ${isInReachSql}
  order by a.pk desc limit ${communityItemsPerPage} offset :offset`,
);

interface OwnItemsParameters {
  community_id: string;
  category_id: string;
  type: "questions" | "answers";
  page: number;
}

/** Lists the questions of a community that an account has asked or answered, newest first. */
export async function listOwnItems(
  services: Pick<Services, "db" | "secrets" | "sent_counts">,
  viewer: SignedIn,
  { type, page, ...ids }: OwnItemsParameters,
  locale: Locale,
) {
  const { db } = services;
  const community = await findCommunityKey(db, ids);
  if (!community) return undefined;
  const parameters = { community_pk: community.pk, user_pk: viewer.user.pk };
  const tags = type === "questions" ? await listSenderTags(db, services, viewer) : [];
  const { rows, total_count } = await readCountedPage(
    countRowsBefore(page, communityItemsPerPage),
    (offset) =>
      type === "answers"
        ? selectAnsweredQuestions(db, { ...parameters, offset })
        : selectOwnQuestions(db, { ...parameters, tags, offset }),
  );
  const questionRows = rows.map(({ total_count: _, ...row }) => row);
  return {
    items: await toQuestions(services, viewer, questionRows, locale),
    pager: createPager(page, communityItemsPerPage, total_count),
  };
}
