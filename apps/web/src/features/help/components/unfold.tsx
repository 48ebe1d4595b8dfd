import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

interface UnfoldProps {
  title: string;
  open?: boolean;
  children: ReactNode;
}

// Browsers that can't animate to the content's own height open at once.
const animationClass =
  "[interpolate-size:allow-keywords] details-content:h-0 details-content:overflow-clip details-content:duration-200 details-content:ease-calm details-content:[transition-property:height,content-visibility] details-content:[transition-behavior:allow-discrete] open:details-content:h-auto";

/** A heading that unfolds its content; a native `details`, which works without scripts. */
export function Unfold({ title, open, children }: UnfoldProps) {
  return (
    <details open={open} className={cx("group/unfold", animationClass)}>
      <summary className="flex min-h-14 list-none items-center gap-3 px-5 py-3 hover:bg-surface-2 focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 text-md leading-snug">{title}</h3>
        <ChevronDown
          size={20}
          className="shrink-0 text-brand transition-transform duration-200 ease-calm group-open/unfold:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="px-5 pb-3 text-ink-2">{children}</div>
    </details>
  );
}
