import {
  destroyAccount as destroyEndpoint,
  getDestructionTerms,
  leaveAccount as leaveEndpoint,
} from "@toibako/contract/leaving.ts";
import { implement } from "#platform/http/endpoint.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { endSession, endSessionsOfAccount } from "#platform/identity/session.ts";
import type { Payments } from "../billing/providers/payments.ts";
import { destroyOwnAccount } from "./commands/destroy.ts";
import { leaveAccount } from "./commands/leave.ts";
import { findDestructionTerms } from "./queries.ts";

export const createLeavingRoutes = (payments: Payments | undefined) => [
  implement(leaveEndpoint, async (call) => {
    requireIdentityConfirmation(call);
    const { viewer, services, request, reply } = call;
    await leaveAccount(services, viewer.user);
    // `endSession` must run first: it may activate another account of this browser.
    await endSession(services, request, reply);
    await endSessionsOfAccount(services, viewer.user.pk);
    return {};
  }),

  implement(getDestructionTerms, async ({ viewer, services }) => ({
    body: { terms: await findDestructionTerms(services.db, viewer.user) },
  })),

  implement(destroyEndpoint, async (call) => {
    const { viewer, services, request, reply } = call;
    await destroyOwnAccount(call, payments);
    // `endSession` must run first: it may activate another account of this browser.
    await endSession(services, request, reply);
    await endSessionsOfAccount(services, viewer.user.pk);
    return {};
  }),
];
