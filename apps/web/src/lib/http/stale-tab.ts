import { useSyncExternalStore } from "react";

let question: PromiseWithResolvers<boolean> | undefined;
let wasDismissed = false;
const listeners = new Set<() => void>();

function setQuestion(next: typeof question) {
  question = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the reader of a page whose account is not active any more how to go on. Resolves to whether the
 * page's account is active again, so that a refused call may be repeated. Reads don't ask again after
 * the reader has dismissed the question.
 */
export function askStaleTab(isWrite: boolean): Promise<boolean> {
  if (wasDismissed && !isWrite) return Promise.resolve(false);
  if (!question) setQuestion(Promise.withResolvers<boolean>());
  return question?.promise ?? Promise.resolve(false);
}

export function answerStaleTab(isActiveAgain: boolean): void {
  if (!question) return;
  wasDismissed = !isActiveAgain;
  question.resolve(isActiveAgain);
  setQuestion(undefined);
}

/** Whether the reader is being asked. */
export function useStaleTab(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question !== undefined,
    () => false,
  );
}
