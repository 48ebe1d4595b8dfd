import type { QueryClient } from "@tanstack/react-query";
import { getIdentityConfirmation } from "@toibako/contract/factors.ts";
import { api, requestIdentityConfirmation } from "#lib/http/client.ts";

/** Whether the identity was confirmed a short time ago; if not, asks for the confirmation. */
export async function ensureIdentityConfirmation(client: QueryClient): Promise<boolean> {
  const { is_confirmed } = await api.read(client, getIdentityConfirmation);
  return is_confirmed || requestIdentityConfirmation();
}
