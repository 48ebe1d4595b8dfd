import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import {
  deleteOldWaitingAnswers,
  deleteWaitingAnswer,
  listWaitingAnswers,
  storeWaitingAnswer,
  type WaitingAnswer,
} from "./waiting-answers.ts";
import { fetchCsrfToken } from "./worker-calls.ts";

/** Error codes after which an answer is not sent again. */
const finalErrorCodes = new Set([
  "already_answered",
  "invalid_fields",
  "key_reused",
  "not_found",
  "refused",
]);

/**
 * Sends the waiting answers of the active account; rejects if the server can't be reached. Runs in the
 * service worker; a lock prevents parallel runs.
 */
export async function sendWaitingAnswers(): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  // Without locks, parallel runs may send an answer twice, and its idempotency key makes the server store it once.
  if (!locks) return sendUnsentAnswers();
  await locks.request("send-waiting-answers", { ifAvailable: true }, async (lock) => {
    if (lock) await sendUnsentAnswers();
  });
}

async function sendUnsentAnswers(): Promise<void> {
  await deleteOldWaitingAnswers();
  const unsent = (await listWaitingAnswers()).filter(({ refusal }) => refusal === undefined);
  if (unsent.length === 0) return;
  const user_id = await fetchActiveUserId();
  for (const answer of unsent) if (answer.user_id === user_id) await sendAnswer(answer);
}

async function fetchActiveUserId(): Promise<string | undefined> {
  const response = await fetch(getCurrentUser.path, { headers: { Accept: "application/json" } });
  const { user } = (await response.json()) as { user?: { id: string } };
  return user?.id;
}

async function sendAnswer(answer: WaitingAnswer): Promise<void> {
  const { key, question_id, locale, text, chosen_option, user_id } = answer;
  const address = postAnswer.path.replace(":question_id", encodeURIComponent(question_id));
  const response = await fetch(address, {
    method: postAnswer.method,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      "X-Account": user_id,
      "X-CSRF-Token": await fetchCsrfToken(locale),
      "X-Locale": locale,
    },
    body: JSON.stringify({ text, ...(chosen_option !== null && { chosen_option }) }),
  });
  if (response.ok) return deleteWaitingAnswer(key, question_id);
  const refusal = await readRefusal(response);
  if (finalErrorCodes.has(refusal.code)) return storeWaitingAnswer({ ...answer, refusal });
  // After another error, the answer waits for the next run. If the server failed, the thrown error makes
  // Background Sync start the next run.
  if (response.status >= 500) throw new Error(`an answer could not be sent: ${response.status}`);
}

async function readRefusal(response: Response) {
  const body: unknown = await response.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: { code: string; messages: string[] } };
  return { code: error?.code ?? "unexpected", messages: error?.messages ?? [] };
}
