import { Check } from "lucide-react";
import { cx } from "#ui/cx.ts";

interface OptionListProps {
  options: readonly string[];
  /** Spoken name of the list. */
  label: string;
  /** Language tag of the options. */
  lang?: string | undefined;
  /** Which of them was picked, from 0, with how that is said. */
  chosen?: { index: number | null | undefined; label: string };
}

/** What a question offers to choose from, to be read. */
export function OptionList({ options, label, lang, chosen }: OptionListProps) {
  return (
    <ul aria-label={label} lang={lang} className="grid w-full max-w-sm list-none gap-1.5">
      {options.map((option, index) => {
        const isChosen = chosen?.index === index;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place; texts may be equal
            key={index}
            className={cx(
              "flex min-h-8 items-center justify-center gap-1.5 rounded-xl border px-3 py-1 text-center text-sm leading-snug",
              isChosen
                ? "border-brand-fill bg-brand-fill font-bold text-on-brand"
                : "border-paper-line",
            )}
          >
            {isChosen && (
              <Check size={16} strokeWidth={3} className="shrink-0" aria-label={chosen.label} />
            )}
            <span className="min-w-0">{option}</span>
          </li>
        );
      })}
    </ul>
  );
}
