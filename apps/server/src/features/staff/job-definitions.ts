import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Tells the subject of a case what was decided about it, or that the decision was undone. */
export const sendDecisionNoticeJob = defineJob("send_decision_notice", {
  action_id: Type.String(),
  is_undone: Type.Boolean(),
});

/** Tells the reporters of a case its outcome. */
export const sendOutcomesJob = defineJob("send_outcomes", { action_id: Type.String() });

/** Tells an account that staff have changed its birthday. */
export const sendBirthdayNoticeJob = defineJob("send_birthday_notice", { user_pk: Type.Integer() });

/** Mails the answer to an inquiry. */
export const sendInquiryAnswerJob = defineJob("send_inquiry_answer", { id: Type.String() });
/**
 * Opens the sealed record of the thing that a decision is about, and stops its sender, or ends that stop if the decision
 * was undone. It names the decision and not the sender.
 */
export const stopSenderJob = defineJob("stop_sender", { action_id: Type.String() });
