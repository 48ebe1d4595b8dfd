import {
  destroyAccount as destroyEndpoint,
  getDestructionTerms,
  leaveAccount as leaveEndpoint,
} from "@toibako/contract/leaving.ts";
import { implement } from "#platform/http/endpoint.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { endSession, endSessionsOfAccount, hashSessionToken } from "#platform/identity/session.ts";
import { findPasswordOfTotpUser } from "../factors/queries.ts";
import { destroyOwnAccount } from "./commands/destroy.ts";
import { leaveAccount } from "./commands/leave.ts";
import { findDestructionTerms } from "./queries.ts";

export const routes = [
  implement(leaveEndpoint, async (call) => {
    requireIdentityConfirmation(call);
    const { viewer, services, request, reply } = call;
    await leaveAccount(services, viewer.user);
    // `endSession` must run first: it may activate another account of this browser.
    await endSession(services, request, reply);
    await endSessionsOfAccount(services, viewer.user.pk);
    return {};
  }),

  implement(getDestructionTerms, async ({ viewer, services, request }) => {
    const token_hash = hashSessionToken(request);
    return { body: { terms: await findDestructionTerms(services.db, viewer.user, token_hash) } };
  }),

  implement(destroyEndpoint, async (call) => {
    const { viewer, services, request, reply, body } = call;
    // The password alone must not suffice for an account whose sign-in needs a code.
    if (await findPasswordOfTotpUser(services.db, viewer.user.pk))
      requireIdentityConfirmation(call);
    const token_hash = hashSessionToken(request);
    await destroyOwnAccount(services, viewer.user, { ...body, token_hash, ip: request.ip });
    // `endSession` must run first: it may activate another account of this browser.
    await endSession(services, request, reply);
    await endSessionsOfAccount(services, viewer.user.pk);
    return {};
  }),
];
