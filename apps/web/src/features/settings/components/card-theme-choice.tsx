import type { CardFormat, CardTheme } from "@toibako/contract/cards.ts";
import { Check } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface CardThemeChoiceProps {
  theme: CardTheme;
  format: CardFormat;
  checked: boolean;
  onChoose: () => void;
}

/** The size of a preview in pixels. */
const sizes = { wide: { width: 480, height: 252 }, tall: { width: 360, height: 640 } };

/** A theme to choose, with its preview and name. An invisible radio button covers it. */
export function CardThemeChoice({ theme, format, checked, onChoose }: CardThemeChoiceProps) {
  const { t, locale } = useTexts();
  return (
    <label className="group/theme relative grid cursor-pointer content-start gap-1.5 text-center">
      <input
        type="radio"
        name="card_theme"
        value={theme}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 z-10 cursor-pointer appearance-none opacity-0"
      />
      <span className="relative block rounded-md outline-offset-2 group-has-checked/theme:outline-3 group-has-checked/theme:outline-brand group-has-focus-visible/theme:outline-3 group-has-focus-visible/theme:outline-dashed group-has-focus-visible/theme:outline-ink">
        <img
          src={`/cards/themes/${locale}/${theme}.${format}.png`}
          alt=""
          {...sizes[format]}
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-md bg-surface-2"
        />
        {checked && (
          <span className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full bg-brand text-surface">
            <Check size={16} strokeWidth={3} aria-hidden="true" />
          </span>
        )}
      </span>
      <span className="text-sm font-semibold text-ink-2 group-has-checked/theme:text-brand">
        {t(`settings.theme_${theme}`)}
      </span>
    </label>
  );
}
