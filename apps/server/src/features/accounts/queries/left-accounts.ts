import { restorableDays } from "@toibako/contract/leaving.ts";

/** SQL condition: the account `u`, which its owner has left, can be restored. */
export const canBeRestoredSql = `
  u.left_at > now() - interval '${restorableDays} days' and u.destroyed_at is null`;

/** SQL condition: the owner of `u` may sign in. The account exists and isn't left, or it can still be restored. */
export const maySignInSql = `(u.destroyed_at is null and (u.left_at is null or ${canBeRestoredSql}))`;
