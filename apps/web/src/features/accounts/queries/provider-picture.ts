import { useMutation, useQueryClient } from "@tanstack/react-query";
import { importPicture, type Provider } from "@toibako/contract/accounts.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { send } from "#lib/http/client.ts";
import { currentUserQuery } from "../queries.ts";

/**
 * Copies the account's picture at a linked provider into its profile. Invalidates all other queries,
 * because many replies contain the address of the picture.
 */
export function useProviderPicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (provider: Provider) =>
      (await send(importPicture, { params: { provider } })).data,
    onSuccess: (saved) => {
      const { queryKey } = currentUserQuery();
      client.setQueryData(queryKey, saved);
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
      return waitForCacheNotification();
    },
  });
}
