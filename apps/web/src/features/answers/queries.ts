import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer, postAnswer, putAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { normalizeText, type TypedAnswer } from "@toibako/contract/text.ts";
import { useEffect, useState } from "react";
import { communityLists, receivedLists, sendingAnswerKey } from "#lib/cache/answer-lists.ts";
import { waitForCacheNotification } from "#lib/cache/wait-for-cache-notification.ts";
import { send, sendDeletion } from "#lib/http/client.ts";
import { useKeyedSend } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** The names of the lists and counts that an answer changes. */
const queriesChangedByAnswer = [
  ...[getUnreadCounts, listItems, getUser].map(({ name }) => name),
  ...receivedLists,
  ...communityLists,
];

/**
 * Refetches the queries that an answer changes. Resolves when the question is fetched, so that its page
 * doesn't show the old state.
 */
export function refreshAfterAnswer(client: QueryClient) {
  refreshLists(client);
  return refreshQuestion(client);
}

/** Refetches the question; resolves when its page can show the answer. */
function refreshQuestion(client: QueryClient) {
  return client.invalidateQueries({ queryKey: [getQuestion.name], refetchType: "all" });
}

function refreshLists(client: QueryClient) {
  for (const name of queriesChangedByAnswer) {
    // Inactive queries are refetched too, so that the previous page doesn't show the question as unanswered.
    void client.invalidateQueries({ queryKey: [name], refetchType: "all" });
  }
  // The list of further answers below each question is refetched only when it is shown.
  void client.invalidateQueries({ queryKey: [listLatestAnswers.name], refetchType: "none" });
}

const buildBody = ({ text, chosen_option }: TypedAnswer) => ({
  text: normalizeText(text),
  ...(chosen_option !== null && { chosen_option }),
});

export interface JustAnswered {
  uuid_hash: string;
  /** To how many questions the answer went, this question included. */
  answered_count: number;
}

/** The question that was answered last since the page was loaded. */
let lastAnswered: JustAnswered | undefined;

/** Returns the details if this question was just answered, until the first component that called it unmounts. */
export function useJustAnswered(uuid_hash: string): JustAnswered | undefined {
  const [justAnswered] = useState(() =>
    lastAnswered?.uuid_hash === uuid_hash ? lastAnswered : undefined,
  );
  useEffect(() => {
    if (lastAnswered === justAnswered) lastAnswered = undefined;
  }, [justAnswered]);
  return justAnswered;
}

/** Sends an answer to a question of a community, and returns the path of its page. */
export type SendAnswer = (text: string, idempotency_key: string) => Promise<string>;

interface AnswerOptions {
  /** The key of the draft. */
  draft: string;
  sendToCommunity: SendAnswer | undefined;
  /** Shows the page of the path, which shows question and answer. */
  onAnswered: (path: string) => unknown;
}

/**
 * Sends the answer of a draft. The mutation is pending until the answer is shown. Only then the lists are refetched, so
 * that the question doesn't leave them while its answer is not visible yet.
 */
export function useAnswer(
  uuid_hash: string,
  { draft, sendToCommunity, onAnswered }: AnswerOptions,
) {
  const client = useQueryClient();
  const { locale } = useTexts();

  async function sendAnswer(
    typed: TypedAnswer,
    idempotency_key: string,
  ): Promise<{ path: string; count: number }> {
    if (sendToCommunity) {
      const path = await sendToCommunity(normalizeText(typed.text), idempotency_key);
      return { path, count: 1 };
    }
    const params = { question_id: uuid_hash };
    const input = { params, body: buildBody(typed) };
    const { location, data } = await send(postAnswer, input, { idempotency_key });
    return { path: location ?? `/${locale}/q/${uuid_hash}`, count: data.answered_count };
  }
  return useKeyedSend({
    draft,
    mutationKey: sendingAnswerKey,
    // A refetch that has begun would take the question away before its answer is shown.
    onMutate: () =>
      Promise.all(receivedLists.map((name) => client.cancelQueries({ queryKey: [name] }))),
    send: async (typed: TypedAnswer, key) => {
      const { path, count } = await sendAnswer(typed, key);
      // For a daily question, which is a copy, the path is that of the original question.
      const [, shownQuestion = uuid_hash] = /\/q\/([\w-]+)/.exec(path) ?? [];
      lastAnswered = { uuid_hash: shownQuestion, answered_count: count };
      return path;
    },
    onSuccess: async (path) => {
      await refreshQuestion(client);
      await onAnswered(path);
      refreshLists(client);
    },
    // Meanwhile nothing was refetched.
    onError: () => refreshLists(client),
  });
}

export function useEditAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (typed: TypedAnswer) => send(putAnswer, { params: { id }, body: buildBody(typed) }),
    onSuccess: () => refreshAfterAnswer(client),
  });
}

/** Deletes an answer of the account; its question is unanswered again. */
export function useDeleteAnswer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendDeletion(deleteAnswer, { params: { id } }),
    onSuccess: () => refreshAfterAnswer(client),
  });
}

/** Marks an answered question as sensitive (`false`) or not (`true`); resolves when the mark is shown. */
export function useSetSensitivity(uuid_hash: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_ad_default: boolean) =>
      send(putSensitivity, { params: { id: uuid_hash }, body: { is_ad_default } }),
    onSuccess: async () => {
      await refreshAfterAnswer(client);
      await waitForCacheNotification();
    },
  });
}
