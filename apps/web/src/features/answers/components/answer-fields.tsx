import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { readTypedText, type TypedAnswer, textLimits } from "@toibako/contract/text.ts";
import { type Ref, useId } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Radio } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { WrittenTextNotice } from "#ui/forms/text-notice.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import type { DiscardTexts } from "#ui/overlays/draft-sheet.tsx";

export interface AnswerableQuestion {
  options?: readonly string[] | null;
  locale: Locale;
}

interface AnswerFieldsProps {
  ref?: Ref<HTMLTextAreaElement>;
  question: AnswerableQuestion | undefined;
  typed: TypedAnswer;
  onWrite: (text: string) => void;
  onPick: (option: number) => void;
  hint: string;
  isSending: boolean;
  /** Whether the reader has tried to send the answer, so that a missing text or choice has an error. */
  isRefused?: boolean;
}

/** The fields of an answer: its text and, for a question with options, the choice. */
export function AnswerFields({
  ref,
  question,
  typed,
  onWrite,
  onPick,
  hint,
  isSending,
  isRefused = false,
}: AnswerFieldsProps) {
  const { t } = useTexts();
  const { text, chosen_option } = typed;
  const options = question?.options;
  const problem =
    text !== "" || isRefused
      ? readTypedText(text, textLimits.answer, { isOptional: !!options }).problem
      : undefined;
  return (
    <>
      {question && options && (
        <OptionPicker
          options={options}
          chosen={chosen_option}
          onPick={onPick}
          lang={getLanguageTag(question.locale)}
          isSending={isSending}
          isMissing={isRefused && chosen_option === null}
        />
      )}
      <Field
        label={t("answers.label")}
        isLabelHidden
        hint={hint}
        error={
          (problem === "invalid_text_required" && t("answers.invalid_text_required")) ||
          (problem === "invalid_text_maxlength" &&
            t("answers.invalid_text_maxlength", { length: textLimits.answer })) ||
          (problem === "invalid_text_marks" && t("common.invalid_text_marks"))
        }
      >
        <Textarea
          ref={ref}
          value={text}
          onChange={(event) => onWrite(event.target.value)}
          placeholder={t(options ? "answers.placeholder_choose" : "answers.placeholder")}
          limit={textLimits.answer}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
          readOnly={isSending}
          look="answer"
        />
      </Field>
      <WrittenTextNotice text={text} />
    </>
  );
}

interface OptionPickerProps {
  options: readonly string[];
  chosen: number | null;
  onPick: (option: number) => void;
  /** Language tag of the options. */
  lang: string;
  isSending: boolean;
  isMissing: boolean;
}

/** Picks exactly one of a question's options. */
function OptionPicker({ options, chosen, onPick, lang, isSending, isMissing }: OptionPickerProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-bold">{t("answers.choose_option")}</legend>
      {options.map((option, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by position; texts may be equal
          key={index}
          lang={lang}
          className="-mx-3 rounded-lg border-[1.5px] border-line-strong px-3 transition-colors duration-120 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <Radio
            label={<span className="wrap-anywhere">{option}</span>}
            name={name}
            checked={index === chosen}
            onChange={() => isSending || onPick(index)}
          />
        </div>
      ))}
      {isMissing && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {t("answers.option_needed")}
        </p>
      )}
    </fieldset>
  );
}

/** Returns the texts of the dialog that asks before it discards a draft. */
export const getDiscardTexts = (t: Translate): DiscardTexts => ({
  title: t("answers.discard_title"),
  text: t("answers.discard_text"),
  discard: t("answers.discard"),
  keep: t("answers.keep_writing"),
});
