import { readTypedText } from "@toibako/contract/text.ts";
import { type ComponentProps, type ReactNode, type SubmitEvent, useState } from "react";
import { flushSync } from "react-dom";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";

interface CheckedFormProps {
  /** Whether the form can be sent. */
  isComplete: boolean;
  onSend: () => void;
  className?: string;
  /** The fields, which say their problems once the form was refused. */
  children: (isRefused: boolean) => ReactNode;
}

/** A form that says at its fields what is missing or wrong when it is sent, and focuses the first of them. */
export function CheckedForm({ isComplete, onSend, className, children }: CheckedFormProps) {
  const [isRefused, setIsRefused] = useState(false);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Rendered at once, so that the field with the problem can get the focus.
    flushSync(() => setIsRefused(!isComplete));
    if (isComplete) onSend();
    else form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
  return (
    <form method="dialog" noValidate className={className} onSubmit={submit}>
      {children(isRefused)}
    </form>
  );
}

/** What is wrong with a typed text; `missing` says that there is none, and without it the text is optional. */
export function findTextProblem(
  t: Translate,
  text: string,
  limit: number,
  missing?: string,
): string | undefined {
  const { problem } = readTypedText(text, limit, { isOptional: missing === undefined });
  if (problem === "invalid_text_maxlength") return t("help.too_long", { n: limit });
  if (problem === "invalid_text_marks") return t("common.invalid_text_marks");
  return problem && missing;
}

interface StaffTextProps
  extends Pick<ComponentProps<typeof Textarea>, "name" | "rows" | "lang" | "dir"> {
  label: string;
  hint: string;
  problem: string | false | undefined;
  required?: boolean;
  text: string;
  onText: (text: string) => void;
  limit: number;
}

/** The field of a text that staff write. */
export function StaffText(props: StaffTextProps) {
  const { t } = useTexts();
  const { label, hint, problem, required = false, text, onText, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={problem} required={required}>
      <Textarea
        {...rest}
        value={text}
        onChange={({ target }) => onText(target.value)}
        remainingLabel={(left) => describeCharactersLeft(t, left)}
      />
    </Field>
  );
}
