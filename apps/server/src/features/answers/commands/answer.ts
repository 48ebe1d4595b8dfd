import type { Db } from "#platform/database/db.ts";
import { type Parameters, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { SessionUser, SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { awardAchievementsJob } from "../../achievements/job-definitions.ts";
import { drawCardsJob } from "../../cards/job-definitions.ts";
import { publishCommunityAnswer, storeCommunityAnswer } from "../../communities/commands/answer.ts";
import { sendAnswerNoticesJob } from "../../notices/job-definitions.ts";
import { moveWelcomeLetter } from "../../questions/commands/welcome.ts";
import { answerSameStampsJob } from "../job-definitions.ts";
import { type AnswerInput, readAnswer } from "../policy.ts";
import { findAnswerable } from "../queries.ts";
import { buildMilestoneSql } from "./milestone.ts";

/** How many other questions with the same stamp one statement answers. */
const maxAtOnce = 1_000;

// Locks the questions, so that a simultaneous request that changes the status of one of them waits, and every
// counter stays correct, and after them the receiver, whose count is then that after all earlier answers.
// If the receiver answers stamps in batches, the other unread questions with the same stamp get the same answer, but
// only if the requested question is answered too: in the order of their random ids, since the list of answers is public and
// must not tell the order in which they were asked. Beyond `maxAtOnce` a job goes on, because tens of thousands would
// exceed the time of a statement. The ids of these answers are random UUIDs in
// base64url. In `uuid_hashes` the requested question comes first. `earlier_id`, `earlier_text` and `earlier_option`
// are those of the answer that the requested question had before.
const insertAnswer = statement(
  "answers.insertAnswer",
  `
  with requested_question as (
    select q.pk, q.receiver_pk, q.stamp_id, exists (
        select 1 from answers a where a.question_pk = q.pk
      ) as is_answered, q.stamp_id is not null and u.is_batch_answer_to_stamp as is_batch
    from questions q join users u on u.pk = q.receiver_pk
    where q.uuid_hash = :question_id and q.receiver_pk = :answerer_pk and q.original_pk is null
      and q.status in ('unread', 'confirmed', 'hidden')
  ), same_questions as (
    select q.pk, q.uuid_hash from questions q join requested_question requested
      on q.receiver_pk = requested.receiver_pk and q.stamp_id = requested.stamp_id
    where requested.is_batch and not requested.is_answered and q.status = 'unread'
      and q.pk <> requested.pk
  ), locked_questions as (
    select q.pk, q.receiver_pk, q.uuid_hash, q.status, chosen.is_requested
    from questions q join (
      select pk, true as is_requested from requested_question
      union all
      (select pk, false from same_questions order by uuid_hash limit ${maxAtOnce})
    ) chosen using (pk)
    where q.status = 'unread' or chosen.is_requested and q.status in ('confirmed', 'hidden')
    order by q.pk
    for update of q
  ), locked_receiver as (
    select pk, answers_count from users where pk = (select max(receiver_pk) from locked_questions)
    for no key update
  ), requested_answer as (
    insert into answers (id, question_pk, answerer_pk, text, chosen_option, milestone)
    select :id, locked.pk, receiver_pk, :text, :chosen_option?, ${buildMilestoneSql("1")}
    from locked_questions locked join locked_receiver u on u.pk = locked.receiver_pk
    where is_requested
    on conflict do nothing
    returning question_pk, answerer_pk, answered_at
  ), batch_answers as (
    insert into answers (id, question_pk, answerer_pk, text, chosen_option, milestone)
    select translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_'),
      same.pk, receiver_pk, :text, :chosen_option?, ${buildMilestoneSql("same.nth")}
    from (
      select *, 1 + row_number() over (order by uuid_hash) as nth from locked_questions where not is_requested
    ) same join locked_receiver u on u.pk = same.receiver_pk
    where exists (select 1 from requested_answer)
    order by same.nth
    on conflict do nothing
    returning question_pk, answerer_pk, answered_at
  ), new_answers as (
    select * from requested_answer union all select * from batch_answers
  ), answered_questions as (
    update questions q
    set status = 'confirmed', is_answered = true, changed_hour = date_trunc('hour', new_answers.answered_at)
    from new_answers where q.pk = new_answers.question_pk
  ), count_changes as (
    select locked_questions.receiver_pk, count(*)::int as answers,
      count(*) filter (where locked_questions.status <> 'confirmed')::int as confirmed,
      count(*) filter (where locked_questions.status = 'unread')::int as unread,
      count(*) filter (where locked_questions.status = 'hidden')::int as hidden
    from locked_questions join new_answers on new_answers.question_pk = locked_questions.pk
    group by locked_questions.receiver_pk
  ), updated_counts as (
    update users u set
      answers_count = u.answers_count + count_changes.answers,
      confirmed_questions_count = u.confirmed_questions_count + count_changes.confirmed,
      unread_questions_count = u.unread_questions_count - count_changes.unread,
      hidden_questions_count = u.hidden_questions_count - count_changes.hidden
    from count_changes where u.pk = count_changes.receiver_pk
  ), enqueued_achievements as (
    ${enqueueSql([awardAchievementsJob], "count_changes", { user_pk: "receiver_pk" })}
  ), enqueued_jobs as (
    ${enqueueSql(
      [drawCardsJob, sendAnswerNoticesJob],
      "locked_questions where pk in (select question_pk from new_answers)",
    )}
  ), remaining as (
    select count(*)::int - ${maxAtOnce} as count from same_questions having count(*) > ${maxAtOnce}
  ), enqueued_rest as (
    ${enqueueSql(
      [answerSameStampsJob],
      "locked_questions, remaining where is_requested and exists (select from requested_answer)",
    )}
  )
  select exists (select 1 from new_answers where new_answers.question_pk = requested.pk) as is_new,
    a.id as earlier_id, a.text as earlier_text, a.chosen_option as earlier_option,
    array(
      select locked.uuid_hash from locked_questions locked join new_answers on new_answers.question_pk = locked.pk
      order by locked.is_requested desc
    ) as "uuid_hashes!", coalesce((select count from remaining), 0) as "remaining_count!"
  from locked_questions requested left join answers a on a.question_pk = requested.pk
  where requested.is_requested`,
);

// Answers of one batch have the same `answered_at`.
const selectBatchSize = statement(
  "answers.selectBatchSize",
  `
  select count(*)::int as count from answers a
  join answers same on same.answerer_pk = a.answerer_pk and same.answered_at = a.answered_at
  where a.id = :id`,
);

interface AnswerRequest {
  id: string;
  question_id: string;
  input: AnswerInput;
}

/**
 * Answers a received question once. If the answerer answers stamps in batches, the other unread
 * questions with the same stamp get the same answer. A daily question is a copy of a community question; its answer
 * is stored as an answer to that community question. A repeated request with the same id changes nothing. Returns the
 * answer, the number of answered questions including those that a job will answer, and the `path` of the answer's page
 * without the locale.
 */
export async function answerQuestion(
  services: Services,
  { user, identity }: SignedIn,
  { id, question_id, input }: AnswerRequest,
) {
  const { db } = services;
  const question = await findAnswerable(db, question_id, user.pk);
  if (!question) throw new Failure("not_found");
  const content = readAnswer(question, input);
  const { original_uuid_hash } = question;
  if (original_uuid_hash !== null) {
    await answerOriginal(services, user, { id, uuid_hash: original_uuid_hash, body: content.text });
    publishCounts(services, identity);
    const path = `/q/${original_uuid_hash}?answer_id=${id}`;
    return { answer: { id, ...content }, answered_count: 1, path };
  }
  const answer = { id, question_id, answerer_pk: user.pk, ...content };
  const { uuid_hashes, answered_count } = question.is_welcome
    ? await transaction(db, async (db) => {
        await moveWelcomeLetter(db, question_id, user.pk);
        return storeAnswer(db, answer);
      })
    : await storeAnswer(db, answer);
  publishAnswers(services, { identity, account: user.account, uuid_hashes });
  // The address of a question with options names its type.
  const path = `/q/${question_id}${question.type === "choose" ? "?type=choose" : ""}`;
  return { answer: { id, ...content }, answered_count, path };
}

interface OriginalRequest {
  id: string;
  /** The id of the community question. */
  uuid_hash: string;
  body: string;
}

/** Answers a community question; the same statement confirms its copy in the answerer's inbox. */
async function answerOriginal(
  services: Services,
  { pk, account }: SessionUser,
  request: OriginalRequest,
): Promise<void> {
  const community = await storeCommunityAnswer(services.db, pk, request);
  publishCommunityAnswer(services, account, community, request.uuid_hash);
}

/** Stores an answer; `uuid_hashes` is empty if an earlier request with the same id has stored it. */
async function storeAnswer(db: Db, answer: Parameters<"answers.insertAnswer">) {
  let [answered] = await insertAnswer(db, answer);
  // If a simultaneous request has answered the question, only another statement can see that answer.
  if (answered && !answered.is_new && !answered.earlier_id) {
    [answered] = await insertAnswer(db, answer);
  }
  if (!answered) throw new Failure("not_found");
  const { uuid_hashes, is_new, earlier_id, earlier_text, earlier_option } = answered;
  if (is_new) {
    return { uuid_hashes, answered_count: uuid_hashes.length + answered.remaining_count };
  }
  const { id, text, chosen_option } = answer;
  if (earlier_id && earlier_id !== id) throw new Failure("already_answered");
  if (earlier_text !== text || earlier_option !== chosen_option) throw new Failure("key_reused");
  const [batch] = await selectBatchSize(db, { id });
  return { uuid_hashes: [], answered_count: batch?.count ?? 1 };
}

function publishAnswers(
  services: Services,
  answered: { identity: Buffer; account: string; uuid_hashes: string[] },
): void {
  const { identity, account, uuid_hashes } = answered;
  publishCounts(services, identity);
  const questionPaths = uuid_hashes.map((uuid_hash) => `/q/${uuid_hash}`);
  services.bus.publish("pages", { paths: [`/${account}`, ...questionPaths] });
}

const selectSameStamp = statement(
  "answers.selectSameStamp",
  `
  select same.uuid_hash as question_id, a.answerer_pk, a.text, a.chosen_option, u.account
  from questions q
  join answers a on a.question_pk = q.pk and a.answerer_pk = q.receiver_pk
  join users u on u.pk = q.receiver_pk and u.left_at is null and u.is_batch_answer_to_stamp
  join questions same
    on same.receiver_pk = q.receiver_pk and same.stamp_id = q.stamp_id and same.status = 'unread'
  where q.uuid_hash = :uuid_hash limit 1`,
);

/**
 * Answers the next unread questions with the same stamp as an answered question, which were too many for its answer's
 * statement. This enqueues another job if there are still more.
 */
export async function answerSameStamps(services: Services, uuid_hash: string): Promise<void> {
  const { db, secrets } = services;
  const [next] = await selectSameStamp(db, { uuid_hash });
  if (!next) return;
  const { account, ...answer } = next;
  const { uuid_hashes } = await storeAnswer(db, { id: createPublicId(), ...answer });
  const identity = secrets.deriveAccountIdentity(answer.answerer_pk);
  publishAnswers(services, { identity, account, uuid_hashes });
}
