import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { getOfflineAddress } from "./kept-pages.ts";
import {
  deleteWaitingAnswer,
  listWaitingAnswers,
  storeWaitingAnswer,
  type WaitingAnswer,
} from "./waiting-answers.ts";

/** What the server replies to an answer that no later attempt can send. */
const finalRefusals = new Set([
  "already_answered",
  "invalid_fields",
  "key_reused",
  "not_found",
  "refused",
]);

/**
 * Sends the waiting answers of the account that is signed in; rejects if the server can't be reached.
 * Runs in the service worker, in one place at a time.
 */
export async function sendWaitingAnswers(): Promise<void> {
  await navigator.locks.request("send-waiting-answers", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const waiting = (await listWaitingAnswers()).filter(({ refusal }) => refusal === undefined);
    if (waiting.length === 0) return;
    const account = await readAccount();
    for (const answer of waiting.filter((one) => one.account === account)) await sendAnswer(answer);
  });
}

async function readAccount(): Promise<string | undefined> {
  const response = await fetch(getCurrentUser.path, { headers: { Accept: "application/json" } });
  const { user } = (await response.json()) as { user?: { account: string } };
  return user?.account;
}

async function sendAnswer(answer: WaitingAnswer): Promise<void> {
  const { key, question_id, locale, text, chosen_option, account } = answer;
  const address = postAnswer.path.replace(":question_id", encodeURIComponent(question_id));
  const response = await fetch(address, {
    method: postAnswer.method,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      "X-Account": account,
      "X-CSRF-Token": await readToken(locale),
      "X-Locale": locale,
    },
    body: JSON.stringify({ text, ...(chosen_option !== null && { chosen_option }) }),
  });
  if (response.ok) return deleteWaitingAnswer(key, question_id);
  const refusal = await readRefusal(response);
  if (finalRefusals.has(refusal.code)) return storeWaitingAnswer({ ...answer, refusal });
  // Another account has become the active one, or the server is overloaded: it is sent later.
  if (response.status >= 500) throw new Error(`an answer could not be sent: ${response.status}`);
}

/** The anti-forgery token of the session, which every page contains. */
async function readToken(locale: WaitingAnswer["locale"]): Promise<string> {
  const html = await (await fetch(getOfflineAddress(locale), { cache: "no-store" })).text();
  return /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? "";
}

async function readRefusal(response: Response) {
  const body: unknown = await response.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: { code: string; messages: string[] } };
  return { code: error?.code ?? "unexpected", messages: error?.messages ?? [] };
}
