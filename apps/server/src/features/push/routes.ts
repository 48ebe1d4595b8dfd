import {
  deletePushDevice,
  getPush,
  putPushDevice,
  renewPushDevices,
} from "@toibako/contract/push.ts";
import type { FastifyRequest } from "fastify";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { describeBrowser } from "#platform/identity/browser-name.ts";
import { hashSessionToken } from "#platform/identity/session.ts";
import { deleteSubscription, renewSubscriptions, storeSubscription } from "./commands.ts";
import { deriveVapidKeys } from "./policy.ts";
import { listDevices } from "./queries.ts";

function requireTokenHash(request: FastifyRequest): Buffer {
  const token_hash = hashSessionToken(request);
  if (!token_hash) throw new Failure("sign_in_needed");
  return token_hash;
}

export const routes = [
  implement(getPush, async ({ viewer, services, request }) => {
    const { public_key } = deriveVapidKeys(services.config, services.secrets);
    const token_hash = hashSessionToken(request) ?? null;
    const devices = await listDevices(services, viewer.user.pk, token_hash, public_key);
    return { body: { public_key, devices } };
  }),
  implement(putPushDevice, async ({ viewer, services, request, body }) => {
    const { browser_name, system_name } = describeBrowser(request.headers["user-agent"]);
    const name = [browser_name, system_name].filter(Boolean).join(" · ");
    const subscription = { ...body, name };
    const token_hash = requireTokenHash(request);
    const device = await storeSubscription(services, viewer.user.pk, token_hash, subscription);
    return { body: { device } };
  }),
  implement(renewPushDevices, async ({ services, request, body }) => {
    await renewSubscriptions(services, requireTokenHash(request), body);
    return {};
  }),
  implement(deletePushDevice, async ({ viewer, services, params }) => {
    await deleteSubscription(services.db, viewer.user.pk, params.id);
    return {};
  }),
];
