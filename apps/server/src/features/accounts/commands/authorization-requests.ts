import type { Provider } from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { authorizationRequestMinutes } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createToken, hashToken } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import type { AuthorizationSecrets } from "../providers/client.ts";

/** The stored fields of an authorization request, except its `AuthorizationSecrets`. */
export interface RequestDetails {
  provider: Provider;
  /** The signed-in account to link to or to confirm; null for signing in. */
  user_pk: number | null;
  locale: Locale;
  /** The browser's time zone, unchecked; null if the browser sent none. */
  time_zone: string | null;
  /** The path to which the browser returns afterwards. */
  next: string | null;
  /** Whether the sign-in adds an account to the accounts of the browser. */
  is_adding: boolean;
  /**
   * Whether the visit confirms the identity of the account `user_pk`. Otherwise the visit links the provider, or
   * signs in if `user_pk` is null.
   */
  is_confirmation: boolean;
}

// The table of authorization requests has a historical name, social_starts.
const insertRequest = statement(
  "accounts.insertAuthorizationRequest",
  `
  insert into social_starts
    (state_hash, browser_hash, provider, nonce, verifier, user_pk, locale, time_zone, next,
      is_adding, is_confirmation, expires_at)
  values (:state_hash, :browser_hash, :provider, :nonce, :verifier, :user_pk?, :locale, :time_zone?,
    :next?, :is_adding, :is_confirmation, now() + interval '${authorizationRequestMinutes} minutes')`,
);

// The condition on `browser_hash` stops other browsers from using up the request.
const deleteRequest = statement(
  "accounts.deleteAuthorizationRequest",
  `
  delete from social_starts
  where state_hash = :state_hash and browser_hash = :browser_hash and provider = :provider
    and expires_at > now()
  returning provider, nonce, verifier, user_pk, locale, time_zone, next, is_adding,
    is_confirmation`,
);

/** Stores a new authorization request that only the browser with this token can complete. */
export async function createAuthorizationRequest(
  { db, secrets }: Services,
  browserToken: string,
  details: RequestDetails,
): Promise<AuthorizationSecrets> {
  const created: AuthorizationSecrets = {
    state: createToken(),
    nonce: createToken(),
    verifier: createToken(),
  };
  await insertRequest(db, {
    ...details,
    state_hash: hashToken(created.state),
    browser_hash: hashToken(browserToken),
    nonce: created.nonce,
    verifier: secrets.seal(created.verifier, created.state),
  });
  return created;
}

/** Deletes and returns an authorization request; undefined if it is unknown, used or expired. */
export async function takeAuthorizationRequest(
  { db, secrets }: Services,
  browserToken: string,
  provider: Provider,
  state: string,
): Promise<(RequestDetails & { secrets: AuthorizationSecrets }) | undefined> {
  const state_hash = hashToken(state);
  const browser_hash = hashToken(browserToken);
  const [row] = await deleteRequest(db, { state_hash, browser_hash, provider });
  const verifier = row && secrets.unseal(row.verifier, state);
  if (!row || verifier === undefined) return undefined;
  const { nonce, verifier: _, ...details } = row;
  return { ...details, secrets: { state, nonce, verifier } };
}

const deleteExpiredRequests = statement(
  "accounts.deleteExpiredAuthorizationRequests",
  deleteBatchSql("social_starts", "state_hash", "expires_at < now()"),
);

export async function deleteExpiredAuthorizationRequests(db: Db): Promise<void> {
  await repeatBatches(() => deleteExpiredRequests(db, {}));
}
