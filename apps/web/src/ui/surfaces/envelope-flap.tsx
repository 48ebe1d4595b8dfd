import { cx } from "#ui/cx.ts";

/** The flap at the top of an envelope; its height comes from `className`. */
export function EnvelopeFlap({ className }: { className: string }) {
  return (
    <svg
      data-flap
      viewBox="0 0 100 58"
      preserveAspectRatio="none"
      className={cx(
        "absolute inset-x-0 top-0 -z-10 w-full origin-top fill-flap",
        "transition-transform duration-200 ease-calm group-hover/letter:scale-y-110",
        className,
      )}
      aria-hidden="true"
    >
      <path d="M0 0h100L56 51q-6 7-12 0Z" />
    </svg>
  );
}
