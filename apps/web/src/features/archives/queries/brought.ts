import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteBroughtAnswer,
  deleteBroughtAnswers,
  listBroughtAnswers,
  putBroughtSensitivity,
} from "@toibako/contract/archives/brought.ts";
import { getArchiveImport } from "@toibako/contract/archives/import.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { api, send } from "#lib/http/client.ts";

/** The answers that an account has brought along, 10 per page. */
export const broughtQuery = (account: string, page: number) =>
  api.query(listBroughtAnswers, { params: { account }, query: { page: String(page) } });

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

/** Deletes a brought answer of the account. Without an id, deletes all of them. */
export function useDeleteBrought(id?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (id === undefined) await send(deleteBroughtAnswers);
      else await send(deleteBroughtAnswer, { params: { id } });
      // Not awaited, because the new list may unmount the component whose mutation this is.
      for (const { name } of [listBroughtAnswers, getUser, getArchiveImport]) {
        void client.invalidateQueries({ queryKey: [name] });
      }
    },
  });
}
