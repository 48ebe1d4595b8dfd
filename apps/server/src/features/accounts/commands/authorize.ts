import {
  linkOnlyProviders,
  type Provider,
  visitorOnlyProviders,
} from "@toibako/contract/accounts.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { chooseTimeZone } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Logger } from "#platform/observability/log.ts";
import type { Services } from "#platform/services.ts";
import type { AuthorizationResult, ProviderClient, ProviderClients } from "../providers/client.ts";
import {
  createAuthorizationRequest,
  type RequestDetails,
  takeAuthorizationRequest,
} from "./authorization-requests.ts";
import {
  findOrCreateAccount,
  type LinkResult,
  linkIdentity,
  refreshIdentity,
  type SignInBrowser,
} from "./identities.ts";

/**
 * Why a browser visits a provider. `add`: to sign in to one more account on this browser.
 * `confirm`: to confirm the identity of the signed-in account.
 */
export type AuthorizationPurpose = "sign_in" | "add" | "link" | "confirm";

/** The options that decide to which page the browser is sent after visiting the provider. */
export interface ReturnOptions {
  locale: Locale;
  purpose: AuthorizationPurpose;
  next: string | null;
}

/** What starting and finishing an authorization need. */
interface AuthorizationInput {
  provider: Provider;
  viewer: Viewer;
  browserToken: string;
  log: Pick<Logger, "warn">;
}

interface StartInput extends AuthorizationInput {
  /** The browser's time zone, unchecked; null if the browser sent none. */
  time_zone: string | null;
}

interface FinishInput extends AuthorizationInput {
  /** Counts the request towards the limit of its endpoint. */
  countRequest: () => Promise<void>;
  browser: SignInBrowser;
}

/** Returns the client of a provider; throws `not_found` if the provider is not configured. */
export function requireClient(clients: ProviderClients, provider: Provider): ProviderClient {
  const client = clients[provider];
  if (!client) throw new Failure("not_found");
  return client;
}

/** Whether the visit links a provider to the signed-in account or confirms its identity; it then signs nobody in. */
export const isForSignedInAccount = (purpose: AuthorizationPurpose): boolean =>
  purpose === "link" || purpose === "confirm";

/**
 * Whether a provider may be used for this purpose. Weibo signs visitors in and confirms their identity later,
 * but it can't be linked, and a sign-in by it can't add a second account to a browser. On a browser without
 * an account, `add` is an ordinary sign-in, so that Weibo is offered for it as well.
 */
function isOfferedFor(purpose: AuthorizationPurpose, provider: Provider, isSignedIn: boolean) {
  if (purpose !== "link" && linkOnlyProviders.includes(provider)) return false;
  const isForAllProviders = purpose === "sign_in" || purpose === "confirm" || !isSignedIn;
  return isForAllProviders || !visitorOnlyProviders.includes(provider);
}

/** Starts an authorization; returns the provider's address for it, or undefined if the provider can't be reached. */
export async function startAuthorization(
  services: Services,
  clients: ProviderClients,
  { provider, viewer: { user }, browserToken, log, time_zone }: StartInput,
  { purpose, locale, next }: ReturnOptions,
): Promise<string | undefined> {
  const client = requireClient(clients, provider);
  if (isForSignedInAccount(purpose) && !user) throw new Failure("sign_in_needed");
  if (!isOfferedFor(purpose, provider, user !== undefined)) throw new Failure("not_found");
  const secrets = await createAuthorizationRequest(services, browserToken, {
    provider,
    user_pk: isForSignedInAccount(purpose) ? (user?.pk ?? null) : null,
    locale,
    time_zone,
    next,
    is_adding: purpose === "add",
    is_confirmation: purpose === "confirm",
  });
  try {
    return (await client.buildAuthorizationUrl(secrets)).href;
  } catch (error) {
    log.warn({ err: error, provider }, "a provider could not be reached");
    return undefined;
  }
}

/**
 * How an authorization ended: with an account to sign in to, an attempt to link, a confirmed account, or a failure.
 * `other`: the identity doesn't belong to the account. `options` is missing if the request is unknown.
 */
export type AuthorizationOutcome =
  | { account_pk: number; is_new: boolean; has_left: boolean; options: ReturnOptions }
  | { link_result: LinkResult; options: ReturnOptions }
  | { confirmed_pk: number; options: ReturnOptions }
  | {
      failure: "expired" | "cancelled" | "failed" | "other" | "browser_full";
      options?: ReturnOptions;
    };

/**
 * Finishes the authorization that `startAuthorization` started. `query` is the query of the provider's redirect.
 * Calls `countRequest` only for the browser that started the authorization.
 */
export async function finishAuthorization(
  services: Services,
  clients: ProviderClients,
  { provider, viewer, browserToken, log, countRequest, browser }: FinishInput,
  query: URLSearchParams,
): Promise<AuthorizationOutcome> {
  const client = requireClient(clients, provider);
  const state = query.get("state");
  if (!state || !browserToken) return { failure: "expired" };
  const started = await takeAuthorizationRequest(services, browserToken, provider, state);
  if (!started) return { failure: "expired" };
  await countRequest();

  const options = { locale: started.locale, purpose: findPurpose(started), next: started.next };
  // The active account of this browser may have changed since the start. Linking and confirming need the
  // account that started the visit, and a first sign-in needs a browser without an account.
  const hasViewerChanged =
    started.user_pk === null
      ? viewer.user && options.purpose === "sign_in"
      : viewer.user?.pk !== started.user_pk;
  if (hasViewerChanged || !isOfferedFor(options.purpose, provider, viewer.user !== undefined)) {
    return { failure: "expired", options };
  }
  let result: AuthorizationResult;
  try {
    result = await client.exchangeCode(query, started.secrets);
  } catch (error) {
    if (query.get("error") === "access_denied") return { failure: "cancelled", options };
    log.warn({ err: error, provider }, "a provider's reply was refused");
    return { failure: "failed", options };
  }
  return applyAuthorizationResult(services, started, result, options, browser);
}

/** Finds the account to sign in to, links the provider or confirms the account. */
async function applyAuthorizationResult(
  services: Services,
  { provider, user_pk, locale, time_zone }: RequestDetails,
  result: AuthorizationResult,
  options: ReturnOptions,
  browser: SignInBrowser,
): Promise<AuthorizationOutcome> {
  if (user_pk !== null && options.purpose === "confirm") {
    const isOwner = await refreshIdentity(services, user_pk, provider, result);
    return isOwner ? { confirmed_pk: user_pk, options } : { failure: "other", options };
  }
  if (user_pk !== null) {
    const link_result = await linkIdentity(services, user_pk, provider, result, browser);
    return { link_result, options };
  }
  const localeAndZone = { locale, time_zone: chooseTimeZone(time_zone ?? undefined, locale) };
  const account = await findOrCreateAccount(services, provider, result, localeAndZone, browser);
  if (account === "not_restorable") return { failure: "failed", options };
  if (account === "browser_full") return { failure: account, options };
  return { ...account, options };
}

function findPurpose({
  user_pk,
  is_adding,
  is_confirmation,
}: RequestDetails): AuthorizationPurpose {
  if (user_pk !== null) return is_confirmation ? "confirm" : "link";
  return is_adding ? "add" : "sign_in";
}
