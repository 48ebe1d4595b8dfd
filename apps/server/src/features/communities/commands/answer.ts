import type { Locale } from "@toibako/contract/locales.ts";
import { textLimits } from "@toibako/contract/text.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { lockThen } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { awardAchievementsJob } from "../../achievements/job-definitions.ts";
import { buildMilestoneSql } from "../../answers/commands/milestone.ts";
import { answeredCopyCountsSql, buildAnsweredCopiesSql } from "../../inbox/commands/copies.ts";
import { sendAnswerNoticesJob } from "../../notices/job-definitions.ts";
import { createNewAnswer, findCommunityAnswer } from "../queries/answers.ts";
import { listCommunityPages } from "../queries/associated.ts";

// A simultaneous deletion of the question, daily question or answer of the same account waits for this lock.
const lockQuestion = statement(
  "communities.lockQuestion",
  "select pk from questions where uuid_hash = :uuid_hash and receiver_pk is null for no key update",
);

// The question's copy in the answerer's inbox. Whatever locks both locks questions before their receivers.
const lockCopy = statement(
  "communities.lockCopy",
  `
  select copy.pk from questions copy join questions q on q.pk = copy.original_pk
  where q.uuid_hash = :uuid_hash and copy.receiver_pk = :answerer_pk for update of copy`,
);

// A simultaneous answer of the same account waits for this lock, so that each is counted as another milestone.
const lockAnswerer = statement(
  "communities.lockAnswerer",
  "select pk from users where pk = :answerer_pk for no key update",
);

// Inserts an answer to the locked question, and marks the question's copy in the answerer's inbox as confirmed. `text`
// and `answered_at` are null if no answer was inserted.
const insertAnswer = statement(
  "communities.insertAnswer",
  `
  with question as (
    select q.pk, q.uuid_hash, q.body, q.community_pk, c.id as community_id, c.category_id
    from questions q join communities c on c.pk = q.community_pk
    where q.uuid_hash = :uuid_hash and q.receiver_pk is null and q.status = 'shown'
      and (:community_id?::text is null or c.id = :community_id? and c.category_id = :category_id?)
  ), new_answer as (
    insert into answers (id, question_pk, answerer_pk, community_pk, text, milestone)
    select :id, question.pk, u.pk, community_pk, :text, ${buildMilestoneSql("1")}
    from question join users u on u.pk = :answerer_pk::bigint
    on conflict do nothing
    returning question_pk, answerer_pk, text, answered_at
  ), counted_answer as (
    update community_questions listed set answers_count = listed.answers_count + 1 from new_answer
    where listed.question_pk = new_answer.question_pk
  ), answered_question as (
    update questions q set is_answered = true from new_answer
    where q.pk = new_answer.question_pk and not q.is_answered
  ), ${buildAnsweredCopiesSql("new_answer")}, updated_counts as (
    update users u set answers_count = u.answers_count + 1, ${answeredCopyCountsSql}
    from new_answer where u.pk = new_answer.answerer_pk
  ), enqueued_achievements as (
    ${enqueueSql([awardAchievementsJob], "new_answer", { user_pk: "answerer_pk" })}
  ), enqueued_notices as (
    ${enqueueSql([sendAnswerNoticesJob], "question where exists (select from new_answer)")}
  )
  select question.community_id, question.category_id, question.body, new_answer.text, new_answer.answered_at,
    a.id as earlier_id, a.text as earlier_text
  from question
  left join new_answer on new_answer.question_pk = question.pk
  left join answers a on a.question_pk = question.pk and a.answerer_pk = :answerer_pk`,
);

interface CommunityAnswerRequest {
  /** The id of the new answer. */
  id: string;
  uuid_hash: string;
  /** The text as the person typed it. */
  body: string;
  /** If given, the question must belong to this community and category. */
  community_id?: string;
  category_id?: string;
}

/**
 * Stores an answer to a question of a community. Throws `already_answered` for a second answer of the same account; a
 * repeated request with the same id changes nothing. `db` may be a transaction.
 */
export async function storeCommunityAnswer(
  db: Db,
  answerer_pk: number,
  { id, uuid_hash, body, community_id, category_id }: CommunityAnswerRequest,
): Promise<Row<"communities.insertAnswer">> {
  const text = requireText("body", body, textLimits.answer);
  const address = { community_id: community_id ?? null, category_id: category_id ?? null };
  const parameters = { id, uuid_hash, answerer_pk, text, ...address };
  const [answered] = await lockThen(
    db,
    async (db) => {
      await lockQuestion(db, { uuid_hash });
      await lockCopy(db, { uuid_hash, answerer_pk });
      return lockAnswerer(db, { answerer_pk });
    },
    (db) => insertAnswer(db, parameters),
  );
  if (!answered) throw new Failure("not_found");
  if (answered.answered_at !== null) return answered;
  // The id belongs to an answer to another question, so its idempotency key was used before.
  if (answered.earlier_id === null) throw new Failure("key_reused");
  if (answered.earlier_id !== id) throw new Failure("already_answered");
  if (answered.earlier_text !== text) throw new Failure("key_reused");
  return answered;
}

/** Invalidates the cached pages that show an answer to a question of a community. */
export function publishCommunityAnswer(
  { bus }: Pick<Services, "bus">,
  account: string,
  { community_id: id, category_id }: { community_id: string; category_id: string },
  uuid_hash: string,
): void {
  const communityPages = listCommunityPages({ id, category_id }, uuid_hash);
  bus.publish("pages", { paths: [`/${account}`, ...communityPages] });
}

/** Answers a question of a community and returns the answer as its answerer sees it. */
export async function answerCommunityQuestion(
  services: Services,
  viewer: SignedIn,
  request: CommunityAnswerRequest,
  locale: Locale,
) {
  const answered = await storeCommunityAnswer(services.db, viewer.user.pk, request);
  publishCounts(services, viewer.identity);
  publishCommunityAnswer(services, viewer.user.account, answered, request.uuid_hash);
  const { id, uuid_hash } = request;
  const { answered_at, text, body } = answered;
  if (answered_at !== null) {
    const question = { uuid_hash, text: body };
    return createNewAnswer(viewer, { id, text, answered_at }, question, locale);
  }
  const earlier = await findCommunityAnswer(services.db, viewer, id, locale);
  if (!earlier) throw new Failure("not_found");
  return earlier;
}
