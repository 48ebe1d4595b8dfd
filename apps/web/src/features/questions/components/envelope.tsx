import type { CardTheme } from "@toibako/contract/cards.ts";
import type { Paper } from "@toibako/contract/papers.ts";
import type { ReactNode } from "react";

interface EnvelopeProps {
  /** The theme of the receiver. */
  theme?: CardTheme | undefined;
  /** The paper of the sheet; by default it is white. */
  paper?: Paper | undefined;
  /** Shown as tabs above the sheet of paper. */
  tabs: ReactNode;
  /** The content of the sheet. */
  letter: ReactNode;
  /** The content of the front of the envelope, below the sheet. */
  children: ReactNode;
}

/**
 * Draws an open envelope with a sheet of paper in it. The upper part of the sheet is visible. At rest (`resting:`
 * in `styles.css`) it is a row with the button, and the tabs as icons. The sheet then lies over the button and can't be
 * seen, so that pressing the button focuses the text field, also before hydration.
 */
export function Envelope({ theme, paper, tabs, letter, children }: EnvelopeProps) {
  return (
    // The paper is also that of the root, so that the chosen tab has its colours.
    <div
      data-card-theme={theme}
      data-paper={paper}
      className="relative isolate rounded-sheet bg-flap before:hidden p-2 shadow-e2 resting:flex resting:[--link:var(--brand)] resting:min-h-16 resting:flex-row-reverse resting:items-center resting:gap-1 resting:rounded-xl resting:bg-surface"
    >
      {tabs}
      <div
        data-paper={paper}
        // The lower edge of the paper is in the envelope.
        className="rounded-t-xl bg-(--sheet,var(--surface)) [--link:var(--brand)] px-4 pt-4 pb-10 shadow-e1 before:-bottom-3 [&_textarea:focus-visible]:rounded-md [&_textarea:focus-visible]:outline-3 [&_textarea:focus-visible]:outline-solid [&_textarea:focus-visible]:outline-offset-4 [&_textarea:focus-visible]:outline-brand resting:absolute resting:inset-y-0 resting:left-0 resting:z-1 resting:w-[calc(100%-6.75rem)] resting:@max-[18rem]:w-full resting:overflow-hidden resting:p-0 resting:opacity-0"
      >
        {letter}
      </div>
      <div className="relative -mx-2 -mt-6 -mb-2 resting:m-0 resting:min-w-0 resting:flex-1">
        <svg
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          className="block h-6 w-full fill-paper resting:hidden"
          data-flap
          aria-hidden="true"
        >
          <path d="M0 0 44 8.500q6 1.500 12 0L100 0v10.500H0Z" />
        </svg>
        <div className="grid gap-2.5 rounded-b-sheet bg-paper px-4 pt-2 pb-4 text-ink-on-paper resting:block resting:bg-transparent resting:p-0">
          {children}
        </div>
      </div>
    </div>
  );
}
