import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listBroughtAnswers, putBroughtSensitivity } from "@toibako/contract/archives/brought.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { send } from "#lib/http/client.ts";

/** Marks a brought answer of the account as sensitive or not; resolves when the mark is shown. */
export function useSetBroughtSensitivity(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_sensitive: boolean) =>
      send(putBroughtSensitivity, { params: { id }, body: { is_sensitive } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [listBroughtAnswers.name] });
      await waitForCacheNotification();
    },
  });
}
