import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Updates the dependent counts of an account that was left or restored: follow counts of other accounts, member
 * counts of communities and answer counts of community questions.
 */
export const updateDependentCountsJob = defineJob("update_dependent_counts", {
  user_pk: Type.Integer(),
});

/** Deletes the remaining rows of a destroyed account. */
export const eraseAccountJob = defineJob("erase_account", { user_pk: Type.Integer() });
