import { cx } from "#ui/cx.ts";

/** Draws the box with the flap of an envelope as its front. */
export function LogoMark({ size = 30, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <path
        d="M5 12.500C5 9.500 7.200 7 10.200 7h11.600c3 0 5.200 2.500 5.200 5.500V22a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5Z"
        fill="#5ebaba"
      />
      <path
        data-lid
        d="m5.200 12.500 10.800 7 10.800-7"
        fill="none"
        stroke="#08282a"
        strokeWidth="2.200"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M12 3.200h8" stroke="#5ebaba" strokeWidth="2.600" strokeLinecap="round" />
    </svg>
  );
}

/** Shows the mark and the site's name. Where both don't fit, the name wraps below the mark, out of sight. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cx(
        "inline-flex h-[max(30px,1.875rem)] min-w-[30px] flex-wrap content-start items-center gap-x-2 overflow-hidden whitespace-nowrap font-round text-lg leading-[1.875rem] font-bold tracking-tight",
        className,
      )}
    >
      {/* As tall as the line, so that a wrapped name begins below the edge, whatever the size of the text. */}
      <span className="grid h-[max(30px,1.875rem)] place-items-center">
        <LogoMark />
      </span>
      <span>Toibako</span>
    </span>
  );
}
