import {
  getCurrentUser,
  getCurrentUserByFormerPath,
  getUnreadCounts,
  getVisitorState,
  login,
  register as registerEndpoint,
} from "@toibako/contract/accounts.ts";
import { readTypedHandle } from "@toibako/contract/typed-keys.ts";
import { type Call, implement, type Reply } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { createSignInChallenge } from "../factors/commands/sign-in-challenge.ts";
import { listLiked } from "../likes/queries.ts";
import { type AdmitAttempt, requireAdmission } from "./commands/attempts.ts";
import {
  finishSignIn,
  rejectIfBrowserIsFull,
  rejectSignedIn,
  signInAndReadAccount,
} from "./commands/sign-in.ts";
import { checkCredentials, register } from "./commands.ts";
import type { ProviderClients } from "./providers/client.ts";
import { countUnread, describeUser } from "./queries.ts";
import { identityRoutes } from "./routes/identities.ts";
import { leftAccountRoutes } from "./routes/left-accounts.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { socialRoutes } from "./routes/social.ts";

type CurrentUserEndpoint = typeof getCurrentUser | typeof getCurrentUserByFormerPath;

async function replyWithCurrentUser({
  viewer,
  services,
}: Call<CurrentUserEndpoint>): Promise<Reply<CurrentUserEndpoint>> {
  if (!viewer.user) return { status: 202, body: {} };
  return { body: await describeUser(services, viewer, viewer.user) };
}

/** The routes of accounts. `admit` limits sign-in attempts. */
export const routes = (clients: ProviderClients, admit: AdmitAttempt) => [
  implement(registerEndpoint, async (call) => {
    const { services, body, countRequest } = call;
    if (!services.config.has_own_id) throw new Failure("not_found");
    rejectSignedIn(call, call.query.mal);
    await rejectIfBrowserIsFull(call);
    const user_pk = await register(services, call.request.ip, call.createId(), body, countRequest);
    return { body: await signInAndReadAccount(call, { user_pk }) };
  }),

  implement(login, async (call) => {
    const { services, request, body } = call;
    const { password } = body;
    const account = readTypedHandle(body.account);
    if (!services.config.has_own_id) throw new Failure("not_found");
    rejectSignedIn(call, call.query.mal);
    await requireAdmission(admit, call, account);
    const checked = await checkCredentials(services.db, request.ip, account, password);
    // Before `finishSignIn`, because restoring a left account needs its second factor as well.
    if (await createSignInChallenge(call, checked.user_pk)) {
      return { status: 202, body: { next_step: "enter_code" as const } };
    }
    return finishSignIn(call, checked);
  }),

  implement(getCurrentUser, replyWithCurrentUser),
  implement(getCurrentUserByFormerPath, replyWithCurrentUser),

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
  ...sessionRoutes,
  ...leftAccountRoutes,
];
