import { getUnsubscription, unsubscribe } from "@toibako/contract/digests.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { endDigestsByLink } from "./commands.ts";
import { findUnsubscription } from "./queries.ts";

export const routes = [
  implement(getUnsubscription, async ({ params, services }) => {
    const subscription = await findUnsubscription(services, params.token);
    if (!subscription) throw new Failure("not_found");
    return { body: subscription };
  }),

  implement(unsubscribe, async ({ params, services }) => {
    await endDigestsByLink(services, params.token);
    return {};
  }),
];
