import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Answers further unread questions with the same stamp as this answered question. */
export const answerSameStampsJob = defineJob("answer_same_stamps", { uuid_hash: Type.String() });
