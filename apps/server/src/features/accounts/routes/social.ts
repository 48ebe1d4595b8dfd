import { finishSocialLogin, startSocialLogin } from "@toibako/contract/accounts.ts";
import { formatOnboardingPath, readRedirectAddress } from "@toibako/contract/addresses.ts";
import { authorizationRequestMinutes } from "@toibako/contract/privacy.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { startSession } from "#platform/identity/browser-accounts.ts";
import {
  hasIdentityConfirmation,
  storeIdentityConfirmation,
} from "#platform/identity/identity-confirmation.ts";
import { createToken } from "#platform/identity/secrets.ts";
import { addPageMessage, type PageMessage } from "#platform/pages/page-message.ts";
import {
  type AuthorizationPurpose,
  finishAuthorization,
  isForSignedInAccount,
  type ReturnOptions,
  requireClient,
  startAuthorization,
} from "../commands/authorize.ts";
import type { SignInBrowser } from "../commands/identities.ts";
import { offerRestore } from "../commands/left-accounts.ts";
import { hasRoomFor, rejectSignedIn, signIn } from "../commands/sign-in.ts";
import type { ProviderClients } from "../providers/client.ts";
import { lockSignedInUser } from "../queries/ways-to-sign-in.ts";

/** Identifies the browser that started an authorization request, so that no other browser can complete it. */
const browserCookie = "__Host-authorization";
const cookieOptions = {
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "lax",
  maxAge: authorizationRequestMinutes * 60,
} as const;

/**
 * Returns the path to which the browser goes after the visit: `next` if it is set, else the home page after a
 * sign-in, and the settings after a link or a confirmation.
 */
function choosePath({ locale, next, purpose }: ReturnOptions): string {
  return next ?? (isForSignedInAccount(purpose) ? `/${locale}/stg?tab=sns` : `/${locale}/me/home`);
}

/** Redirects with a message: a failed sign-in to the login page, other purposes to the path of `choosePath`. */
function redirectWithMessage(options: ReturnOptions, message: PageMessage) {
  const { locale, next, purpose } = options;
  const isAdding = purpose === "add";
  const search = new URLSearchParams({ ...(isAdding && { mal: "1" }), ...(next && { next }) });
  const loginPath = search.size > 0 ? `/${locale}/acc/login?${search}` : `/${locale}/acc/login`;
  const path = isForSignedInAccount(purpose) ? choosePath(options) : loginPath;
  return { location: addPageMessage(path, message) };
}

function readPurpose({ body, query }: Call<typeof startSocialLogin>): AuthorizationPurpose {
  if (body.link !== undefined) return "link";
  if (body.confirm !== undefined) return "confirm";
  return query.mal === "1" ? "add" : "sign_in";
}

async function redirectToProvider(clients: ProviderClients, call: Call<typeof startSocialLogin>) {
  const { services, request, reply, viewer, body } = call;
  const { provider } = call.params;
  const purpose = readPurpose(call);
  requireClient(clients, provider);
  if (!isForSignedInAccount(purpose)) rejectSignedIn(call, call.query.mal);
  const browserToken = request.cookies[browserCookie] ?? createToken();
  const options = {
    locale: body.locale ?? call.locale,
    purpose,
    next: readRedirectAddress(body.next) ?? null,
  };
  const time_zone = body.time_zone ?? null;
  const input = { provider, viewer, browserToken, log: request.log, time_zone };
  const { user } = viewer;
  const isUnconfirmed = user && !hasIdentityConfirmation({ services, request, viewer: { user } });
  if (purpose === "link" && isUnconfirmed) {
    return redirectWithMessage(options, "social_unconfirmed");
  }
  const location = await startAuthorization(services, clients, input, options);
  reply.setCookie(browserCookie, browserToken, cookieOptions);
  return location ? { location } : redirectWithMessage(options, "social_failed");
}

async function finishVisit(clients: ProviderClients, call: Call<typeof finishSocialLogin>) {
  const { services, request, reply, viewer, locale, countRequest } = call;
  const { provider } = call.params;
  const browserToken = request.cookies[browserCookie] ?? "";
  // Reads the raw query: the OAuth client refuses repeated parameters, which a parsed query may have merged.
  const query = new URLSearchParams(request.url.split("?")[1] ?? "");
  // A full browser can still sign in to one of its accounts, and only the provider's reply tells which account it is.
  const browser: SignInBrowser = {
    hasRoom: (user_pk) => hasRoomFor(call, user_pk),
    startSession: (db, user_pk) => startSession(db, user_pk, request, reply),
    lockAccount: (db, user_pk) => lockSignedInUser(db, user_pk, request),
  };
  const input = { provider, viewer, browserToken, log: request.log, countRequest, browser };
  const outcome = await finishAuthorization(services, clients, input, query);
  if ("failure" in outcome) {
    const { failure, options = { locale, purpose: "sign_in", next: null } } = outcome;
    return redirectWithMessage(
      options,
      failure === "browser_full" ? "accounts_full" : `social_${failure}`,
    );
  }
  const path = choosePath(outcome.options);
  if ("link_result" in outcome) {
    return { location: addPageMessage(path, `social_${outcome.link_result}`) };
  }
  if ("confirmed_pk" in outcome) {
    storeIdentityConfirmation(services, reply, outcome.confirmed_pk);
    return { location: addPageMessage(path, "social_confirmed") };
  }
  if (outcome.has_left) {
    await offerRestore(call, outcome.account_pk);
    return { location: `/${outcome.options.locale}/acc/left` };
  }
  await signIn(call, { user_pk: outcome.account_pk, has_session: outcome.is_new });
  return { location: outcome.is_new ? formatOnboardingPath(outcome.options) : path };
}

/** Routes to sign in with a provider, to link it, and to confirm an identity with it. */
export const socialRoutes = (clients: ProviderClients) => [
  implement(startSocialLogin, (call) => redirectToProvider(clients, call)),
  implement(finishSocialLogin, (call) => finishVisit(clients, call)),
];
