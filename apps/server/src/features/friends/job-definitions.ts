import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Imports the followers of an account on X, for the import with the number `run`. */
export const importFollowersJob = defineJob("import_followers", {
  user_pk: Type.Integer(),
  run: Type.Integer(),
});
