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
import { createAuthorizationRequest, takeAuthorizationRequest } from "./authorization-requests.ts";
import { findOrCreateAccount, type LinkResult, linkIdentity } from "./identities.ts";

/** The options that decide to which page the browser is sent after visiting the provider. */
export interface ReturnOptions {
  locale: Locale;
  is_link: boolean;
  /** Whether the account is added to those that are signed in on the browser. */
  is_adding: boolean;
  next: string | null;
}

/** A request of a browser that signs in with a provider or links it. */
interface BrowserInput {
  provider: Provider;
  viewer: Viewer;
  browserToken: string;
  log: Pick<Logger, "warn">;
}

interface StartInput extends BrowserInput {
  /** The browser's time zone, unchecked; null if the browser sent none. */
  time_zone: string | null;
}

/** A request of a browser that returns from a provider. */
interface ReturnInput extends BrowserInput {
  countRequest: () => Promise<void>;
}

/** Returns the client of a provider; throws `not_found` if the provider is not configured. */
export function requireClient(clients: ProviderClients, provider: Provider): ProviderClient {
  const client = clients[provider];
  if (!client) throw new Failure("not_found");
  return client;
}

/** Starts signing in or linking; returns the provider's address, undefined if it can't be reached. */
export async function startAuthorization(
  services: Services,
  clients: ProviderClients,
  { provider, viewer: { user }, browserToken, log, time_zone }: StartInput,
  { is_link, is_adding, locale, next }: ReturnOptions,
): Promise<string | undefined> {
  const client = requireClient(clients, provider);
  if (is_link && !user) throw new Failure("sign_in_needed");
  if (!is_link && linkOnlyProviders.includes(provider)) throw new Failure("not_found");
  if (user && is_adding && visitorOnlyProviders.includes(provider)) throw new Failure("not_found");
  const user_pk = is_link ? (user?.pk ?? null) : null;
  const purpose = { provider, user_pk, locale, time_zone, next, is_adding };
  const request = await createAuthorizationRequest(services, browserToken, purpose);
  try {
    return (await client.buildAuthorizationUrl(request)).href;
  } catch (error) {
    log.warn({ err: error, provider }, "a provider could not be reached");
    return undefined;
  }
}

/**
 * How an authorization ended: with an account to sign in, with linking, or without either. If the
 * request is unknown, there are no options.
 */
export type AuthorizationOutcome =
  | { account_pk: number; is_new: boolean; has_left: boolean; options: ReturnOptions }
  | { link_result: LinkResult; options: ReturnOptions }
  | { failure: "expired" | "cancelled" | "failed"; options?: ReturnOptions };

/**
 * Finishes what `startAuthorization` has started, with the query of the provider's redirect. Calls
 * `countRequest` only for the browser that started the authorization.
 */
export async function finishAuthorization(
  services: Services,
  clients: ProviderClients,
  { provider, viewer, browserToken, log, countRequest }: ReturnInput,
  query: URLSearchParams,
): Promise<AuthorizationOutcome> {
  const client = requireClient(clients, provider);
  const state = query.get("state");
  if (!state || !browserToken) return { failure: "expired" };
  const started = await takeAuthorizationRequest(services, browserToken, provider, state);
  if (!started) return { failure: "expired" };
  await countRequest();

  const { user_pk, locale, time_zone, next, is_adding } = started;
  const options = { locale, is_link: user_pk !== null, is_adding, next };
  // Another account may have signed in on this browser since the request started.
  if (user_pk !== null && viewer.user?.pk !== user_pk) return { failure: "expired", options };
  if (user_pk === null && viewer.user && !is_adding) return { failure: "expired", options };
  let result: AuthorizationResult;
  try {
    result = await client.exchangeCode(query, started.request);
  } catch (error) {
    if (query.get("error") === "access_denied") return { failure: "cancelled", options };
    log.warn({ err: error, provider }, "a provider's reply was refused");
    return { failure: "failed", options };
  }
  if (user_pk !== null) {
    return { link_result: await linkIdentity(services, user_pk, provider, result), options };
  }
  const found = await findOrCreateAccount(services, provider, result, {
    locale,
    time_zone: chooseTimeZone(time_zone ?? undefined, locale),
  });
  return found ? { ...found, options } : { failure: "failed", options };
}
