import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { deleteCardsJob } from "../../cards/job-definitions.ts";
import {
  buildListQuestionsSql,
  buildUnlistQuestionSql,
} from "../../communities/commands/listing.ts";
import { listQuestionPages, pagesWithSamples } from "../../communities/queries/associated.ts";
import { deleteCopiesJob } from "../../inbox/job-definitions.ts";
import { updateAnswersCount } from "../../leaving/commands/dependent-counts.ts";
import { takeHiddenSql } from "./hidden-contents.ts";

export const lockQuestion = statement(
  "staff.lockQuestion",
  "select pk from questions where uuid_hash = :object for update",
);

// Leaves of the question what remains of one that its sender has deleted, but keeps who asked. The copies in inboxes are
// deleted by a job, and don't come back.
export const hideQuestion = statement(
  "staff.hideQuestion",
  `
  with question as (
    select pk, uuid_hash, body from questions
    where uuid_hash = :object and receiver_pk is null and status = 'shown'
  ), stored as (
    insert into hidden_contents (action_pk, kind, object, uuid_hash, stored)
    select case_actions.pk, 'community_question', question.uuid_hash, question.uuid_hash, jsonb_build_object(
      'body', question.body, 'random_order', listed.random_order, 'featured_rank', listed.featured_rank
    )
    from question join case_actions on case_actions.id = :action_id
    left join community_questions listed on listed.question_pk = question.pk
  ), ${buildUnlistQuestionSql("question")}, emptied_question as (
    update questions q set status = 'deleted', body = '' from question where q.pk = question.pk
    returning q.uuid_hash
  ), enqueued_jobs as (
    ${enqueueSql([deleteCardsJob, deleteCopiesJob], "emptied_question")}
  )
  select uuid_hash from emptied_question`,
);

const restoreQuestion = statement(
  "staff.restoreQuestion",
  `
  with hidden as (${takeHiddenSql("community_question")}), shown_question as (
    update questions q set status = 'shown', body = hidden.stored ->> 'body'
    from hidden where q.uuid_hash = hidden.object and q.status = 'deleted'
    returning q.pk, q.community_pk, q.locale, q.asked_hour
  ), ${buildListQuestionsSql("shown_question")}
  select shown_question.pk, (hidden.stored ->> 'random_order')::integer as random_order,
    (hidden.stored ->> 'featured_rank')::double precision as featured_rank
  from shown_question, hidden`,
);

const updateOrder = statement(
  "staff.updateOrderOfQuestion",
  `
  update community_questions set random_order = coalesce(:random_order?, random_order), featured_rank = :featured_rank?
  where question_pk = :question_pk`,
);

/** Shows a question again, at its former place in the lists. */
export async function restoreQuestionOf(db: Db, action_id: string): Promise<void> {
  const [question] = await restoreQuestion(db, { action_id });
  if (!question) return;
  const { pk, ...order } = question;
  await updateOrder(db, { question_pk: pk, ...order });
  await updateAnswersCount(db, { pk });
}

/** Maximum number of answerers whose profiles are removed from the page cache. */
const maxProfiles = 200;

const selectPages = statement(
  "staff.selectPagesOfQuestion",
  `
  select q.uuid_hash, c.id as community_id, c.category_id, array(
    select u.account from answers a join users u on u.pk = a.answerer_pk
    where a.question_pk = q.pk order by a.pk desc limit ${maxProfiles}
  ) as "accounts!"
  from questions q join communities c on c.pk = q.community_pk where q.uuid_hash = :uuid_hash`,
);

/** Lists the paths, without the locale, of the cached pages that show a question of a community. */
export async function listPagesOfQuestion(db: Db, uuid_hash: string): Promise<string[]> {
  const [question] = await selectPages(db, { uuid_hash });
  if (!question) return [];
  const profiles = question.accounts.map((account) => `/${account}`);
  return [...listQuestionPages(question), ...pagesWithSamples, ...profiles];
}
