import { useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers, postQuestion } from "@toibako/contract/questions.ts";
import { listStampGroups } from "@toibako/contract/stamps.ts";
import { receivedLists } from "#lib/cache/answer-lists.ts";
import { api, send } from "#lib/http/client.ts";
import { useKeyedSend } from "#lib/http/keyed-send.ts";

/**
 * A question with its answer. A community's question has several answers, of which `answer_id` selects one.
 */
export const questionQuery = (uuid_hash: string, answer_id?: string) =>
  api.query(getQuestion, { params: { id: uuid_hash }, query: answer_id ? { answer_id } : {} });

/** Other answers by the same answerer. */
export const latestAnswersQuery = (uuid: string, page: number, answer_id?: string) =>
  api.query(listLatestAnswers, {
    params: { uuid },
    query: { page: String(page), ...(answer_id && { answer_id }) },
  });

export const stampGroupsQuery = (locale: Locale) =>
  api.query(listStampGroups, { query: { locale } });

export type NewQuestion = Input<typeof postQuestion>["body"] & { locale: Locale };

/** The names of the lists and counts that a question changes; those of received questions if it is to oneself. */
const changedByAsking = [listWaitingQuestions.name, getUnreadCounts.name, ...receivedLists];

/**
 * Sends the question of a draft. `onSent` is called with the path of the next page, even if the form was unmounted
 * meanwhile. The mutation is pending until the promise of `onSent` resolves.
 */
export function useAsk(draft: string, onSent: (location: string) => Promise<void>) {
  const client = useQueryClient();
  return useKeyedSend({
    draft,
    send: async (question: NewQuestion, idempotency_key) => {
      if (!question.account) {
        // Each page with the form names the receiver, so this is a defect of the page.
        const error = new Error("A question without a receiver");
        reportError(error);
        throw error;
      }
      const { data, location } = await send(postQuestion, { body: question }, { idempotency_key });
      const { uuid_hash } = data;
      return {
        uuid_hash,
        location: location
          ? addSentParameter(location, uuid_hash)
          : `/${question.locale}/q/${uuid_hash}`,
      };
    },
    onSuccess: async ({ uuid_hash, location }) => {
      // `AfterSendingPage` reads this cache entry to learn that the question was just sent.
      client.setQueryData([postQuestion.name, uuid_hash], location);
      for (const name of changedByAsking) void client.invalidateQueries({ queryKey: [name] });
      await onSent(location);
    },
  });
}

/** Adds the id of the question to the address of the list, which then says that the question was sent. */
function addSentParameter(location: string, uuid_hash: string): string {
  return `${location}${location.includes("?") ? "&" : "?"}sent=${uuid_hash}`;
}
