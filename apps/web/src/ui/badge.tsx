import { formatBadge } from "@toibako/contract/text.ts";
import { cx } from "./cx.ts";

type BadgeProps = {
  /** Nothing is shown below 1, "10+" above 10. */
  count?: number;
  /** A word to show instead of the count, such as "New". */
  text?: string | undefined;
  /** What a screen reader says instead of the bare number. */
  label?: string | undefined;
  className?: string;
};

export function Badge({ count = 0, text, label, className }: BadgeProps) {
  const shown = text ?? formatBadge(count);
  if (!shown) return null;
  return (
    <span
      data-badge={text ? "word" : ""}
      className={cx(
        "inline-block min-h-5 min-w-5 rounded-full bg-badge px-1.5 text-center text-xs font-bold leading-5 whitespace-nowrap text-on-badge tabular-nums",
        className,
      )}
    >
      <span aria-hidden={label ? true : undefined}>{shown}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
