import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Deletes the copies of a community question that its sender has deleted, and the question if it has no answers. */
export const deleteCopiesJob = defineJob("delete_copies", { uuid_hash: Type.String() });
