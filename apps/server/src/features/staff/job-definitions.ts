import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Tells the subject of a case what was decided about it, or that the decision was undone. */
export const sendDecisionNoticeJob = defineJob("send_decision_notice", {
  action_id: Type.String(),
  is_undone: Type.Boolean(),
});

/** Tells the reporters of a case its outcome. */
export const sendOutcomesJob = defineJob("send_outcomes", { action_id: Type.String() });
