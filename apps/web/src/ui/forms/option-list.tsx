import { Check } from "lucide-react";
import { cx } from "#ui/cx.ts";

export interface OptionListProps {
  options: readonly string[];
  /** Spoken name of the list. */
  label: string;
  /** Language tag of the options. */
  lang?: string | undefined;
  /** The chosen option's index, and its accessible label; undefined if none can be chosen. */
  chosen?: { index: number | null | undefined; label: string } | undefined;
  /** Called with the index of a pressed option; without it, the options can't be pressed. */
  onPick?: ((index: number) => void) | undefined;
  className?: string | undefined;
}

const rowClass =
  "flex w-full min-h-8 items-center justify-center gap-1.5 rounded-xl border px-3 py-1 text-center text-sm leading-snug";

/** The options of a question. */
export function OptionList({ options, label, lang, chosen, onPick, className }: OptionListProps) {
  return (
    <ul
      aria-label={label}
      lang={lang}
      className={cx("grid w-full max-w-sm list-none gap-1.5", className)}
    >
      {options.map((option, index) => {
        const isChosen = chosen?.index === index;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by position; texts may be equal
          <li key={index} className="flex">
            {onPick ? (
              <button
                type="button"
                onClick={() => onPick(index)}
                aria-pressed={chosen && isChosen}
                // Above the invisible area that unfolds a long question.
                className={cx(
                  rowClass,
                  "running-text relative z-1 min-h-11 font-semibold hover:border-brand active:scale-[0.98]",
                  isChosen
                    ? "border-brand-fill bg-brand-fill text-on-brand"
                    : "border-line-strong bg-surface text-ink",
                )}
              >
                {isChosen && (
                  <Check size={16} strokeWidth={3} className="shrink-0" aria-hidden="true" />
                )}
                <span className="min-w-0">{option}</span>
              </button>
            ) : (
              <span
                className={cx(
                  rowClass,
                  isChosen
                    ? "border-brand-fill bg-brand-fill font-bold text-on-brand"
                    : "border-paper-line",
                )}
              >
                {isChosen && (
                  <Check size={16} strokeWidth={3} className="shrink-0" aria-label={chosen.label} />
                )}
                <span className="min-w-0">{option}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
