import { type CardTheme, cardThemes } from "@toibako/contract/cards.ts";
import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface ThemeSwatchesProps {
  theme: CardTheme;
  onChange: (theme: CardTheme) => void;
}

/** The themes, in which the shared picture can be drawn; the setting of the account stays. */
export function ThemeSwatches({ theme, onChange }: ThemeSwatchesProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="-mx-2 flex flex-wrap justify-center max-[23rem]:mx-auto max-[23rem]:max-w-44">
      <legend className="sr-only">{t("shares.theme")}</legend>
      {cardThemes.map((value) => (
        <label
          key={value}
          title={t(`settings.theme_${value}`)}
          className="relative grid size-11 cursor-pointer place-items-center"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === theme}
            onChange={() => onChange(value)}
            aria-label={t(`settings.theme_${value}`)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
          />
          <svg
            viewBox="0 0 32 32"
            data-card-theme={value}
            // Pictures are drawn in light colours only.
            className="pointer-events-none size-8 rounded-full border border-line-strong scheme-only-light forced-color-adjust-none outline-brand peer-checked:outline-3 peer-checked:outline-offset-2"
            aria-hidden="true"
          >
            <path d="M0 0h32v32H0Z" fill="var(--paper)" />
            <path d="M0 0h32L16 17Z" fill="var(--flap)" />
            <circle cx="16" cy="16" r="5.500" fill="var(--wax)" />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
