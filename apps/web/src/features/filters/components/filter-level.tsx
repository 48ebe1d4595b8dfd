import { Link } from "@tanstack/react-router";
import { type MlFilter, mlFilterRates, mlFilters } from "@toibako/contract/filters.ts";
import { useId } from "react";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { FilterNetDrawing } from "#ui/drawings/filter-net.tsx";
import { Radio, Switch } from "#ui/forms/choice.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";

interface FilterLevelProps {
  value: MlFilter;
  onChoose: (value: MlFilter) => void;
}

/** The choice of the Japanese filter's level. Says what each level holds, and its error rate. */
export function FilterLevel({ value, onChoose }: FilterLevelProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <div className="grid gap-3">
      <HeldQuestionsNote />
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-bold">{t("filters.ml_label")}</legend>
        {mlFilters.map((level) => (
          <Radio
            key={level}
            name={name}
            value={level}
            checked={level === value}
            onChange={() => onChoose(level)}
            label={t(`filters.ml_${level}`)}
            hint={
              <span className="flex items-start gap-3">
                <span className="w-16 shrink-0 sm:w-20">
                  <FilterNetDrawing stopped={stoppedLetters[level]} />
                </span>
                <span className="min-w-0 flex-1">{renderHint(level, t)}</span>
              </span>
            }
          />
        ))}
      </fieldset>
      <p className="text-xs text-ink-2">{t("filters.ml_note", { texts: mlFilterRates.texts })}</p>
      <Disclosure look="line" title={t("filters.how_title")}>
        {t("filters.how_ml")}
      </Disclosure>
    </div>
  );
}

/** How many of the four drawn letters each level stops. */
const stoppedLetters = { none: 0, low: 1, medium: 2, high: 3 } as const;

function renderHint(level: MlFilter, t: Translate) {
  if (level === "none") return t("filters.ml_none_hint");
  return (
    <>
      <span className="block">{t(`filters.ml_hint_${level}`)}</span>
      <span className="block">{t(`filters.ml_example_${level}`)}</span>
      <span className="block text-xs">{t("filters.ml_figures", mlFilterRates[level])}</span>
    </>
  );
}

interface FilterSwitchProps {
  value: boolean;
  onChoose: (value: boolean) => void;
}

/** The switch for the word lists, in languages for which the site has no classifier. */
export function FilterSwitch({ value, onChoose }: FilterSwitchProps) {
  const { t } = useTexts();
  return (
    <div className="grid gap-3">
      <HeldQuestionsNote />
      <Switch
        checked={value}
        onChange={({ target }) => onChoose(target.checked)}
        label={t("filters.ng_label")}
        hint={t("filters.ng_hint")}
      />
      <Disclosure look="line" title={t("filters.how_title")}>
        {t("filters.how_words")}
      </Disclosure>
    </div>
  );
}

/** Explains what happens to held questions. */
function HeldQuestionsNote() {
  const { t, locale } = useTexts();
  return (
    <p className="text-sm text-ink-2">
      {t.rich(
        "filters.filter_text",
        {},
        {
          link: (children) => (
            <Link
              to="/$locale/box/held"
              params={{ locale }}
              className="font-semibold text-brand underline underline-offset-4"
            >
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}
