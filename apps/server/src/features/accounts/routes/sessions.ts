import { logout } from "@toibako/contract/accounts.ts";
import {
  deleteBrowserAccount,
  deleteOtherSessions,
  deleteSession,
  listBrowserAccounts as listBrowserAccountsEndpoint,
  listSessions as listSessionsEndpoint,
  postAccountSwitch,
  switchAccount,
} from "@toibako/contract/sessions.ts";
import { createPageToken } from "#platform/http/csrf.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { switchSession } from "#platform/identity/browser-accounts.ts";
import {
  endSession,
  endSessionById,
  endSessionOfBrowser,
  endSessionsOfAccount,
  hashSessionToken,
} from "#platform/identity/session.ts";
import { findCurrentSession, listBrowserAccounts, listSessions } from "../queries/sessions.ts";

async function switchAndRedirect(call: Call<typeof switchAccount | typeof postAccountSwitch>) {
  const { services, request, reply, params, body, locale } = call;
  await switchSession(services, params.user_id, request, reply);
  return { location: `/${body.locale ?? locale}/` };
}

export const sessionRoutes = [
  implement(logout, async ({ services, request, reply }) => {
    await endSession(services, request, reply);
    return {};
  }),

  implement(listBrowserAccountsEndpoint, async ({ services, request }) => ({
    body: {
      accounts: await listBrowserAccounts(services, hashSessionToken(request)),
      authenticity_token: createPageToken(services, request),
    },
  })),

  implement(deleteBrowserAccount, async ({ services, request, reply, viewer, params }) => {
    if (params.user_id === viewer.user.id) await endSession(services, request, reply);
    else if (!(await endSessionOfBrowser(services, params.user_id, request)))
      throw new Failure("not_found");
    return {};
  }),

  implement(switchAccount, switchAndRedirect),
  implement(postAccountSwitch, switchAndRedirect),

  implement(listSessionsEndpoint, async ({ services, viewer, locale, request }) => ({
    body: { sessions: await listSessions(services, viewer, locale, hashSessionToken(request)) },
  })),

  implement(deleteSession, async ({ services, request, reply, viewer, params }) => {
    const current = await findCurrentSession(services.db, hashSessionToken(request));
    if (params.id === current) await endSession(services, request, reply);
    else if (!(await endSessionById(services, viewer.user.pk, params.id)))
      throw new Failure("not_found");
    return {};
  }),

  implement(deleteOtherSessions, async ({ services, request, viewer }) => {
    await endSessionsOfAccount(services, viewer.user.pk, request);
    return {};
  }),
];
