import { useEffect, useRef } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "#lib/api-error.ts";
import { glideTo } from "#lib/glide.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Notice } from "#ui/notice.tsx";

/** Puts what the server refused to its fields; what belongs to none goes to the form's head. */
export function showRefusal<V extends FieldValues>(
  form: UseFormReturn<V>,
  error: unknown,
  otherwise: string,
) {
  const { details, messages } =
    error instanceof ApiError ? error : { details: {}, messages: [] as string[] };
  const fields = Object.entries(details).filter(([field]) => field in form.getValues());
  for (const [field, texts] of fields) {
    const path = field as FieldPath<V>;
    form.setError(path, { type: "server", message: texts.join(" ") }, { shouldFocus: true });
  }
  if (fields.length > 0) return;
  form.setError("root", { type: "server", message: messages.join(" ") || otherwise });
}

/** The head of a form that was refused as a whole. */
export function Refusal({ message }: { message: string | undefined }) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const notice = place.current;
    const out_of_sight = notice && notice.getBoundingClientRect().top < 0;
    if (message && out_of_sight) glideTo(notice);
  }, [message]);
  if (!message) return null;
  return (
    <div ref={place}>
      <Notice tone="error" title={t("accounts.problem_heading")}>
        {message}
      </Notice>
    </div>
  );
}
