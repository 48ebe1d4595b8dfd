import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { sampleCommunitiesCount } from "@toibako/contract/communities.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import { isQuestionUnreportedSql } from "../../moderation/queries.ts";
import { communityJoin } from "./associated.ts";
import { questionColumns } from "./columns.ts";
import { listTopCommunities } from "./communities.ts";
import { listOwnHeld } from "./held.ts";
import { type QuestionRow, type ReadServices, toQuestions } from "./questions.ts";

const samplesPerCommunity = 3;

const selectSamples = statement(
  "communities.selectSamples",
  `
  select ${questionColumns}
  from (
    select * from communities order by members_count desc, position, pk limit ${sampleCommunitiesCount}
  ) c
  cross join lateral (
    select * from community_questions
    where community_pk = c.pk and locale = :locale
    order by asked_hour desc, random_order limit ${samplesPerCommunity}
  ) listed
  join questions q on q.pk = listed.question_pk
  ${communityJoin}
  where ${isQuestionUnreportedSql}
  order by c.members_count desc, c.position, c.pk, listed.asked_hour desc, listed.random_order`,
);

const selectPopular = statement(
  "communities.selectPopular",
  `
  select ${questionColumns}
  from community_languages language
  join communities c on c.pk = language.community_pk
  cross join lateral (
    select * from community_questions
    where community_pk = c.pk and locale = :locale
    order by asked_hour desc, random_order limit 1
  ) listed
  join questions q on q.pk = listed.question_pk
  ${communityJoin}
  where language.locale = :locale and ${isQuestionUnreportedSql}
  order by language.week_answers_count desc, c.members_count desc, c.position limit 3`,
);

/**
 * Lists the communities with most members, each with its newest questions in a language. Also lists popular
 * questions: the newest question of each of the three communities with most answers of the last 7 days in this
 * language.
 */
export async function listSamples(services: ReadServices, viewer: Viewer, locale: Locale) {
  const parameters = { locale, user_pk: viewer.user?.pk ?? null };
  const [communities, sampleRows, popularRows] = await Promise.all([
    listTopCommunities(services.db, viewer, locale),
    selectSamples(services.db, parameters),
    selectPopular(services.db, parameters),
  ]);
  const held = await listOwnHeld(services, viewer, locale);
  const questions = await toQuestions(services, viewer, [...sampleRows, ...held], locale);
  return {
    samples: communities.map((community) => ({
      community,
      questions: questions
        .filter(({ associated_community }) => associated_community.id === community.id)
        .sort(compareHours)
        .slice(0, samplesPerCommunity),
    })),
    popular_questions: await toQuestions(
      services,
      viewer,
      popularRows.map((row) => held.find((own) => isNewerIn(own, row)) ?? row),
      locale,
    ),
  };
}

/** Newest hour first. */
const compareHours = (a: CommunityQuestion, b: CommunityQuestion) =>
  b.asked_hour.localeCompare(a.asked_hour);

/** Whether a question was asked in the same community in a later hour than another one. */
const isNewerIn = (own: QuestionRow, other: QuestionRow) =>
  own.community_id === other.community_id && own.asked_hour > other.asked_hour;
