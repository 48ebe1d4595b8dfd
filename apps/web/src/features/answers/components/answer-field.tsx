import { checkPost, textLimits } from "@toibako/contract/text.ts";
import type { Ref } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface AnswerFieldProps {
  ref?: Ref<HTMLTextAreaElement>;
  text: string;
  write: (text: string) => void;
  hint: string;
  /** It is being sent. */
  busy: boolean;
}

/** Where an answer is written; says when it gets too long. */
export function AnswerField({ ref, text, write, hint, busy }: AnswerFieldProps) {
  const { t } = useTexts();
  const is_long = checkPost(text) === "invalid_text_maxlength";
  return (
    <Field
      label={t("answers.label")}
      hideLabel
      hint={hint}
      error={is_long && t("answers.invalid_text_maxlength", { length: textLimits.post })}
    >
      <Textarea
        ref={ref}
        value={text}
        onChange={(event) => write(event.target.value)}
        placeholder={t("answers.placeholder")}
        limit={textLimits.post}
        leftLabel={(n) => t("answers.left", { n })}
        readOnly={busy}
      />
    </Field>
  );
}
