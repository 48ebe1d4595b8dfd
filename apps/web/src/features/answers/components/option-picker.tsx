import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Radio } from "#ui/forms/choice.tsx";

interface OptionPickerProps {
  options: readonly string[];
  chosen: number | null;
  onPick: (option: number) => void;
  /** Language tag of the options. */
  lang: string;
  isSending: boolean;
}

/** Picks exactly one of a question's options. */
export function OptionPicker({ options, chosen, onPick, lang, isSending }: OptionPickerProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-bold">{t("answers.choose_option")}</legend>
      {options.map((option, index) => (
        <div
          key={option}
          lang={lang}
          className="rounded-lg border-[1.5px] border-line-strong px-4 transition-colors duration-120 has-checked:border-brand has-checked:bg-brand-soft"
        >
          <Radio
            label={<span className="wrap-anywhere">{option}</span>}
            name={name}
            checked={index === chosen}
            onChange={() => isSending || onPick(index)}
          />
        </div>
      ))}
    </fieldset>
  );
}
