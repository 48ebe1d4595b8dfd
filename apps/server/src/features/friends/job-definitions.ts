import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Imports the followers of an account on X. `run` is the number of the import. */
export const importFollowersJob = defineJob("import_followers", {
  user_pk: Type.Integer(),
  run: Type.Integer(),
});
