import { getMailLink, putMailLink, resendEmailConfirmation } from "@toibako/contract/mails.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { applyMailLink, enqueueEmailConfirmation } from "./commands/addresses.ts";
import { findMailLink } from "./queries.ts";

export const routes = [
  implement(resendEmailConfirmation, async ({ viewer, services }) => {
    if (!services.config.smtp_url) throw new Failure("refused");
    await enqueueEmailConfirmation(services.db, viewer.user);
    return {};
  }),

  implement(getMailLink, async ({ params, services }) => {
    const link = await findMailLink(services.db, params.token);
    if (!link) throw new Failure("not_found");
    return { body: link };
  }),

  implement(putMailLink, async ({ params, services }) => {
    await applyMailLink(services, params.token);
    return {};
  }),
];
