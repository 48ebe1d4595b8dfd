import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { countLines } from "#ui/surfaces/count-lines.ts";

interface FoldedTextProps {
  text: string;
  /** Language tag of the text. */
  lang?: string | undefined;
  /** How many lines the folded text shows. */
  lines?: number;
  /** Folds a text however little this hides, and shows the button at the end of the last line. */
  isCompact?: boolean;
  className?: string;
}

/**
 * The maximum number of Han characters in a line. With the maximum, the estimated number of lines is never
 * higher than the real one.
 */
const lineWidths = { phone: 22, wide: 40 };

/** A text is folded only if this hides at least this number of lines. */
const minHiddenLines = 3;

/**
 * Shows the first lines of a long text, and all of it after a press. The number of lines is estimated, not
 * measured on the screen, so that nothing moves at hydration and folding works without scripts.
 */
export function FoldedText({
  text,
  lang,
  lines = 12,
  isCompact = false,
  className,
}: FoldedTextProps) {
  const { t } = useTexts();
  const minLines = lines + (isCompact ? 1 : minHiddenLines);
  const isLongOnPhone = countLines(text, lineWidths.phone) >= minLines;
  const isLongOnWide = countLines(text, lineWidths.wide) >= minLines;
  const clampClass = cx(
    isLongOnPhone && "line-clamp-(--lines) group-has-[details[open]]/fold:line-clamp-none",
    !isLongOnWide && "sm:line-clamp-none",
  );
  return (
    <div className={cx("group/fold relative", className)}>
      <p
        lang={lang}
        style={{ "--lines": lines } as object}
        className={cx("running-text whitespace-pre-line", clampClass)}
      >
        {text}
      </p>
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
              "inline-flex cursor-pointer list-none items-center rounded-sm font-semibold text-brand [&::-webkit-details-marker]:hidden",
              // The invisible edge makes the touch area 44 px high.
              isCompact
                ? "relative bg-bg pl-3 after:absolute after:-inset-x-2 after:-inset-y-2"
                : "min-h-11",
            )}
          >
            <span className="group-open:hidden">{t("profiles.show_more")}</span>
            <span className="hidden group-open:inline">{t("profiles.show_less")}</span>
          </summary>
        </details>
      )}
    </div>
  );
}
