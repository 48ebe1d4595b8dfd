import { Heart } from "lucide-react";
import { cx } from "#ui/cx.ts";

type LikeButtonProps = {
  count: number;
  pressed: boolean;
  /** Accessible name of the action; `aria-pressed` says whether it is done. */
  label: string;
  /** If missing, only the count is shown. */
  onToggle?: (() => void) | undefined;
  /** A request is running; further presses are ignored. */
  pending?: boolean;
  /** Language tag by which the count is written. */
  locale?: string;
  className?: string;
};

export function LikeButton({
  count,
  pressed,
  label,
  onToggle,
  pending = false,
  locale = "ja",
  className,
}: LikeButtonProps) {
  const look = cx(
    "inline-flex min-h-11 items-center gap-1.5 rounded-full text-sm font-semibold tabular-nums",
    pressed ? "text-like" : "text-ink-2",
    className,
  );
  const content = (
    <>
      <Heart
        // The new key remounts the icon, which restarts the animation.
        key={String(pressed)}
        size={20}
        className={cx(pressed && "animate-pop fill-current")}
        aria-hidden="true"
      />
      <span>{count.toLocaleString(locale)}</span>
      <span className="sr-only">{label}</span>
    </>
  );
  if (!onToggle) return <span className={look}>{content}</span>;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-disabled={pending || undefined}
      onClick={() => pending || onToggle()}
      className={cx(
        look,
        "px-3.5 transition-[background-color,transform] duration-120 active:scale-95",
        pressed ? "bg-like-soft" : "bg-surface-2 hover:bg-brand-soft",
      )}
    >
      {content}
    </button>
  );
}
