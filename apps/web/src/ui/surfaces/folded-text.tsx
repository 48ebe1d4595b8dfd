import { createElement } from "react";
import { cx } from "#ui/cx.ts";
import { useListLabels } from "#ui/feedback/list-labels.ts";
import { countLines, foldBlankLines } from "./count-lines.ts";

interface FoldedTextProps {
  text: string;
  /** Language tag of the text. */
  lang?: string | undefined;
  /** How many lines the folded text shows. */
  lines?: number;
  as?: "p" | "h1" | "h2" | "h3" | "h4";
  /** Folds a text on paper however little this hides, and shows the button at the end of the last line. */
  isCompact?: boolean;
  className?: string;
  /** The class of the text itself. */
  textClass?: string;
}

/**
 * The maximum number of Han characters in a line. With the maximum, the estimated number of lines is never
 * higher than the real one.
 */
const lineWidths = { phone: 22, wide: 40 };

/** A text is folded only if this hides at least this number of lines. */
const minHiddenLines = 3;

/** Whether folding a text to `lines` lines hides enough of it in a column of the given width. */
export function isFoldable(
  text: string,
  lines: number,
  column: keyof typeof lineWidths,
  minHidden = minHiddenLines,
): boolean {
  return countLines(text, lineWidths[column]) >= lines + minHidden;
}

/**
 * Shows the first lines of a long text, and all of it after a press. The number of lines is estimated, not
 * measured on the screen, so that nothing moves at hydration and folding works without scripts.
 */
export function FoldedText(props: FoldedTextProps) {
  const { lang, lines = 12, isCompact = false, as = "p", className } = props;
  const { textClass = "running-text" } = props;
  const labels = useListLabels();
  const text = foldBlankLines(props.text);
  const minHidden = isCompact ? 1 : minHiddenLines;
  const isLongOnPhone = isFoldable(text, lines, "phone", minHidden);
  const isLongOnWide = isFoldable(text, lines, "wide", minHidden);
  const clampClass = cx(
    isLongOnPhone && "line-clamp-(--lines) group-has-[details[open]]/fold:line-clamp-none",
    !isLongOnWide && "sm:line-clamp-none",
  );
  return (
    <div className={cx("group/fold relative", className)}>
      {createElement(
        as,
        {
          lang,
          dir: "auto",
          style: { "--lines": lines },
          className: cx("whitespace-pre-line", textClass, clampClass),
        },
        text,
      )}
      {isLongOnPhone && (
        <details
          className={cx(
            "group",
            !isLongOnWide && "sm:hidden",
            isCompact && "not-open:absolute not-open:right-0 not-open:bottom-0",
          )}
        >
          <summary
            className={cx(
              "inline-flex cursor-pointer list-none items-center rounded-sm font-semibold text-link [&::-webkit-details-marker]:hidden",
              // The invisible edge makes the touch area 44 px high.
              isCompact
                ? "relative bg-paper pl-1 before:absolute before:inset-y-0 before:right-full before:w-8 before:bg-linear-to-r before:from-transparent before:to-paper group-open:before:hidden after:absolute after:-inset-x-2 after:-inset-y-2"
                : "min-h-11",
            )}
          >
            <span className="group-open:hidden">{labels.unfold}</span>
            <span className="hidden group-open:inline">{labels.fold}</span>
          </summary>
        </details>
      )}
    </div>
  );
}
