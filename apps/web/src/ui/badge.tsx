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
      className={cx(
        "inline-block h-[18px] min-w-[18px] rounded-full bg-badge px-[5px] text-center text-[0.6875rem] font-bold leading-[18px] whitespace-nowrap text-on-badge tabular-nums",
        className,
      )}
    >
      <span aria-hidden={label ? true : undefined}>{shown}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
