import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#lib/http/api-error.ts";
import { getSendFailureTexts, isReplyLost } from "#lib/http/keyed-send.ts";
import type { Translate } from "#lib/i18n/texts.tsx";

/**
 * Shows the server's messages at the fields of the form that they belong to. If they belong to no field,
 * shows them above the form; if there are no messages, shows `fallback` there.
 */
export function showRefusal<V extends FieldValues>(
  form: UseFormReturn<V>,
  error: unknown,
  fallback: string,
) {
  const { details, messages } =
    error instanceof ApiError ? error : { details: {}, messages: [] as string[] };
  const fields = Object.entries(details).filter(([field]) => field in form.getValues());
  for (const [field, texts] of fields) {
    const path = field as FieldPath<V>;
    form.setError(path, { type: "server", message: texts.join(" ") }, { shouldFocus: true });
  }
  if (fields.length > 0) return;
  form.setError("root", { type: "server", message: messages.join(" ") || fallback });
}

/** Like `showRefusal`, for a keyed send: after a lost reply, the form says that the text may have arrived. */
export function showSendFailure<V extends FieldValues>(
  form: UseFormReturn<V>,
  t: Translate,
  error: unknown,
  fallback: string,
) {
  if (!isReplyLost(error)) return showRefusal(form, error, fallback);
  const message = getSendFailureTexts(t, error, fallback).join(" ");
  form.setError("root", { type: "server", message });
}
