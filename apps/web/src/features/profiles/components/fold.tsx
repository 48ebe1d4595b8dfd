import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { countLines } from "#ui/surfaces/count-lines.ts";

interface FoldProps {
  text: string;
  /** Language tag of the text. */
  lang?: string | undefined;
  /** The lines that a folded text shows. */
  lines?: number;
  className?: string;
}

// How many Han characters fit into a line, at most. A maximum, so that the number of lines is never overestimated.
const widths = { phone: 22, wide: 40 };

// A text is folded only if that hides at least this number of lines.
const fewestHiddenLines = 3;

/**
 * Shows the first lines of a long text, and the rest after a press. The number of lines is estimated from the
 * text, not measured on the screen, so that nothing moves at hydration and folding works without scripts.
 */
export function Fold({ text, lang, lines = 12, className }: FoldProps) {
  const { t } = useTexts();
  const isLongOnPhone = countLines(text, widths.phone) >= lines + fewestHiddenLines;
  const isLongOnWide = countLines(text, widths.wide) >= lines + fewestHiddenLines;
  const clampClass = cx(
    isLongOnPhone && "line-clamp-(--lines) group-has-[details[open]]/fold:line-clamp-none",
    !isLongOnWide && "sm:line-clamp-none",
  );
  return (
    <div className={cx("group/fold", className)}>
      <p
        lang={lang}
        style={{ "--lines": lines } as object}
        className={cx("running-text whitespace-pre-line", clampClass)}
      >
        {text}
      </p>
      {isLongOnPhone && (
        <details className={cx("group", !isLongOnWide && "sm:hidden")}>
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center rounded-sm font-semibold text-brand [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">{t("profiles.show_more")}</span>
            <span className="hidden group-open:inline">{t("profiles.show_less")}</span>
          </summary>
        </details>
      )}
    </div>
  );
}
