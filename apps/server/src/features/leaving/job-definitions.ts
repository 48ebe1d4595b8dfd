import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/**
 * Counts again what an account that left or came back contributes to others: their followers, the members
 * of communities and the answers to their questions.
 */
export const recountNeighboursJob = defineJob("recount_neighbours", { user_pk: Type.Integer() });

/** Deletes everything of a destroyed account. */
export const destroyAccountJob = defineJob("destroy_account", { user_pk: Type.Integer() });
