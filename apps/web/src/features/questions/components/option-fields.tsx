import { optionLimits } from "@toibako/contract/items.ts";
import { Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Counter } from "#ui/forms/counter.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { findOptionProblem, type OptionProblem } from "./question-draft.tsx";

const { fewest, most, characters } = optionLimits;

interface OptionFieldsProps {
  options: string[];
  setOptions: (options: string[]) => void;
  /** Whether the sender has tried to send the question, so that an empty field has an error. */
  isRefused: boolean;
}

/** The fields for a question's options. */
export function OptionFields({ options, setOptions, isRefused }: OptionFieldsProps) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  // The index of the field that gets the focus after the next render.
  const indexToFocus = useRef<number>(undefined);
  useEffect(() => {
    if (indexToFocus.current === undefined) return;
    list.current?.querySelectorAll("input")[indexToFocus.current]?.focus();
    indexToFocus.current = undefined;
  });

  function changeOption(index: number, option: string) {
    setOptions(options.with(index, option));
  }
  function addOption() {
    indexToFocus.current = options.length;
    setOptions([...options, ""]);
  }
  function removeOption(index: number) {
    indexToFocus.current = Math.max(0, index - 1);
    setOptions(options.toSpliced(index, 1));
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-bold">{t("common.options")}</legend>
      <ul ref={list} className="grid list-none gap-2">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by position; texts may be equal
          <li key={index} className="grid grid-cols-[1fr_auto] items-start gap-1">
            <OptionField
              option={option}
              problem={option === "" && !isRefused ? undefined : findOptionProblem(options, index)}
              number={index + 1}
              onWrite={(text) => changeOption(index, text)}
            />
            {options.length > fewest && (
              <IconButton
                label={t("questions.remove_option", { number: index + 1 })}
                icon={<X size={20} />}
                className="-mr-2"
                onClick={() => removeOption(index)}
              />
            )}
          </li>
        ))}
      </ul>
      {options.length < most && (
        <Button
          variant="text"
          size="sm"
          alignsText
          className="justify-self-start"
          onClick={addOption}
        >
          <Plus size={18} aria-hidden="true" />
          {t("questions.add_option")}
        </Button>
      )}
    </fieldset>
  );
}

interface OptionFieldProps {
  option: string;
  problem: OptionProblem | undefined;
  number: number;
  onWrite: (text: string) => void;
}

function OptionField({ option, problem, number, onWrite }: OptionFieldProps) {
  const { t } = useTexts();
  return (
    <Field
      label={t("questions.option", { number })}
      isLabelHidden
      required
      error={
        problem === "invalid_text_marks"
          ? t("common.invalid_text_marks")
          : problem && t(`questions.option_${problem}`, { length: characters })
      }
    >
      <span className="relative block">
        <Input
          className="pr-16"
          value={option}
          onChange={(event) => onWrite(event.target.value)}
          placeholder={t("questions.option", { number })}
          autoComplete="off"
        />
        <Counter
          text={option}
          limit={characters}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
          isAlwaysShown
          className="pointer-events-none absolute inset-y-0 right-3 content-center"
        />
      </span>
    </Field>
  );
}
