import {
  getPasswordReset,
  postPasswordReset,
  putPassword,
  putPasswordReset,
} from "@toibako/contract/passwords.ts";
import { readTypedHandle } from "@toibako/contract/typed-keys.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { changePassword, requestPasswordReset, resetPasswordByLink } from "./commands.ts";
import { findAccountOfReset } from "./queries.ts";

export const routes = [
  implement(postPasswordReset, async ({ body, services }) => {
    const { smtp_url, has_own_id } = services.config;
    if (!smtp_url || !has_own_id) throw new Failure("not_found");
    await requestPasswordReset(services.db, readTypedHandle(body.account_or_email));
    return { body: {} };
  }),

  implement(getPasswordReset, async ({ params, services }) => {
    const account = await findAccountOfReset(services.db, params.token);
    if (account === undefined || !services.config.has_own_id) throw new Failure("not_found");
    return { body: { account } };
  }),

  implement(putPasswordReset, async ({ params, body, services, request }) => {
    if (!services.config.has_own_id) throw new Failure("not_found");
    await resetPasswordByLink(services, request.ip, params.token, body.password);
    return {};
  }),

  implement(putPassword, async (call) => {
    await changePassword(call);
    return {};
  }),
];
