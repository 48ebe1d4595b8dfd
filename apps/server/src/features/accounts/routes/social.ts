import { finishSocialLogin, startSocialLogin } from "@toibako/contract/accounts.ts";
import { formatOnboardingPath, readRedirectAddress } from "@toibako/contract/addresses.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { hasIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { createToken } from "#platform/identity/secrets.ts";
import { addPageMessage, type PageMessage } from "#platform/pages/page-message.ts";
import {
  finishAuthorization,
  type ReturnOptions,
  requireClient,
  startAuthorization,
} from "../commands/authorize.ts";
import { offerRestore } from "../commands/left-accounts.ts";
import { rejectFullBrowser, rejectSignedIn, signIn } from "../commands/sign-in.ts";
import type { ProviderClients } from "../providers/client.ts";

/** Identifies the browser that started an authorization request: no other browser can complete it. */
const browserCookie = "__Host-authorization";
const cookieOptions = {
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "lax",
  maxAge: 600,
} as const;

/** Where the browser goes on: `next`, or else the settings when linking, the home when signing in. */
function choosePath({ locale, next, is_link }: ReturnOptions): string {
  return next ?? (is_link ? `/${locale}/stg?tab=sns` : `/${locale}/me/home`);
}

/** Redirects, with a message, to the login page, or when linking to the path of `choosePath`. */
function redirectWithMessage(options: ReturnOptions, message: PageMessage) {
  const { locale, next, is_link, is_adding } = options;
  const search = new URLSearchParams({ ...(is_adding && { mal: "1" }), ...(next && { next }) });
  const loginPath = search.size > 0 ? `/${locale}/acc/login?${search}` : `/${locale}/acc/login`;
  const path = is_link ? choosePath(options) : loginPath;
  return { location: addPageMessage(path, message) };
}

async function handleStart(clients: ProviderClients, call: Call<typeof startSocialLogin>) {
  const { services, request, reply, viewer, body } = call;
  const { provider } = call.params;
  const is_link = body.link !== undefined;
  requireClient(clients, provider);
  if (!is_link) {
    rejectSignedIn(call, call.query.mal);
    await rejectFullBrowser(call);
  }
  const browserToken = request.cookies[browserCookie] ?? createToken();
  const options = {
    locale: body.locale ?? call.locale,
    is_link,
    is_adding: !is_link && call.query.mal === "1",
    next: readRedirectAddress(body.next) ?? null,
  };
  const time_zone = body.time_zone ?? null;
  const input = { provider, viewer, browserToken, log: request.log, time_zone };
  const { user } = viewer;
  if (is_link && user && !hasIdentityConfirmation({ services, request, viewer: { user } })) {
    return redirectWithMessage(options, "social_unconfirmed");
  }
  const location = await startAuthorization(services, clients, input, options);
  reply.setCookie(browserCookie, browserToken, cookieOptions);
  return location ? { location } : redirectWithMessage(options, "social_failed");
}

async function handleReturn(clients: ProviderClients, call: Call<typeof finishSocialLogin>) {
  const { services, request, viewer, locale, countRequest } = call;
  const { provider } = call.params;
  const browserToken = request.cookies[browserCookie] ?? "";
  // The query unparsed, as the provider sent it: the OAuth client checks all of its parameters and
  // refuses repeated ones.
  const query = new URLSearchParams(request.url.split("?")[1] ?? "");
  const input = { provider, viewer, browserToken, log: request.log, countRequest };
  const outcome = await finishAuthorization(services, clients, input, query);
  if ("failure" in outcome) {
    const { failure, options = { locale, is_link: false, is_adding: false, next: null } } = outcome;
    return redirectWithMessage(options, `social_${failure}`);
  }
  const path = choosePath(outcome.options);
  if ("link_result" in outcome) {
    return { location: addPageMessage(path, `social_${outcome.link_result}`) };
  }
  if (outcome.has_left) {
    offerRestore(call, outcome.account_pk);
    return { location: `/${outcome.options.locale}/acc/left` };
  }
  await signIn(call, { user_pk: outcome.account_pk });
  return { location: outcome.is_new ? formatOnboardingPath(outcome.options) : path };
}

/** Signing in with a provider, and linking it. */
export const socialRoutes = (clients: ProviderClients) => [
  implement(startSocialLogin, (call) => handleStart(clients, call)),
  implement(finishSocialLogin, (call) => handleReturn(clients, call)),
];
