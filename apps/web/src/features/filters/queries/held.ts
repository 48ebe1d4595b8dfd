import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Output } from "@toibako/contract/endpoint.ts";
import {
  deleteHeldQuestion,
  deleteHeldQuestions,
  listHeldQuestions,
  releaseHeldQuestion,
} from "@toibako/contract/filters.ts";
import { api, send } from "#lib/http/client.ts";

type HeldPage = Output<typeof listHeldQuestions>;

const heldLists = { queryKey: [listHeldQuestions.name] };

/** The questions that the receiver's filters hold, 20 per page. */
export const heldQuestionsQuery = (page: number) =>
  api.query(listHeldQuestions, { query: { page: String(page) } });

/** Refetches the lists after an error, because another tab may have removed the question already. */
const refetchOnError = (client: QueryClient) => ({
  onError: () => void client.invalidateQueries(heldLists),
});

/** Releases a held question into the inbox. */
export function useReleaseHeld(uuid_hash: string, onReleased: () => void) {
  const client = useQueryClient();
  return useMutation({
    ...refetchOnError(client),
    mutationFn: () => send(releaseHeldQuestion, { params: { id: uuid_hash } }),
    onSuccess: () => {
      removeFromHeldLists(client, [uuid_hash]);
      onReleased();
    },
  });
}

/** Deletes a held question permanently. */
export function useDeleteHeld(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    ...refetchOnError(client),
    mutationFn: (uuid_hash: string) => send(deleteHeldQuestion, { params: { id: uuid_hash } }),
    onSuccess: (_reply, uuid_hash) => {
      removeFromHeldLists(client, [uuid_hash]);
      onDeleted();
    },
  });
}

/** Deletes all held questions permanently. */
export function useDeleteAllHeld(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    ...refetchOnError(client),
    mutationFn: () => send(deleteHeldQuestions),
    onSuccess: () => {
      removeFromHeldLists(client);
      onDeleted();
    },
  });
}

/**
 * Removes the questions with these ids, by default all, from the cached lists. Then refetches them, because later questions
 * move up.
 */
export function removeFromHeldLists(client: QueryClient, removedIds?: string[]) {
  client.setQueriesData<HeldPage>(
    heldLists,
    (cached) =>
      cached && {
        ...cached,
        questions: cached.questions.filter(
          ({ uuid_hash }) => removedIds !== undefined && !removedIds.includes(uuid_hash),
        ),
      },
  );
  void client.invalidateQueries({ ...heldLists, refetchType: "all" });
}
