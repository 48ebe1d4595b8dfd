import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { send } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";

/** What an answer changes: the lists it leaves and joins, the question itself, the counts. */
const touched = [getUnreadCounts, listReceivedItems, listItems, getUser];

/** Answers a question; resolves with the path of the page that shows both. */
export function useAnswer(uuid_hash: string) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: async (text: string) => {
      const params = { question_id: uuid_hash };
      const { location } = await send(postAnswer, { params, body: { text } });
      return location ?? `/${locale}/q/${uuid_hash}`;
    },
    onSuccess() {
      for (const { name } of touched) {
        // Also what is out of sight: nobody should meet the answered question on the way back.
        void client.invalidateQueries({ queryKey: [name], refetchType: "all" });
      }
      // Its page must not show it unanswered once more.
      return client.invalidateQueries({ queryKey: [getQuestion.name], refetchType: "all" });
    },
  });
}
