import { answerEditMinutes } from "@toibako/contract/answers.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { drawCardsJob } from "../../cards/job-definitions.ts";
import { buildCommunityJoin, listQuestionPages } from "../../communities/queries/associated.ts";
import { type AnswerInput, readAnswer } from "../policy.ts";
import { findQuestionOfAnswer } from "../queries.ts";

const updateAnswer = statement(
  "answers.updateAnswer",
  `
  with found_answer as (
    select a.pk, q.uuid_hash, q.community_pk,
      a.answered_at > now() - interval '${answerEditMinutes} minutes' as is_in_time
    from answers a join questions q on q.pk = a.question_pk
    where a.id = :id and a.answerer_pk = :answerer_pk
  ), edited_answer as (
    update answers a set text = :text, chosen_option = :chosen_option?, edited_at = now()
    from found_answer found where a.pk = found.pk and found.is_in_time
    returning found.uuid_hash
  ), enqueued_jobs as (
    ${enqueueSql([drawCardsJob], "edited_answer")}
  )
  select found_answer.uuid_hash, community.id as community_id, community.category_id,
    found_answer.is_in_time as "is_in_time!"
  from found_answer ${buildCommunityJoin("found_answer")}`,
);

/** Changes an answer; throws `edit_too_late` after `answerEditMinutes`. */
export async function editAnswer(
  { db, bus }: Pick<Services, "db" | "bus">,
  { user }: SignedIn,
  id: string,
  input: AnswerInput,
) {
  const question = await findQuestionOfAnswer(db, id, user.pk);
  if (!question) throw new Failure("not_found");
  const content = readAnswer(question, input);
  const [edited] = await updateAnswer(db, { id, answerer_pk: user.pk, ...content });
  if (!edited) throw new Failure("not_found");
  if (!edited.is_in_time) throw new Failure("edit_too_late");
  bus.publish("pages", { paths: [`/${user.account}`, ...listQuestionPages(edited)] });
  return { id, ...content };
}
