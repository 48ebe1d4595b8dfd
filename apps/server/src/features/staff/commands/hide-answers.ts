import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { deleteCommunityAnswer } from "../../answers/commands/delete.ts";
import { listItemPages } from "../../answers/queries.ts";
import { listBroughtPages } from "../../archives/queries/brought.ts";
import { answeredCopyCountsSql, buildAnsweredCopiesSql } from "../../inbox/commands/copies.ts";
import { updateAnswersCount } from "../../leaving/commands/dependent-counts.ts";
import { takeHiddenSql } from "./hidden-contents.ts";
import { listPagesOfQuestion } from "./hide-questions.ts";

// The answer is here or, if it is hidden, its question is named there.
const lockQuestionOfAnswer = statement(
  "staff.lockQuestionOfAnswer",
  `
  select pk from questions where pk = (select question_pk from answers where id = :object)
    or uuid_hash = (select uuid_hash from hidden_contents where kind = 'answer' and object = :object)
  for update`,
);

const lockAnswer = statement(
  "staff.lockAnswer",
  "select pk from answers where id = :object for update",
);

/** Locks an answer after its question, and before its account, as likes do. */
export async function lockAnswerWithQuestion(
  db: Db,
  { object }: { object: string },
): Promise<void> {
  await lockQuestionOfAnswer(db, { object });
  await lockAnswer(db, { object });
}

const storeAnswer = statement(
  "staff.storeHiddenAnswer",
  `
  insert into hidden_contents (action_pk, kind, object, owner_pk, uuid_hash, stored)
  select case_actions.pk, 'answer', a.id, a.answerer_pk, q.uuid_hash, jsonb_build_object(
    'answer', to_jsonb(a),
    'likes', (select jsonb_agg(encode(actor_key, 'hex')) from answer_likes where answer_pk = a.pk)
  )
  from answers a join questions q on q.pk = a.question_pk join case_actions on case_actions.id = :action_id
  where a.id = :object and a.community_pk is not null
  returning owner_pk as "owner_pk!", (select question_pk from answers where id = :object) as "question_pk!"`,
);

// If the account has answered the question again, that answer stays. The reporters of the case still don't see it.
const restoreAnswer = statement(
  "staff.restoreAnswer",
  `
  with hidden as (${takeHiddenSql("answer")}), answer as (
    select former.* from hidden, jsonb_populate_record(null::answers, hidden.stored -> 'answer') former
    join questions q on q.pk = former.question_pk
  ), new_answer as (
    insert into answers overriding system value select * from answer
    on conflict do nothing
    returning pk, question_pk, answerer_pk, likes_count
  ), restored_likes as (
    insert into answer_likes (answer_pk, actor_key)
    select new_answer.pk, decode(liker, 'hex')
    from new_answer, hidden, jsonb_array_elements_text(nullif(hidden.stored -> 'likes', 'null')) liker
  ), restored_reports as (
    insert into community_reports (reporter_pk, question_pk, answer_pk, reported_hour)
    select distinct on (report.reporter_pk) report.reporter_pk, new_answer.question_pk, new_answer.pk, report.reported_hour
    from new_answer, hidden join case_reports report on report.case_pk = hidden.case_pk
    where report.reporter_pk is not null
    on conflict do nothing
  ), ${buildAnsweredCopiesSql("new_answer")}, updated_counts as (
    update users u set answers_count = u.answers_count + 1,
      answer_likes_count = u.answer_likes_count + new_answer.likes_count, ${answeredCopyCountsSql}
    from new_answer where u.pk = new_answer.answerer_pk
  )
  select question_pk from new_answer`,
);

/** Hides an answer to a locked question of a community, with its likes. */
export async function hideAnswerOf(db: Db, id: string, action_id: string): Promise<void> {
  const [stored] = await storeAnswer(db, { object: id, action_id });
  if (!stored) return;
  await deleteCommunityAnswer(db, { id, answerer_pk: stored.owner_pk });
  // The deletion subtracts one answer, which the account of an answerer that has left isn't counted for.
  await updateAnswersCount(db, { pk: stored.question_pk });
}

/** Shows an answer again, with its likes. */
export async function restoreAnswerOf(db: Db, action_id: string): Promise<void> {
  const [restored] = await restoreAnswer(db, { action_id });
  if (restored) await updateAnswersCount(db, { pk: restored.question_pk });
}

export const lockBroughtAnswer = statement(
  "staff.lockBroughtAnswer",
  "select id from brought_answers where id = :object for update",
);

/** Hides an answer that an account has brought along. Bringing the archive again doesn't show it. */
export const hideBrought = statement(
  "staff.hideBroughtAnswer",
  `
  with stored as (
    insert into hidden_contents (action_pk, kind, object, owner_pk, stored)
    select case_actions.pk, 'brought_answer', brought_answers.id, brought_answers.user_pk, to_jsonb(brought_answers)
    from brought_answers join case_actions on case_actions.id = :action_id where brought_answers.id = :object
  ), deleted_answer as (
    delete from brought_answers where id = :object returning user_pk
  )
  update users u set brought_answers_count = u.brought_answers_count - 1
  from deleted_answer where u.pk = deleted_answer.user_pk`,
);

export const restoreBrought = statement(
  "staff.restoreBroughtAnswer",
  `
  with hidden as (${takeHiddenSql("brought_answer")}), new_answer as (
    insert into brought_answers
    select former.* from hidden, jsonb_populate_record(null::brought_answers, hidden.stored) former
    on conflict do nothing
    returning id, user_pk
  ), restored_reports as (
    insert into brought_reports (brought_answer_id, reporter_pk, reported_hour)
    select distinct on (report.reporter_pk) new_answer.id, report.reporter_pk, report.reported_hour
    from new_answer, hidden join case_reports report on report.case_pk = hidden.case_pk
    where report.reporter_pk is not null
    on conflict do nothing
  )
  update users u set brought_answers_count = u.brought_answers_count + 1
  from new_answer where u.pk = new_answer.user_pk`,
);

const selectAuthor = statement(
  "staff.selectAuthor",
  `
  select u.pk as "pk!", u.account as "account!", hidden_contents.uuid_hash
  from hidden_contents join users u on u.pk = hidden_contents.owner_pk
  where hidden_contents.kind = :kind and hidden_contents.object = :object
  union all
  select u.pk, u.account, q.uuid_hash
  from answers a join users u on u.pk = a.answerer_pk join questions q on q.pk = a.question_pk
  where a.id = :object
  union all
  select u.pk, u.account, null from brought_answers join users u on u.pk = brought_answers.user_pk
  where brought_answers.id = :object`,
);

/** Lists the paths, without the locale, of the cached pages that show an answer, or showed it. */
export async function listPagesOfAnswer(
  db: Db,
  kind: "answer" | "brought_answer",
  object: string,
): Promise<string[]> {
  const [author] = await selectAuthor(db, { kind, object });
  if (!author) return [];
  if (kind === "brought_answer") return listBroughtPages(author.account);
  const itemPages = await listItemPages(db, author);
  return [...itemPages, ...(await listPagesOfQuestion(db, author.uuid_hash ?? ""))];
}
