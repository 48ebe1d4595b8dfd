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

/** Whether a text of `lines` lines is worth folding in a column of the given width. */
export function isFoldable(text: string, lines: number, column: keyof typeof lineWidths): boolean {
  return countLines(text, lineWidths[column]) >= lines + minHiddenLines;
}

/**
 * Shows the first lines of a long text, and all of it after a press. The number of lines is estimated, not
 * measured on the screen, so that nothing moves at hydration and folding works without scripts.
 */
export function FoldedText(props: FoldedTextProps) {
  const { lang, lines = 12, as = "p", className, textClass = "running-text" } = props;
  const labels = useListLabels();
  const text = foldBlankLines(props.text);
  const isLongOnPhone = isFoldable(text, lines, "phone");
  const isLongOnWide = isFoldable(text, lines, "wide");
  const clampClass = cx(
    isLongOnPhone && "line-clamp-(--lines) group-has-[details[open]]/fold:line-clamp-none",
    !isLongOnWide && "sm:line-clamp-none",
  );
  return (
    <div className={cx("group/fold", className)}>
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
        <details className={cx("group", !isLongOnWide && "sm:hidden")}>
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center rounded-sm font-semibold text-brand [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">{labels.unfold}</span>
            <span className="hidden group-open:inline">{labels.fold}</span>
          </summary>
        </details>
      )}
    </div>
  );
}
