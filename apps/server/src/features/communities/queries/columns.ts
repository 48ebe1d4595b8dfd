import { communityColumns } from "./associated.ts";

/** SQL expression: the number of answers to the question `q`. A deleted question has no row `listed` with its count. */
export const questionAnswersCountSql = `
  case when q.status = 'deleted' then (
    select count(*)::int from answers counted join users u on u.pk = counted.answerer_pk and u.left_at is null
    where counted.question_pk = q.pk
  ) else coalesce(listed.answers_count, 0) end`;

/** The columns of a question `q` with its row `listed`, its community and the answer of `:user_pk`. */
export const questionColumns = `
  q.pk, q.uuid_hash, q.body, q.locale, q.asked_hour,
  ${questionAnswersCountSql} as "answers_count!", q.status = 'deleted' as "is_deleted!", ${communityColumns},
  (
    select own.id from answers own where own.question_pk = q.pk and own.answerer_pk = :user_pk?::bigint
  ) as own_answer_id`;
