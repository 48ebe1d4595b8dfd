import { deletePushDevice, getPush, putPushDevice } from "@toibako/contract/push.ts";
import { implement } from "#platform/http/endpoint.ts";
import { describeBrowser } from "#platform/identity/browser-name.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import { deleteSubscription, storeSubscription } from "./commands.ts";
import { deriveVapidKeys } from "./policy.ts";
import { listDevices } from "./queries.ts";

export const routes = [
  implement(getPush, async ({ viewer, services }) => {
    const { public_key } = deriveVapidKeys(services.config, services.secrets);
    return { body: { public_key, devices: await listDevices(services, viewer.user.pk) } };
  }),
  implement(putPushDevice, async ({ viewer, services, request, body }) => {
    const token = request.cookies[sessionCookie] ?? "";
    const { browser_name, system_name } = describeBrowser(request.headers["user-agent"]);
    const name = [browser_name, system_name].filter(Boolean).join(" · ");
    const device = await storeSubscription(services, viewer.user.pk, token, { ...body, name });
    return { body: { device } };
  }),
  implement(deletePushDevice, async ({ viewer, services, params }) => {
    await deleteSubscription(services.db, viewer.user.pk, params.id);
    return {};
  }),
];
