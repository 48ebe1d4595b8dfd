import { type CardTheme, cardThemes } from "@toibako/contract/cards.ts";
import { type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";

interface ThemeSwatchesProps {
  legend: ReactNode;
  getName: (theme: CardTheme) => string;
  value: CardTheme;
  onChoose: (theme: CardTheme) => void;
  /** Of the row of swatches. */
  className?: string;
}

/** The themes of a box as small round envelopes in their colours. */
export function ThemeSwatches({ legend, getName, value, onChoose, className }: ThemeSwatchesProps) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={cx("-mx-1 flex flex-wrap", className)}>
        {cardThemes.map((theme) => (
          <label
            key={theme}
            title={getName(theme)}
            className="relative grid size-11 cursor-pointer place-items-center"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              checked={theme === value}
              onChange={() => onChoose(theme)}
              aria-label={getName(theme)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
            />
            <svg
              viewBox="0 0 32 32"
              data-card-theme={theme}
              className="pointer-events-none size-8 rounded-full border border-line-strong forced-color-adjust-none outline-brand peer-checked:outline-3 peer-checked:outline-offset-2"
              aria-hidden="true"
            >
              <path d="M0 0h32v32H0Z" fill="var(--paper)" />
              <path d="M0 0h32L16 17Z" fill="var(--flap)" />
              <circle cx="16" cy="16" r="5.500" fill="var(--wax)" />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
