import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";

/** Sends the receiver the notice of a new question. */
export const sendQuestionNoticeJob = defineJob(
  "send_question_notice",
  { uuid_hash: Type.String() },
  { formerName: "tell_new_question" },
);

/** Sends the senders of answered questions their notices; runs in batches. */
export const sendAnswerNoticesJob = defineJob(
  "send_answer_notices",
  { uuid_hash: Type.String() },
  { formerName: "tell_new_answer" },
);

/** Deletes what the sender of a question got with an answer that is deleted; runs in batches. */
export const deleteAnswerNoticesJob = defineJob(
  "delete_answer_notices",
  { uuid_hash: Type.String() },
  { formerName: "forget_answer" },
);

/** Sends the answerer the notice of a new like. */
export const sendLikeNoticeJob = defineJob(
  "send_like_notice",
  { answer_pk: Type.Integer() },
  { formerName: "tell_new_like" },
);

/** Sends an account the notice of a new follower. */
export const sendFollowerNoticeJob = defineJob(
  "send_follower_notice",
  { follower_pk: Type.Integer(), followed_pk: Type.Integer() },
  { formerName: "tell_new_follower" },
);

/** The tables that are rewritten, and the random key that orders each. */
export const rewrittenTables = { notices: "id", unread_answers: "tag" } as const;
export type RewrittenTable = keyof typeof rewrittenTables;

/** Rewrites a table after a write whose transaction number tells too much; runs in batches. */
export const rewriteTableJob = defineJob("rewrite_table", {
  table_name: Type.Enum(["notices", "unread_answers"]),
});

/**
 * A step of a statement that enqueues the rewriting of a table if `from` has rows. There is at most one
 * waiting job for each table.
 */
export function enqueueTableRewriteSql(table: RewrittenTable, from: string): string {
  const waiting = `select from pgboss.job j where j.name = '${rewriteTableJob.name}'
      and j.data->>'table_name' = '${table}' and j.state < 'active'`;
  const once = `(select from ${from} where not exists (${waiting}) limit 1) as written_rows`;
  return enqueueSql([rewriteTableJob], once, { table_name: `'${table}'` });
}
