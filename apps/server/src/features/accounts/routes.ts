import {
  getCurrentUser,
  getUnreadCounts,
  login,
  logout,
  register as registerEndpoint,
} from "@toibako/contract/accounts.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { endSession } from "#platform/session.ts";
import { countUnreadAnswers } from "../outbox/queries.ts";
import { checkCredentials, register } from "./commands.ts";
import type { Networks } from "./networks/open.ts";
import { countUnread, findSessionUser, toCurrentUser } from "./queries.ts";
import { identityRoutes } from "./routes/identities.ts";
import { socialRoutes } from "./routes/social.ts";
import { signInHere } from "./routes/welcome.ts";

/** Signs in and answers the person. */
async function welcome(call: Call<typeof login | typeof registerEndpoint>, user_pk: number) {
  const { services } = call;
  await signInHere(call, user_pk);
  const user_key = services.secrets.personKey(user_pk);
  const user = await findSessionUser(services.db, user_pk);
  return { user: toCurrentUser(user, await countUnreadAnswers(services.db, user_key)) };
}

export const routes = (networks: Networks) => [
  implement(registerEndpoint, async (call) => {
    const user_pk = await register(call.services.db, call.new_id(), call.body);
    return { body: await welcome(call, user_pk) };
  }),

  implement(login, async (call) => {
    const { account, password } = call.body;
    const user_pk = await checkCredentials(call.services.db, account, password);
    return { body: await welcome(call, user_pk) };
  }),

  implement(logout, async ({ services, request, reply }) => {
    await endSession(services, request, reply);
    return {};
  }),

  implement(getCurrentUser, async ({ viewer, services }) => {
    if (!viewer.user) return { status: 202, body: {} };
    const unread_answers_count = await countUnreadAnswers(services.db, viewer.sender_key);
    return { body: { user: toCurrentUser(viewer.user, unread_answers_count) } };
  }),

  implement(getUnreadCounts, async ({ viewer, services }) => ({
    body: {
      ...(await countUnread(services.db, viewer.sender_key)),
      received_items: viewer.user?.unread_questions_count ?? 0,
      messages: 0,
    },
  })),

  ...socialRoutes(networks),
  ...identityRoutes,
];
