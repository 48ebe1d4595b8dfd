import { restorableDays } from "@toibako/contract/leaving.ts";

/** SQL condition: `u` is a left account that can still be restored. */
export const canBeRestoredSql = `
  u.left_at > now() - interval '${restorableDays} days' and u.destroyed_at is null`;

/** SQL condition: the owner of `u` may sign in, because the account isn't left or can still be restored. */
export const maySignInSql = `(u.destroyed_at is null and (u.left_at is null or ${canBeRestoredSql}))`;
