import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";

interface DisclosureProps {
  title: string;
  open?: boolean;
  /** `panel` is a tinted box, `row` an entry of a list with its title as a heading, `line` a line of text. */
  look?: "panel" | "row" | "line";
  children: ReactNode;
}

// In browsers that can't animate the height of unknown content, the content opens at once.
export const animationClass =
  "[interpolate-size:allow-keywords] details-content:h-0 details-content:overflow-clip details-content:duration-200 details-content:ease-calm details-content:[transition-property:height,content-visibility] details-content:[transition-behavior:allow-discrete] open:details-content:h-auto";

const looks = {
  panel: {
    details: "rounded-lg bg-surface-2",
    summary: "flex min-h-11 cursor-pointer gap-2 rounded-lg px-4 text-sm font-bold",
    content: "px-4 pb-3",
    iconSize: 18,
  },
  row: {
    details: animationClass,
    summary: "flex min-h-14 gap-3 px-5 py-3 hover:bg-surface-2 focus-visible:-outline-offset-3",
    content: "px-5 pb-3 text-ink-2",
    iconSize: 20,
  },
  line: {
    details: "",
    summary:
      "-mx-2 inline-flex min-h-11 cursor-pointer gap-1.5 rounded-full px-2 text-sm font-bold text-brand hover:bg-surface-2",
    content: "mt-1 text-sm text-ink-2",
    iconSize: 18,
  },
};

/** Content that unfolds below its title; a native `details`, which works without scripts. */
export function Disclosure({ title, open, look = "panel", children }: DisclosureProps) {
  const { details, summary, content, iconSize } = looks[look];
  return (
    <details open={open} className={cx("group/disclosure", details)}>
      <summary className={cx("list-none items-center [&::-webkit-details-marker]:hidden", summary)}>
        {look === "row" ? (
          <h3 className="min-w-0 flex-1 text-md leading-snug">{title}</h3>
        ) : (
          <span className={look === "panel" ? "flex-1" : undefined}>{title}</span>
        )}
        <ChevronDown
          size={iconSize}
          className="shrink-0 text-brand transition-transform duration-200 ease-calm group-open/disclosure:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className={content}>{children}</div>
    </details>
  );
}
