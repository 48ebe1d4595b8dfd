import {
  getCurrentUser,
  getUnreadCounts,
  getVisitorState,
  login,
  logout,
  register as registerEndpoint,
} from "@toibako/contract/accounts.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { createAccountViewer, endSession } from "#platform/identity/session.ts";
import { findKnownBrowser, rememberBrowser } from "#platform/limits/known-browsers.ts";
import { listNetworkRanges } from "#platform/limits/networks.ts";
import { refuseWithoutProof } from "#platform/limits/proofs.ts";
import { listLiked } from "../likes/queries.ts";
import { countUnreadAnswers } from "../outbox/queries/answers.ts";
import { listSealedIdentities } from "../questions/queries/sender.ts";
import type { AdmitAttempt } from "./commands/attempts.ts";
import { signIn } from "./commands/sign-in.ts";
import { checkCredentials, register } from "./commands.ts";
import type { ProviderClients } from "./providers/client.ts";
import { countUnread, findSessionUser, toCurrentUser } from "./queries.ts";
import { identityRoutes } from "./routes/identities.ts";
import { socialRoutes } from "./routes/social.ts";

/** Signs in and returns the account. */
async function signInAndReadAccount(
  call: Call<typeof login | typeof registerEndpoint>,
  user_pk: number,
) {
  const { services, request, reply } = call;
  await signIn(call, user_pk);
  const user = await findSessionUser(services.db, user_pk);
  rememberBrowser(services, request, reply, user.account);
  const adopted = await listSealedIdentities(services.db, user_pk);
  const viewer = createAccountViewer(services.secrets, user, adopted);
  return { user: toCurrentUser(user, await countUnreadAnswers(services, viewer)) };
}

/** Counts an attempt to sign in; delays it, or refuses it if it lacks the proof of work it needs. */
async function requireAdmission(admit: AdmitAttempt, call: Call<typeof login>): Promise<void> {
  const { services, request, reply, body } = call;
  const missingLevel = await admit({
    account: body.account,
    networks: listNetworkRanges(request.ip),
    browser_id: findKnownBrowser(services, request, body.account),
    isProven: (level) => request.server.proofs.accept(request, level),
  });
  if (missingLevel !== undefined) refuseWithoutProof(reply, missingLevel);
}

/** The routes of accounts; `admit` slows down guessing of passwords. */
export const routes = (clients: ProviderClients, admit: AdmitAttempt) => [
  implement(registerEndpoint, async (call) => {
    const { services, body, countRequest } = call;
    const user_pk = await register(
      services.db,
      call.request.ip,
      call.createId(),
      body,
      countRequest,
    );
    return { body: await signInAndReadAccount(call, user_pk) };
  }),

  implement(login, async (call) => {
    const { account, password } = call.body;
    await requireAdmission(admit, call);
    const user_pk = await checkCredentials(call.services.db, call.request.ip, account, password);
    return { body: await signInAndReadAccount(call, user_pk) };
  }),

  implement(logout, async ({ services, request, reply }) => {
    await endSession(services, request, reply);
    return {};
  }),

  implement(getCurrentUser, async ({ viewer, services }) => {
    if (!viewer.user) return { status: 202, body: {} };
    const unread_answers_count = await countUnreadAnswers(services, viewer);
    return { body: { user: toCurrentUser(viewer.user, unread_answers_count) } };
  }),

  implement(getUnreadCounts, async ({ viewer, services }) => ({
    body: await countUnread(services, viewer),
  })),

  implement(getVisitorState, async ({ query, viewer, services }) => {
    const answer_ids = query.answer_ids === "" ? [] : query.answer_ids.split(",");
    const [liked_answer_ids, unread_counts] = await Promise.all([
      listLiked(services.db, answer_ids, viewer.like_actor),
      countUnread(services, viewer),
    ]);
    return { body: { liked_answer_ids, unread_counts } };
  }),

  ...socialRoutes(clients),
  ...identityRoutes,
];
