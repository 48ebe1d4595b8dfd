import type { QueryClient } from "@tanstack/react-query";
import { getIdentityConfirmation } from "@toibako/contract/factors.ts";
import { api, requestIdentityConfirmation } from "./client.ts";

/**
 * Asks for an identity confirmation if the last one is too old; returns whether the identity is confirmed.
 */
export async function ensureIdentityConfirmation(client: QueryClient): Promise<boolean> {
  const { is_confirmed } = await api.read(client, getIdentityConfirmation);
  return is_confirmed || requestIdentityConfirmation();
}
