import type { Services } from "#platform/services.ts";
import { type ApiReply, callApi } from "../providers/api.ts";
import type { ProviderClients } from "../providers/client.ts";
import { findOrRefreshAccessToken } from "./provider-tokens.ts";

/** Sends GET to the API of X, or POST if there is `json`. `link_needed`: the account must link X again. */
export type XCaller = (path: string, json?: object) => Promise<ApiReply | "link_needed">;

/**
 * Creates a function that calls the API of X in the name of an account. It refreshes a refused access token once.
 * @throws ProviderUnreachable
 */
export function createXCaller(
  services: Services,
  clients: ProviderClients,
  user_pk: number,
): XCaller {
  const { twitter } = clients;
  let token: string | undefined;
  return async (path, json) => {
    if (!twitter?.api_url) return "link_needed";
    token ??= await findOrRefreshAccessToken(services, clients, user_pk, "twitter");
    if (token === undefined) return "link_needed";
    const reply = await callApi(twitter.api_url + path, token, json);
    if (reply.status !== 401) return reply;
    token = await findOrRefreshAccessToken(services, clients, user_pk, "twitter", token);
    if (token === undefined) return "link_needed";
    const repeated = await callApi(twitter.api_url + path, token, json);
    return repeated.status === 401 ? "link_needed" : repeated;
  };
}
