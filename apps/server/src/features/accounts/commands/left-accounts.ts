import { getIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { type LeftAccount, restorableDays, restoreMinutes } from "@toibako/contract/leaving.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { millisecondsPerDay, millisecondsPerMinute } from "#platform/durations.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { updateDependentCountsJob } from "../../leaving/job-definitions.ts";
import { canBeRestoredSql } from "../queries/left-accounts.ts";

/** Contains, sealed, the key of the left account that this browser may restore, and when the permission expires. */
const leftAccountCookie = "__Host-left-account";
// Browsers send lax cookies, unlike strict ones, when a provider redirects to this site.
const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "lax" } as const;

/** The owner for which `seal` encrypts the token; values sealed for other owners are not accepted as a token. */
const tokenOwner = "left account";

const selectLeftAccount = statement(
  "accounts.selectLeftAccount",
  `
  select u.account, u.displaying_name, u.icon_url, u.time_zone, u.left_at as "left_at!" from users u
  where u.pk = :user_pk and ${canBeRestoredSql}`,
);

const restoreUser = statement(
  "accounts.restoreUser",
  `
  with restored_user as (
    update users u set left_at = null where u.pk = :user_pk and ${canBeRestoredSql}
    returning u.pk as user_pk
  ), enqueued_jobs as (
    ${enqueueSql([updateDependentCountsJob], "restored_user")}
  )
  select user_pk from restored_user`,
);

type BrowserCall = Pick<Call<Endpoint>, "services" | "request" | "reply">;

/** Allows this browser to restore a left account. The caller must have authenticated the owner. */
export function offerRestore(
  { services, reply }: Pick<BrowserCall, "services" | "reply">,
  user_pk: number,
): void {
  const expires_at = Date.now() + restoreMinutes * millisecondsPerMinute;
  const token = services.secrets.seal(JSON.stringify({ user_pk, expires_at }), tokenOwner);
  const options = { ...cookieOptions, maxAge: restoreMinutes * 60 };
  reply.setCookie(leftAccountCookie, token.toString("base64url"), options);
}

/** Returns the key of the left account that the cookie names; undefined if the cookie is missing, forged or expired. */
function readRestoreToken({ services, request }: Pick<BrowserCall, "services" | "request">) {
  const { secrets } = services;
  const token = request.cookies[leftAccountCookie] ?? "";
  const text = secrets.unseal(Buffer.from(token, "base64url"), tokenOwner);
  if (text === undefined) return undefined;
  const { user_pk, expires_at } = JSON.parse(text) as { user_pk: number; expires_at: number };
  return expires_at > Date.now() ? user_pk : undefined;
}

/** Returns the left account that this browser may restore, as its page shows it. */
export async function findLeftAccount(
  call: Pick<Call<Endpoint>, "services" | "request" | "locale">,
): Promise<LeftAccount | undefined> {
  const { services, locale } = call;
  const user_pk = readRestoreToken(call);
  const [row] = user_pk === undefined ? [] : await selectLeftAccount(services.db, { user_pk });
  if (!row) return undefined;
  const { account, displaying_name, icon_url, time_zone, left_at } = row;
  const reader = createDateReader(locale, { time_zone });
  const end = new Date(left_at.getTime() + restorableDays * millisecondsPerDay);
  return {
    account,
    displaying_name,
    icon_url: getIconUrl(account, icon_url),
    last_day: formatDate("day", end, reader),
  };
}

/** Restores the left account of this browser, and returns its key. */
export async function restoreAccount(call: BrowserCall): Promise<number> {
  const user_pk = readRestoreToken(call);
  const [restored] = user_pk === undefined ? [] : await restoreUser(call.services.db, { user_pk });
  if (!restored) throw new Failure("not_found");
  return restored.user_pk;
}

export function clearRestoreToken({ reply }: Pick<BrowserCall, "reply">): void {
  reply.clearCookie(leftAccountCookie, cookieOptions);
}
