import {
  getEmailReminder,
  getMailLink,
  putEmailReminder,
  putMailLink,
  resendEmailConfirmation,
} from "@toibako/contract/mails.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { storeIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import {
  confirmAddress,
  enqueueEmailConfirmation,
  storeReminder,
  undoAddress,
} from "./commands/addresses.ts";
import { consumeIdentityLink } from "./commands/identity-links.ts";
import { findMailLink, findReminderReason } from "./queries.ts";

/** Confirms the identity by a mailed link, only in a browser whose active account is that of the link. */
async function confirmIdentity(call: Call<typeof putMailLink>, account: string, token: string) {
  const { services, reply, viewer } = call;
  if (viewer.user?.account !== account) throw new Failure("forbidden");
  await consumeIdentityLink(services.db, viewer.user.pk, token);
  storeIdentityConfirmation(services, reply, viewer.user.pk);
}

export const routes = [
  implement(resendEmailConfirmation, async ({ viewer, services, request }) => {
    if (!services.config.smtp_url) throw new Failure("refused");
    await enqueueEmailConfirmation(services, viewer.user, request.ip);
    return {};
  }),

  implement(getEmailReminder, async ({ viewer, services }) => {
    const hasMail = services.config.smtp_url !== undefined;
    return {
      body: { reason: hasMail ? await findReminderReason(services, viewer.user.pk) : null },
    };
  }),

  implement(putEmailReminder, async ({ viewer, services }) => {
    await storeReminder(services.db, viewer.user.pk);
    return {};
  }),

  implement(getMailLink, async ({ params, services }) => {
    const link = await findMailLink(services.db, params.token);
    if (!link) throw new Failure("not_found");
    return { body: link };
  }),

  implement(putMailLink, async (call) => {
    const { services } = call;
    const { token } = call.params;
    const link = await findMailLink(services.db, token);
    if (!link) throw new Failure("not_found");
    if (link.purpose === "confirm_email") await confirmAddress(services.db, token);
    else if (link.purpose === "undo_email") await undoAddress(services, token);
    else await confirmIdentity(call, link.account, token);
    return {};
  }),
];
