import type { ReactNode } from "react";

interface EnvelopeProps {
  /** Shown as tabs above the sheet of paper. */
  tabs: ReactNode;
  /** The content of the sheet. */
  letter: ReactNode;
  /** The content of the front of the envelope, below the sheet. */
  children: ReactNode;
}

/** Draws an open envelope with a sheet of paper in it. The upper part of the sheet is visible. */
export function Envelope({ tabs, letter, children }: EnvelopeProps) {
  return (
    <div className="relative isolate rounded-sheet bg-flap p-2 shadow-e2">
      {tabs}
      <div className="rounded-t-xl bg-surface px-4 pt-4 pb-8 shadow-e1">{letter}</div>
      <div className="relative -mt-6 -mx-2 -mb-2">
        <svg
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          className="block h-6 w-full fill-paper"
          aria-hidden="true"
        >
          <path d="M0 0 44 8.500q6 1.500 12 0L100 0v10.500H0Z" />
        </svg>
        <div className="grid gap-2.5 rounded-b-sheet bg-paper px-4 pt-2 pb-4 text-ink-on-paper">
          {children}
        </div>
      </div>
    </div>
  );
}
