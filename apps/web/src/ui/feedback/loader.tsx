import { cx } from "#ui/cx.ts";

/** A spinner as large as the text beside it. The text must say what is loading, because the spinner is not spoken. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={cx("size-[1.25em] animate-spin", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}

/** Covers the whole page until a call is done. */
export function FullscreenLoader({ open, label }: { open: boolean; label: string }) {
  return (
    <div
      role="status"
      className={cx(open && "fixed inset-0 z-50 grid place-items-center bg-scrim")}
    >
      {open && (
        <div className="flex animate-rise items-center gap-3 rounded-full bg-surface px-6 py-4 font-bold shadow-e3">
          <Spinner className="text-2xl text-brand-400" />
          <span>{label}</span>
        </div>
      )}
    </div>
  );
}
