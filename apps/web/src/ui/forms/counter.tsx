import { countCharacters } from "@toibako/contract/text.ts";
import { cx } from "#ui/cx.ts";

/** The part of the limit above which the number of characters that are left is announced. */
const announcedPart = 0.8;

interface CounterProps {
  text: string;
  limit: number;
  /** Announced near the limit, such as "12 characters left"; shown above it, such as "1 too many". */
  remainingLabel?: ((left: number) => string) | undefined;
  /** Shows the count even if it is not near the limit. */
  isAlwaysShown?: boolean;
  className?: string;
}

/** Shows the length of a text and its limit, in user-perceived characters. */
export function Counter({
  text,
  limit,
  remainingLabel,
  isAlwaysShown = false,
  className,
}: CounterProps) {
  // Counts up to twice the limit only, so that typing in a very long text stays fast.
  const maxCounted = limit * 2;
  const count = countCharacters(text, maxCounted);
  const isNearLimit = count > limit * announcedPart;
  // Above the limit, the label says how many characters must go. Of a very long text the number isn't known.
  const isLabelShown = remainingLabel !== undefined && count > limit && count <= maxCounted;
  return (
    <span
      role="status"
      className={cx(
        "block text-right text-xs tabular-nums",
        count > limit ? "font-bold text-danger" : "text-ink-2",
        className,
      )}
    >
      {(isAlwaysShown || isNearLimit) && !isLabelShown && (
        <span aria-hidden={remainingLabel ? true : undefined}>
          {`${count > maxCounted ? `${maxCounted}+` : count} / ${limit}`}
        </span>
      )}
      {isNearLimit && remainingLabel && (
        <span className={isLabelShown ? undefined : "sr-only"}>
          {remainingLabel(limit - count)}
        </span>
      )}
    </span>
  );
}
