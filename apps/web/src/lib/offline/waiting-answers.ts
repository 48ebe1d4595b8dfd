import type { Locale } from "@toibako/contract/locales.ts";
import { announce, openChannel } from "#lib/browser/tab-channel.ts";

/**
 * An answer that could not be sent because the connection was lost. It stays in IndexedDB until the service worker
 * has sent it.
 */
export interface WaitingAnswer {
  /** The idempotency key of the failed call, which may have reached the server. */
  key: string;
  /** The id of the answerer's account. Other accounts of this browser neither see nor send the answer. */
  user_id: string;
  question_id: string;
  question_text: string;
  locale: Locale;
  text: string;
  chosen_option: number | null;
  /** When it was written, in milliseconds; missing in answers of earlier releases. */
  written_at?: number;
  /** Set if the server has refused the answer, which is then not sent again. */
  refusal?: { code: string; messages: string[] };
}

/** Days after which an answer that could not be sent is deleted. */
const maxWaitingDays = 30;

const databaseName = "waiting-answers";
const storeName = "answers";
/** The channel on which changes are announced to all pages and to the service worker. */
const channelName = "waiting-answers";
/**
 * The tag of the Background Sync event, and the type of the message, that make the service worker send the
 * answers.
 */
export const sendAnswersTag = "send-answers";

export interface WaitingAnswersChange {
  /** The id of the question whose answer was sent; undefined after other changes. */
  sent_to?: string;
}

export const listWaitingAnswers = (): Promise<WaitingAnswer[]> =>
  runInStore("readonly", (store) => store.getAll() as IDBRequest<WaitingAnswer[]>);

export async function storeWaitingAnswer(answer: WaitingAnswer): Promise<void> {
  await runInStore("readwrite", (store) => store.put(answer));
  announceChange({});
}

export async function deleteWaitingAnswer(key: string, sent_to?: string): Promise<void> {
  await runInStore("readwrite", (store) => store.delete(key));
  announceChange(sent_to === undefined ? {} : { sent_to });
}

/** Deletes the waiting answers of an account. */
export async function deleteWaitingAnswersOf(user_id: string): Promise<void> {
  for (const answer of await listWaitingAnswers()) {
    if (answer.user_id === user_id) await deleteWaitingAnswer(answer.key);
  }
}

/** Deletes answers that have waited too long: their account was signed out, or the server refused them. */
export async function deleteOldWaitingAnswers(): Promise<void> {
  const oldest = Date.now() - maxWaitingDays * 86_400_000;
  for (const answer of await listWaitingAnswers()) {
    if (answer.written_at === undefined) {
      // An answer of an earlier release has no date. It gets today's, so that it is also deleted later.
      await storeWaitingAnswer({ ...answer, written_at: Date.now() });
    } else if (answer.written_at < oldest) await deleteWaitingAnswer(answer.key);
  }
}

/** Calls `onChange` after each change by a page or by the service worker. Returns a function that stops this. */
export function watchWaitingAnswers(onChange: (change: WaitingAnswersChange) => void): () => void {
  const channel = openChannel(channelName);
  if (channel) channel.onmessage = ({ data }) => onChange(data as WaitingAnswersChange);
  return () => channel?.close();
}

const announceChange = (change: WaitingAnswersChange) => announce(channelName, change);

async function runInStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: "key" });
  const database = await waitFor(opening);
  try {
    const transaction = database.transaction(storeName, mode);
    const committed = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
    const result = await waitFor(run(transaction.objectStore(storeName)));
    await committed;
    return result;
  } finally {
    database.close();
  }
}

function waitFor<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("failed"));
  });
}
