import type { Input } from "@toibako/contract/endpoint.ts";
import {
  destroyAccount as destroyEndpoint,
  getDestructionTerms,
  getLeftAccount,
  leaveAccount as leaveEndpoint,
  restoreLeftAccount as restoreEndpoint,
} from "@toibako/contract/leaving.ts";
import { api, send } from "#lib/http/client.ts";

export const destructionTermsQuery = () => api.query(getDestructionTerms);

export const leftAccountQuery = () => api.query(getLeftAccount);

export const leaveAccount = () => send(leaveEndpoint, {});

export const destroyAccount = (body: Input<typeof destroyEndpoint>["body"]) =>
  send(destroyEndpoint, { body });

export const restoreAccount = () => send(restoreEndpoint, {});
