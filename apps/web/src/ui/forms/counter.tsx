import { countCharacters } from "@toibako/contract/text.ts";
import { cx } from "#ui/cx.ts";

interface CounterProps {
  text: string;
  limit: number;
  /** Announced near the limit, such as "12 characters left". */
  remainingLabel?: ((left: number) => string) | undefined;
  /** Always shown, not only near the limit. */
  always?: boolean;
  className?: string;
}

/** Shows how much of a limit is used, in user-perceived characters; announces the rest above 80% of it. */
export function Counter({ text, limit, remainingLabel, always = false, className }: CounterProps) {
  // Counts up to twice the limit only, so that typing in a very long text stays fast.
  const maxCounted = limit * 2;
  const count = countCharacters(text, maxCounted);
  const isNearLimit = count > limit * 0.8;
  return (
    <span
      role="status"
      className={cx(
        "block text-right text-xs tabular-nums",
        count > limit ? "font-bold text-danger" : "text-ink-2",
        className,
      )}
    >
      {(always || isNearLimit) && (
        <span aria-hidden={remainingLabel ? true : undefined}>
          {count > maxCounted ? `${maxCounted}+` : count} / {limit}
        </span>
      )}
      {isNearLimit && remainingLabel && (
        <span className="sr-only">{remainingLabel(limit - count)}</span>
      )}
    </span>
  );
}
