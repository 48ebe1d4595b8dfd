import { type CardTheme, cardThemes } from "@toibako/contract/cards.ts";
import { Check } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface ThemeSwatchesProps {
  value: CardTheme;
  onChoose: (theme: CardTheme) => void;
}

/** The themes of a box as small squares of their colours. */
export function ThemeSwatches({ value, onChoose }: ThemeSwatchesProps) {
  const { t } = useTexts();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-bold">{t("settings.cards_title")}</legend>
      <div className="-mx-1 flex flex-wrap max-sm:max-w-44">
        {cardThemes.map((theme) => (
          <label
            key={theme}
            data-card-theme={theme}
            title={t(`settings.theme_${theme}`)}
            className="relative grid size-11 cursor-pointer place-items-center"
          >
            <input
              type="radio"
              name="box_theme"
              value={theme}
              checked={theme === value}
              onChange={() => onChoose(theme)}
              aria-label={t(`settings.theme_${theme}`)}
              className="peer absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span className="grid size-8 place-items-center rounded-md border border-line-strong bg-[linear-gradient(var(--flap)_45%,var(--paper)_45%)] text-ink-on-paper outline-offset-2 peer-checked:outline-3 peer-checked:outline-brand peer-focus-visible:outline-3 peer-focus-visible:outline-dashed peer-focus-visible:outline-ink">
              {theme === value && <Check size={18} strokeWidth={3} aria-hidden="true" />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
