import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#lib/http/api-error.ts";

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
