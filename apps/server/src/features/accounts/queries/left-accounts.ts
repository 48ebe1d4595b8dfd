import { returnDays } from "@toibako/contract/leaving.ts";

/** SQL for whether an account `u` that its owner has left can still come back. */
export const mayReturnSql = `
  u.left_at > now() - interval '${returnDays} days' and u.destroyed_at is null`;

/** SQL for whether an account `u` accepts its password, passkeys and codes: it exists or may come back. */
export const maySignInSql = `(u.destroyed_at is null and (u.left_at is null or ${mayReturnSql}))`;
