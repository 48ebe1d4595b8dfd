import { getIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { type LeftAccount, restorableDays, restoreMinutes } from "@toibako/contract/leaving.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import {
  clearSealedCookie,
  readSealedCookie,
  setSealedCookie,
} from "#platform/identity/sealed-cookies.ts";
import { hashToken } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { updateDependentCountsJob } from "../../leaving/job-definitions.ts";
import { canBeRestoredSql } from "../queries/left-accounts.ts";

/**
 * Contains the key of the left account that this browser may restore, and the hash of the account's state at the time
 * of the offer (`hashState`).
 */
const leftAccountCookie = {
  name: "__Host-left-account",
  owner: "left account",
  minutes: restoreMinutes,
  sameSite: "lax",
} as const;

const selectLeftAccount = statement(
  "accounts.selectLeftAccount",
  `
  select u.account, u.displaying_name, u.icon_url, u.time_zone, u.left_at as "left_at!",
    u.password_hash, u.confirmed_email
  from users u
  where u.pk = :user_pk and ${canBeRestoredSql}`,
);

const restoreUser = statement(
  "accounts.restoreUser",
  `
  with restored_user as (
    update users u set left_at = null
    where u.pk = :user_pk and ${canBeRestoredSql}
      and u.password_hash is not distinct from :password_hash?
      and u.confirmed_email is not distinct from :confirmed_email?
    returning u.pk as user_pk
  ), enqueued_jobs as (
    ${enqueueSql([updateDependentCountsJob], "restored_user")}
  )
  select user_pk from restored_user`,
);

type BrowserCall = Pick<Call<Endpoint>, "services" | "request" | "reply">;

/**
 * Hashes values of which one changes if the account is restored, gets a new password, or the change of its address is
 * undone. Earlier offers to restore it then become invalid.
 */
function hashState(state: {
  left_at: Date;
  password_hash: string | null;
  confirmed_email: string | null;
}) {
  const { left_at, password_hash, confirmed_email } = state;
  const text = `${left_at.toISOString()} ${password_hash ?? ""} ${confirmed_email ?? ""}`;
  return hashToken(text).toString("base64url");
}

/** Allows this browser to restore a left account. The caller must have authenticated the owner. */
export async function offerRestore(
  { services, reply }: Pick<BrowserCall, "services" | "reply">,
  user_pk: number,
): Promise<void> {
  const [account] = await selectLeftAccount(services.db, { user_pk });
  if (!account) throw new Failure("not_found");
  setSealedCookie(services, reply, leftAccountCookie, `${user_pk} ${hashState(account)}`);
}

/** Finds the left account of the cookie; undefined if the cookie is missing, forged or no longer valid. */
async function findRestorableAccount({
  services,
  request,
}: Pick<BrowserCall, "services" | "request">) {
  const [key, state] = readSealedCookie(services, request, leftAccountCookie)?.split(" ") ?? [];
  if (key === undefined) return undefined;
  const user_pk = Number(key);
  const [account] = await selectLeftAccount(services.db, { user_pk });
  return account && hashState(account) === state ? { user_pk, ...account } : undefined;
}

/** Returns the left account that this browser may restore, for the page that offers to restore it. */
export async function findLeftAccount(
  call: Pick<Call<Endpoint>, "services" | "request" | "locale">,
): Promise<LeftAccount | undefined> {
  const found = await findRestorableAccount(call);
  if (!found) return undefined;
  const { account, displaying_name, icon_url, time_zone, left_at } = found;
  const reader = createDateReader(call.locale, { time_zone });
  const end = new Date(left_at.getTime() + restorableDays * millisecondsPerDay);
  return {
    account,
    displaying_name,
    icon_url: getIconUrl(account, icon_url),
    last_day: formatDate("day", end, reader),
  };
}

/** Restores the left account of this browser, and returns it for the sign-in. */
export async function restoreAccount(call: BrowserCall) {
  const found = await findRestorableAccount(call);
  if (!found) throw new Failure("not_found");
  const { user_pk, password_hash, confirmed_email } = found;
  const state = { user_pk, password_hash, confirmed_email };
  const [restored] = await restoreUser(call.services.db, state);
  if (!restored) throw new Failure("not_found");
  return { user_pk, password_hash };
}

export function withdrawRestoreOffer({ reply }: Pick<BrowserCall, "reply">): void {
  clearSealedCookie(reply, leftAccountCookie);
}
