import { deleteIdentity, listIdentities } from "@toibako/contract/accounts.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createPager } from "#platform/http/pager.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { unlinkIdentity } from "../commands/identities.ts";
import { findIdentities } from "../queries.ts";

export const identityRoutes = [
  implement(listIdentities, async ({ viewer, services }) => {
    const identities = await findIdentities(services, viewer.user.pk);
    // An account has at most one identity of each provider, so all fit on one page of 20.
    return { body: { identities, pager: createPager(1, 20, identities.length) } };
  }),

  implement(deleteIdentity, async (call) => {
    requireIdentityConfirmation(call);
    const { viewer, params, services } = call;
    await unlinkIdentity(services, viewer.user.pk, params.provider);
    return {};
  }),
];
