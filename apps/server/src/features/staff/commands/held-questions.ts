import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import {
  buildListQuestionsSql,
  buildUnlistQuestionSql,
} from "../../communities/commands/listing.ts";

/** Shows a held question of a community as if it had just been asked, except for its hour. */
// The rule that held the question stays with it, so that undoing the decision holds it again.
export const letThrough = statement(
  "staff.showHeldQuestion",
  `
  with shown_question as (
    update questions set status = 'shown'
    where uuid_hash = :object and receiver_pk is null and status = 'held'
    returning pk, community_pk, locale, asked_hour
  ), ${buildListQuestionsSql("shown_question")}
  select pk from shown_question`,
);

const holdQuestion = statement(
  "staff.holdQuestion",
  `
  with question as (
    update questions q set status = 'held'
    where q.uuid_hash = :object and q.receiver_pk is null and q.status = 'shown' and q.held_by is not null
      and not exists (select from answers where question_pk = q.pk)
      and not exists (select from only questions copy where copy.original_pk = q.pk)
    returning q.pk
  ), ${buildUnlistQuestionSql("question")}
  select pk from question`,
);

/** Holds a question again; returns false if somebody has answered it, or got it as a daily question. */
export async function holdAgain(db: Db, object: string): Promise<boolean> {
  return (await holdQuestion(db, { object })).length > 0;
}
