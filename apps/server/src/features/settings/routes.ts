import { importPicture } from "@toibako/contract/accounts.ts";
import { putAccount, putProfile, putUser } from "@toibako/contract/settings.ts";
import { createDateReader } from "#platform/dates.ts";
import { implement } from "#platform/http/endpoint.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import { describeUser } from "../accounts/queries.ts";
import { changeHandle } from "./commands/handle.ts";
import { importProviderPicture } from "./commands/provider-picture.ts";
import { saveProfile, saveSettings } from "./commands.ts";

export const routes = (clients: ProviderClients) => [
  implement(putUser, async (call) => {
    const { services, viewer, body, countRequest } = call;
    if (body.email !== undefined && body.email !== (viewer.user.email ?? "")) {
      requireIdentityConfirmation(call);
    }
    if (body.email) await countRequest();
    const user = await saveSettings(services, viewer.user, body);
    return { body: await describeUser(services, viewer, user) };
  }),

  implement(putAccount, async (call) => {
    const { services, viewer, body, locale } = call;
    const user = await changeHandle(services, viewer.user, body.account, {
      reader: createDateReader(locale, viewer.user),
      requireConfirmation: () => requireIdentityConfirmation(call),
    });
    return { body: await describeUser(services, viewer, user) };
  }),

  implement(putProfile, async ({ services, viewer, body, files, request }) => {
    const file = files.get("user[icon]");
    const picture = file && { file, ip: request.ip };
    const user = await saveProfile(services, viewer.user, body.user ?? {}, picture);
    return { body: await describeUser(services, viewer, user) };
  }),

  implement(importPicture, async ({ services, viewer, params, request }) => {
    const source = { provider: params.provider, ip: request.ip };
    const user = await importProviderPicture(services, clients, viewer.user, source);
    return { body: await describeUser(services, viewer, user) };
  }),
];
