import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Tells the subject of a case what was decided about it, or that the decision was undone. */
export const sendDecisionNoticeJob = defineJob("send_decision_notice", {
  action_id: Type.String(),
  is_undone: Type.Boolean(),
});

/** Tells the reporters of a case its outcome. */
export const sendOutcomesJob = defineJob("send_outcomes", { action_id: Type.String() });

/** Mails the answer to an inquiry; the last retry is after an hour, as with other mails. */
export const mailInquiryAnswerJob = defineJob(
  "mail_inquiry_answer",
  { id: Type.String() },
  { retries: { limit: 8, first_seconds: 15 } },
);
