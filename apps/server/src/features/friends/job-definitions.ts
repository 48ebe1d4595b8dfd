import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Imports the followers of an account on X. `run` identifies the import. */
export const importFollowersJob = defineJob("import_followers", {
  user_pk: Type.Integer(),
  run: Type.Integer(),
});

/** Copies pictures of the imported followers of an account. `run` identifies the import. */
export const copyFollowerPicturesJob = defineJob("copy_follower_pictures", {
  user_pk: Type.Integer(),
  run: Type.Integer(),
});

/** Deletes the files of followers' pictures that no imported follower of an account has. */
export const sweepFollowerPicturesJob = defineJob("sweep_follower_pictures", {
  user_pk: Type.Integer(),
});

/** Makes searches find an account by its current handle and name. */
export const indexNameJob = defineJob("index_name", { user_pk: Type.Integer() });
