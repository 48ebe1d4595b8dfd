import { putProfile, putUser } from "@toibako/contract/settings.ts";
import { implement } from "#platform/http/endpoint.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { describeUser } from "../accounts/queries.ts";
import { saveProfile, saveSettings } from "./commands.ts";

export const routes = [
  implement(putUser, async (call) => {
    const { services, viewer, body, countRequest } = call;
    if (body.email !== undefined && body.email !== (viewer.user.email ?? "")) {
      requireIdentityConfirmation(call);
    }
    if (body.email) await countRequest();
    const user = await saveSettings(services, viewer.user, body);
    return { body: await describeUser(services, viewer, user) };
  }),

  implement(putProfile, async ({ services, viewer, body, files, request }) => {
    const file = files.get("user[icon]");
    const picture = file && { file, ip: request.ip };
    const user = await saveProfile(services, viewer.user, body.user ?? {}, picture);
    return { body: await describeUser(services, viewer, user) };
  }),
];
