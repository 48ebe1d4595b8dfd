import { Check } from "lucide-react";
import { cx } from "#ui/cx.ts";

interface OptionListProps {
  options: readonly string[];
  /** Spoken name of the list. */
  label: string;
  /** Language tag of the options. */
  lang?: string | undefined;
  /** The chosen option's index, and its accessible label. */
  chosen?: { index: number | null | undefined; label: string };
}

/** The options of a question, read-only. */
export function OptionList({ options, label, lang, chosen }: OptionListProps) {
  return (
    <ul aria-label={label} lang={lang} className="grid w-full max-w-sm list-none gap-1.5">
      {options.map((option, index) => {
        const isChosen = chosen?.index === index;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by position; texts may be equal
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
