import { communityColumns } from "./associated.ts";

/** The columns of a question `q` with its row `listed`, its community and the answer of `:user_pk`. */
export const questionColumns = `
  q.pk, q.uuid_hash, q.body, q.locale, q.asked_hour,
  coalesce(listed.answers_count, 0) as "answers_count!", ${communityColumns},
  (
    select own.id from answers own where own.question_pk = q.pk and own.answerer_pk = :user_pk?::bigint
  ) as own_answer_id`;
