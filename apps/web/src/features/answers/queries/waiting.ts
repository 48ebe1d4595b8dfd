import { useQueryClient } from "@tanstack/react-query";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { normalizeText, type TypedAnswer } from "@toibako/contract/text.ts";
import { useEffect, useState } from "react";
import { api } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getReadyWorker } from "#lib/offline/service-workers.ts";
import {
  listWaitingAnswers,
  sendAnswersTag,
  storeWaitingAnswer,
  type WaitingAnswer,
  watchWaitingAnswers,
} from "#lib/offline/waiting-answers.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { refreshAfterAnswer } from "../queries.ts";

function useAccountId(): string | undefined {
  const cached = useQueryClient().getQueryData(api.query(getCurrentUser).queryKey);
  return cached && "user" in cached ? cached.user.id : undefined;
}

/** The waiting answers of the account. When one is sent, shows a toast and refetches the lists. */
export function useWaitingAnswers(): WaitingAnswer[] {
  const client = useQueryClient();
  const user_id = useAccountId();
  const toasts = useToasts();
  const { t } = useTexts();
  const [answers, setAnswers] = useState<WaitingAnswer[]>([]);
  useEffect(() => {
    const read = () =>
      void listWaitingAnswers().then(
        (all) => setAnswers(all.filter((answer) => answer.user_id === user_id)),
        // A browser that blocks IndexedDB has no waiting answers.
        () => {},
      );
    read();
    return watchWaitingAnswers(({ sent_to }) => {
      read();
      // Without `sent_to`, an answer was stored or deleted, but none was sent.
      if (sent_to === undefined) return;
      toasts.showBar("success", t("answers.waiting_sent"));
      void refreshAfterAnswer(client);
    });
  }, [user_id, client, toasts, t]);
  useEffect(() => {
    const send = () => void requestSending().catch(() => {});
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, []);
  return answers;
}

/**
 * Returns a function that stores an answer in the browser until it can be sent; `key` is the idempotency key
 * of the call that failed.
 */
export function useStoreAnswer() {
  const user_id = useAccountId();
  const { locale } = useTexts();
  return async (
    question: { uuid_hash: string; body: string },
    { text, chosen_option }: TypedAnswer,
    key: string,
  ): Promise<void> => {
    if (user_id === undefined) throw new Error("A visitor has no questions to answer");
    await storeWaitingAnswer({
      key,
      user_id,
      question_id: question.uuid_hash,
      question_text: question.body,
      locale,
      text: normalizeText(text),
      chosen_option,
      written_at: Date.now(),
    });
    // Not awaited, because offline a worker that isn't active yet may never become so.
    void registerSync().catch(() => {});
  };
}

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Makes the browser send the waiting answers once it is online. Without Background Sync, the next page does so. */
async function registerSync(): Promise<void> {
  const registration: SyncRegistration = await getReadyWorker();
  await registration.sync?.register(sendAnswersTag);
}

/** Makes the service worker send the waiting answers. */
async function requestSending(): Promise<void> {
  const { active } = await getReadyWorker();
  active?.postMessage({ type: sendAnswersTag });
}
