import { useQueryClient } from "@tanstack/react-query";
import { questionQuery } from "#features/questions/queries.ts";
import { useModal } from "./modal-host.tsx";

/**
 * Returns a function that opens the answer form over the page. It resolves to false if the question is
 * answered, gone or couldn't be loaded; the caller then follows the link to the question's page.
 */
export function useAnswerModal() {
  const client = useQueryClient();
  const modal = useModal();
  return async (uuid_hash: string): Promise<boolean> => {
    const from = location.pathname;
    const loaded = await client.fetchQuery(questionQuery(uuid_hash)).catch(() => undefined);
    if (!loaded || loaded.question.item || loaded.question.associated_community) return false;
    // A reader who has left the page meanwhile sees no modal.
    if (location.pathname === from) modal.open("answer_question", { question: loaded.question });
    return true;
  };
}
