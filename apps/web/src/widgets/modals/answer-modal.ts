import { useQueryClient } from "@tanstack/react-query";
import { questionQuery } from "#features/questions/queries.ts";
import { useModal } from "./modal-host.tsx";

/**
 * Returns a function that opens the answer form over the page. It resolves to false if the question is
 * answered, deleted or of a community, or couldn't be loaded; the caller then opens the question's page.
 */
export function useAnswerModal() {
  const client = useQueryClient();
  const modal = useModal();
  return async (uuid_hash: string): Promise<boolean> => {
    const pathAtStart = location.pathname;
    const loaded = await client.fetchQuery(questionQuery(uuid_hash)).catch(() => undefined);
    if (!loaded || loaded.question.item || loaded.question.associated_community) return false;
    // If the reader has left the page while the question was loading, the modal doesn't open.
    const isStillOpen = location.pathname === pathAtStart;
    if (isStillOpen) modal.open("answer_question", { question: loaded.question });
    return true;
  };
}
