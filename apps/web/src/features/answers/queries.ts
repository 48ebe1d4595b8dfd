import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer, putAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatests } from "@toibako/contract/questions.ts";
import { normalizeText, type TypedAnswer } from "@toibako/contract/text.ts";
import { rememberAnswered } from "#lib/browser/just-answered.ts";
import { send } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** What an answer changes: the lists it leaves and joins, the question itself, the counts. */
const touched = [getUnreadCounts, listReceivedItems, listItems, getUser];

/** Its page must not show what was once more: that one is waited for. */
function refresh(client: QueryClient) {
  for (const { name } of touched) {
    // Also what is out of sight: nobody should meet the answered question on the way back.
    void client.invalidateQueries({ queryKey: [name], refetchType: "all" });
  }
  // Below a question stand other answers than its own: they may wait until they are looked at.
  void client.invalidateQueries({ queryKey: [listLatests.name], refetchType: "none" });
  return client.invalidateQueries({ queryKey: [getQuestion.name], refetchType: "all" });
}

const buildBody = ({ text, chosen_option }: TypedAnswer) => ({
  text: normalizeText(text),
  ...(chosen_option !== null && { chosen_option }),
});

/** Answers a question; resolves with the path of the page that shows both, and how many it answered. */
export function useAnswer(uuid_hash: string) {
  const client = useQueryClient();
  const { locale } = useTexts();
  return useMutation({
    mutationFn: async (typed: TypedAnswer) => {
      const params = { question_id: uuid_hash };
      const { location, data } = await send(postAnswer, { params, body: buildBody(typed) });
      const { answered_count } = data;
      rememberAnswered(uuid_hash);
      return { path: location ?? `/${locale}/q/${uuid_hash}`, answered_count };
    },
    onSuccess: () => refresh(client),
  });
}

/** Changes one's own answer. */
export function useEditAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (typed: TypedAnswer) => send(putAnswer, { params: { id }, body: buildBody(typed) }),
    onSuccess: () => refresh(client),
  });
}

/** Deletes one's own answer; the question is unanswered again wherever it is shown. */
export function useDeleteAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(deleteAnswer, { params: { id } }),
    onSuccess: () => refresh(client),
  });
}

/** Marks what one answered as sensitive (`false`) or not; done when the pages at hand show it. */
export function useMark(uuid_hash: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_ad_default: boolean) =>
      send(putSensitivity, { params: { id: uuid_hash }, body: { is_ad_default } }),
    onSuccess: () => refresh(client),
  });
}
