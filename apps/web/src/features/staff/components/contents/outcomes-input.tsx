import { defaultClasses } from "@toibako/contract/diagnosis/conditions.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { maxOutcomes, shareBodyLimit } from "@toibako/contract/staff/contents/diagnosis.ts";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { beginOutcome, type FormCondition, type FormOutcome } from "../../queries/diagnosis.ts";
import { ConditionsInput, leavePart } from "./conditions-input.tsx";

interface OutcomesInputProps {
  outcomes: readonly FormOutcome[];
  onChange: (outcomes: FormOutcome[]) => void;
  /** The language whose texts are edited. */
  locale: Locale;
  findProblem: (name: string) => string | undefined;
}

/** The outcomes of a game in the order in which they are tried. */
export function OutcomesInput({ outcomes, onChange, locale, findProblem }: OutcomesInputProps) {
  const { t } = useTexts();
  // A new outcome comes before the last one, which everybody gets whom no other outcome fits.
  const add = () => onChange(outcomes.toSpliced(-1, 0, beginOutcome(outcomes)));

  function move(index: number, by: -1 | 1) {
    const moved = outcomes[index];
    if (moved) onChange(outcomes.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ol className="grid list-none grid-cols-[minmax(0,1fr)] gap-4">
        {outcomes.map((outcome, index) => (
          <li key={outcome.key}>
            <OutcomeInput
              outcome={outcome}
              locale={locale}
              name={`outcomes.${index}`}
              label={t("staff_diagnosis.outcome", { n: index + 1 })}
              isLast={index === outcomes.length - 1}
              findProblem={findProblem}
              onChange={(changed) => onChange(outcomes.with(index, changed))}
              onUp={index > 0 ? () => move(index, -1) : undefined}
              onDown={index < outcomes.length - 1 ? () => move(index, 1) : undefined}
              onRemove={
                outcomes.length > 1 ? () => onChange(outcomes.toSpliced(index, 1)) : undefined
              }
            />
          </li>
        ))}
      </ol>
      {outcomes.length < maxOutcomes && (
        <div>
          <Button variant="outline" onClick={add}>
            <Plus size={18} aria-hidden="true" />
            {t("staff_diagnosis.add_outcome")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OutcomeInputProps {
  outcome: FormOutcome;
  locale: Locale;
  name: string;
  label: string;
  isLast: boolean;
  findProblem: (name: string) => string | undefined;
  onChange: (outcome: FormOutcome) => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function OutcomeInput(props: OutcomeInputProps) {
  const { outcome, locale, name, label, isLast, findProblem, onChange } = props;
  const { t } = useTexts();
  const { conditions, share_body } = outcome;
  const problem = findProblem(`${name}.conditions`);
  const isFree = isLast && conditions.length === 0;
  const part = useRef<HTMLFieldSetElement>(null);

  function changeConditions(changed: FormCondition[]) {
    // The conditions are replaced by a text.
    if (isLast && changed.length === 0) part.current?.querySelector("textarea")?.focus();
    onChange({ ...outcome, conditions: changed });
  }
  return (
    <fieldset
      ref={part}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-line bg-surface-2 p-4"
    >
      <legend className="sr-only">{label}</legend>
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-2">
        <span className="font-bold" aria-hidden="true">
          {label}
        </span>
        <OutcomeButtons {...props} />
      </div>
      <Field
        label={t("staff_diagnosis.share_body")}
        hint={t("staff_diagnosis.share_body_hint", { name: "{name}", community: "{community}" })}
        error={findProblem(`${name}.share_body.${locale}`)}
      >
        <Textarea
          lang={getLanguageTag(locale)}
          dir="auto"
          rows={3}
          value={share_body[locale]}
          limit={shareBodyLimit}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
          onChange={({ target }) =>
            onChange({ ...outcome, share_body: { ...share_body, [locale]: target.value } })
          }
        />
      </Field>
      {problem && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problem}
        </p>
      )}
      {isFree ? (
        <p className="text-sm text-ink-2">{t("staff_diagnosis.last_outcome")}</p>
      ) : (
        <ConditionsInput
          conditions={conditions}
          onChange={changeConditions}
          defaultClass={defaultClasses.other}
          name={`${name}.conditions`}
          findProblem={findProblem}
        />
      )}
    </fieldset>
  );
}

function OutcomeButtons({
  label,
  onUp,
  onDown,
  onRemove,
}: Pick<OutcomeInputProps, "label" | "onUp" | "onDown" | "onRemove">) {
  const { t } = useTexts();
  return (
    <span className="flex">
      <IconButton
        label={t("staff_diagnosis.move_up", { outcome: label })}
        icon={<ArrowUp size={20} aria-hidden="true" />}
        aria-disabled={!onUp}
        onClick={onUp}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        label={t("staff_diagnosis.move_down", { outcome: label })}
        icon={<ArrowDown size={20} aria-hidden="true" />}
        aria-disabled={!onDown}
        onClick={onDown}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        label={t("staff_diagnosis.remove_outcome", { outcome: label })}
        icon={<Trash2 size={20} aria-hidden="true" />}
        disabled={!onRemove}
        onClick={({ currentTarget }) => {
          leavePart(currentTarget);
          onRemove?.();
        }}
        className="disabled:opacity-40"
      />
    </span>
  );
}
