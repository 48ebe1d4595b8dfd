import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { forgetSendKey, getSendKey } from "#lib/forms/draft.ts";
import type { Translate } from "#lib/i18n/texts.tsx";
import { ApiError, getErrorTexts } from "./api-error.ts";

/**
 * The state of a keyed send. "lost": no reply, or one that doesn't say whether the server has stored the
 * draft. "refused": the server has stored nothing.
 */
type SendState = "idle" | "sending" | "lost" | "sent" | "refused";

interface KeyedSend<V, T>
  extends Pick<
    UseMutationOptions<T, Error, V>,
    "mutationKey" | "onMutate" | "onSuccess" | "onError"
  > {
  /** The key of a `useDraft`, or another name of what a second press repeats. */
  draft: string | ((input: V) => string);
  /** Makes the call with the idempotency key of the draft. */
  send: (input: V, idempotency_key: string) => Promise<T>;
}

/**
 * A mutation whose repeats have the same effect as one call: they use one idempotency key, which stays with
 * the draft until the server has acknowledged it.
 */
export function useKeyedSend<V, T>({ draft, send, ...options }: KeyedSend<V, T>) {
  const getName = (input: V) => (typeof draft === "string" ? draft : draft(input));
  const mutation = useMutation<T, Error, V>({
    ...options,
    mutationFn: (input) => sendWithKey(getName(input), (key) => send(input, key)),
    onSuccess: async (...success) => {
      await options.onSuccess?.(...success);
      // Not earlier: if the next page can't be loaded, the draft stays and may be sent again.
      forgetSendKey(getName(success[1]));
    },
  });
  return { ...mutation, state: readState(mutation) };
}

async function sendWithKey<T>(draft: string, send: (key: string) => Promise<T>): Promise<T> {
  try {
    return await send(getSendKey(draft));
  } catch (error) {
    // The server has stored an earlier version of the draft, so this version is another one.
    if (error instanceof ApiError && error.code === "key_reused") forgetSendKey(draft);
    throw error;
  }
}

/** Whether a failed write may have been done: there was no reply, or one of a server or a proxy that failed. */
export function isReplyLost(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

function readState({ status, error }: { status: string; error: unknown }): SendState {
  if (status === "pending") return "sending";
  if (status === "success") return "sent";
  if (status === "error") return isReplyLost(error) ? "lost" : "refused";
  return "idle";
}

/** Returns the lines that say why sending failed. After a lost reply they say that it may have arrived. */
export function getSendFailureTexts(t: Translate, error: unknown, fallback: string): string[] {
  if (!isReplyLost(error)) return getErrorTexts(error, fallback);
  return [...(error as ApiError).messages, t("common.send_lost")];
}
