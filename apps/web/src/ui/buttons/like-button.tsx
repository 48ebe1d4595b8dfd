import { Heart } from "lucide-react";
import { useState } from "react";
import { cx } from "#ui/cx.ts";
import { RollingNumber } from "#ui/rolling-number.tsx";

type LikeButtonProps = {
  count: number;
  isPressed: boolean;
  /** Accessible name of the action; `aria-pressed` says whether it is done. */
  label: string;
  /** If missing, only the count is shown. */
  onToggle?: (() => void) | undefined;
  /** A request is running; further presses are ignored. */
  isPending?: boolean;
  /** Language tag by which the count is written. */
  locale?: string;
  className?: string;
};

export function LikeButton({
  count,
  isPressed,
  label,
  onToggle,
  isPending = false,
  locale = "ja",
  className,
}: LikeButtonProps) {
  const [isNew, setIsNew] = useState(false);
  const look = cx(
    "inline-flex min-h-11 items-center gap-1.5 rounded-full text-sm font-semibold tabular-nums",
    isPressed ? "text-like" : "text-ink-2",
    className,
  );
  const content = (
    <>
      <span className="relative" aria-hidden="true">
        <Heart
          // The new key remounts the icon, which restarts the animation.
          key={String(isPressed)}
          size={20}
          className={cx(isPressed && "fill-current", isPressed && isNew && "animate-pop")}
        />
        {isPressed && isNew && (
          <span data-scraps>
            <i />
            <i />
            <i />
            <i />
            <i />
          </span>
        )}
      </span>
      <RollingNumber text={count.toLocaleString(locale)} />
      <span className="sr-only">{label}</span>
    </>
  );
  if (!onToggle) return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      data-key="l"
      aria-pressed={isPressed}
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (isPending) return;
        // Earlier likes, of which some are known after hydration only, show no motion.
        setIsNew(!isPressed);
        onToggle();
      }}
      className={cx(
        look,
        "px-3.5 transition-[background-color,transform] duration-120 active:scale-95",
        isPressed ? "bg-like-soft" : "bg-surface-2 hover:bg-brand-soft",
      )}
    >
      {content}
    </button>
  );
}
