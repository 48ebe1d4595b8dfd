import type { QueryClient } from "@tanstack/react-query";
import { getIdentityConfirmation } from "@toibako/contract/factors.ts";
import { api, requestIdentityConfirmation } from "#lib/http/client.ts";

/** Asks for an identity confirmation unless there is a recent one; returns whether there is one then. */
export async function ensureIdentityConfirmation(client: QueryClient): Promise<boolean> {
  const { is_confirmed } = await api.read(client, getIdentityConfirmation);
  return is_confirmed || requestIdentityConfirmation();
}
