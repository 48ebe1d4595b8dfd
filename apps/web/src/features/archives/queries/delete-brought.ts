import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteBroughtAnswer,
  deleteBroughtAnswers,
  listBroughtAnswers,
} from "@toibako/contract/archives/brought.ts";
import { getArchiveImport } from "@toibako/contract/archives/import.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { send } from "#lib/http/client.ts";

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
