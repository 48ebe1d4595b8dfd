import { getIconUrl } from "@toibako/contract/avatars.ts";
import {
  type CommunityAnswer,
  communityAnswersPerPage,
  type RecentCommunityAnswer,
} from "@toibako/contract/communities/questions.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isWithheld } from "../../answers/policy.ts";
import { isLikedColumn } from "../../answers/queries.ts";
import { mayLike } from "../../likes/policy.ts";
import {
  findBlockedAccounts,
  isAnswerShownSql,
  isQuestionUnreportedSql,
} from "../../moderation/queries.ts";
import type { QuestionParameters } from "../policy.ts";
import { questionAnswersCountSql } from "./columns.ts";

/** The columns of an answer `a` by `u` to a question `q` of a community. */
const answerColumns = `
  a.id, a.text, a.likes_count, a.answered_at, a.is_ad_default, a.answerer_pk, u.account,
  u.displaying_name, u.icon_url, ${isLikedColumn}`;

type AnswerRow = Omit<Row<"communities.selectAnswer">, "uuid_hash" | "body">;

function toAnswer(row: AnswerRow, viewer: Viewer, locale: Locale): RecentCommunityAnswer {
  const { account, answerer_pk, answered_at } = row;
  const is_mine = answerer_pk === viewer.user?.pk;
  const is_withheld = !is_mine && isWithheld(row.is_ad_default, viewer.user);
  return {
    id: row.id,
    text: is_withheld ? "" : row.text,
    likes_count: row.likes_count,
    has_been_liked_by_current_user: row.is_liked,
    may_like: mayLike(viewer, answerer_pk),
    is_mine,
    is_ad_default: row.is_ad_default,
    is_withheld,
    answered_at: answered_at.toISOString(),
    relative_time: formatDate("age", answered_at, createDateReader(locale, viewer.user)),
    answering_user: {
      toibako_id: account,
      account,
      icon_uri: getIconUrl(account, row.icon_url),
      displaying_name: row.displaying_name,
    },
  };
}

const selectAnswer = statement(
  "communities.selectAnswer",
  `
  select ${answerColumns}, q.uuid_hash, q.body
  from answers a join users u on u.pk = a.answerer_pk join questions q on q.pk = a.question_pk
  where a.id = :id`,
);

/** Builds the result of `findCommunityAnswer` for an answer that the viewer has just given, without a query. */
export function createNewAnswer(
  viewer: SignedIn,
  answer: Pick<AnswerRow, "id" | "text" | "answered_at">,
  associated_question: CommunityAnswer["associated_question"],
  locale: Locale,
): CommunityAnswer {
  const { pk: answerer_pk, account, displaying_name, icon_url } = viewer.user;
  const answerer = { answerer_pk, account, displaying_name, icon_url };
  const row = { ...answer, ...answerer, likes_count: 0, is_ad_default: true, is_liked: false };
  return { ...toAnswer(row, viewer, locale), associated_question };
}

export async function findCommunityAnswer(
  db: Db,
  viewer: Viewer,
  id: string,
  locale: Locale,
): Promise<CommunityAnswer | undefined> {
  const [row] = await selectAnswer(db, { id, like_actor: viewer.like_actor ?? null });
  if (!row) return undefined;
  const { uuid_hash, body, ...answer } = row;
  return {
    ...toAnswer(answer, viewer, locale),
    associated_question: { uuid_hash, text: body },
  };
}

// Applies the limit before it leaves out answers that are hidden from this viewer, so that pages start at the same
// answers for all viewers. A page can therefore have fewer answers than the limit.
const selectAnswers = statement(
  "communities.selectAnswers",
  `
  select ${questionAnswersCountSql} as "total_count!", q.uuid_hash, q.body, ${answerColumns}
  from questions q
  join communities c on c.pk = q.community_pk
  left join community_questions listed on listed.question_pk = q.pk
  left join (
    lateral (
      select answer.* from answers answer
      join users answerer on answerer.pk = answer.answerer_pk and answerer.left_at is null
      where answer.question_pk = q.pk
      and ${isInReachSql}
      order by answer.pk desc limit ${communityAnswersPerPage} offset :offset
    ) a join users u on u.pk = a.answerer_pk
  ) on ${isAnswerShownSql}
  where q.uuid_hash = :uuid_hash and c.id = :community_id and c.category_id = :category_id
    and (listed.question_pk is not null or q.status = 'deleted')
    and ${isQuestionUnreportedSql}
  order by a.pk desc`,
);

/** Lists the answers to a question of a community, newest first; undefined if the question doesn't exist. */
export async function listAnswers(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
  question: QuestionParameters,
  page: number,
  locale: Locale,
) {
  const blocked_pks = await findBlockedAccounts(services, viewer);
  const rows = await selectAnswers(services.db, {
    ...question,
    offset: countRowsBefore(page, communityAnswersPerPage),
    like_actor: viewer.like_actor ?? null,
    user_pk: viewer.user?.pk ?? null,
    blocked_pks,
  });
  const [first] = rows;
  if (!first) return undefined;
  return {
    answers: rows.flatMap((row): CommunityAnswer[] => {
      if (row.id === null) return [];
      const { uuid_hash, body, total_count: _, ...answer } = row;
      return [
        { ...toAnswer(answer, viewer, locale), associated_question: { uuid_hash, text: body } },
      ];
    }),
    pager: createPager(page, communityAnswersPerPage, first.total_count),
  };
}

const selectNewestAnswers = statement(
  "communities.selectNewestAnswers",
  `
  select a.question_pk, ${answerColumns}
  from unnest(:question_pks::bigint[]) as given (pk), lateral (
    select a.* from answers a
    where a.question_pk = given.pk and ${isAnswerShownSql}
    order by a.pk desc limit 2
  ) a
  join users u on u.pk = a.answerer_pk and u.left_at is null
  order by a.question_pk, a.pk desc`,
);

/** Returns, by the key of each question, its two newest answers that the viewer may see. */
export async function findNewestAnswers(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
  question_pks: number[],
  locale: Locale,
): Promise<Map<number, RecentCommunityAnswer[]>> {
  const answersByQuestion = new Map<number, RecentCommunityAnswer[]>();
  if (question_pks.length === 0) return answersByQuestion;
  const rows = await selectNewestAnswers(services.db, {
    question_pks,
    like_actor: viewer.like_actor ?? null,
    user_pk: viewer.user?.pk ?? null,
    blocked_pks: await findBlockedAccounts(services, viewer),
  });
  for (const { question_pk, ...row } of rows) {
    const answers = answersByQuestion.get(question_pk) ?? [];
    answersByQuestion.set(question_pk, [...answers, toAnswer(row, viewer, locale)]);
  }
  return answersByQuestion;
}
