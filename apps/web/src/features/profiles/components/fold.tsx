import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { countLines } from "#ui/surfaces/count-lines.ts";

interface FoldProps {
  text: string;
  /** Language tag of the text. */
  lang?: string | undefined;
  /** Lines that stay when the text is folded. */
  lines?: number;
  className?: string;
}

// The maximum number of wide characters in a line, so that the length of a text is never
// overestimated.
const widths = { phone: 22, wide: 40 };

// A text is only folded if at least so many lines would be hidden.
const fewestHiddenLines = 3;

/**
 * Shows the first lines of a long text and the rest on demand. The length is estimated, not measured,
 * so that nothing moves at hydration and it works without scripts.
 */
export function Fold({ text, lang, lines = 12, className }: FoldProps) {
  const { t } = useTexts();
  const onPhone = countLines(text, widths.phone) >= lines + fewestHiddenLines;
  const onWide = countLines(text, widths.wide) >= lines + fewestHiddenLines;
  const clamp = cx(
    onPhone && "line-clamp-(--lines) group-has-[details[open]]/fold:line-clamp-none",
    !onWide && "sm:line-clamp-none",
  );
  return (
    <div className={cx("group/fold", className)}>
      <p
        lang={lang}
        style={{ "--lines": lines } as object}
        className={cx("running-text whitespace-pre-line", clamp)}
      >
        {text}
      </p>
      {onPhone && (
        <details className={cx("group", !onWide && "sm:hidden")}>
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center rounded-sm font-semibold text-brand [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">{t("profiles.show_more")}</span>
            <span className="hidden group-open:inline">{t("profiles.show_less")}</span>
          </summary>
        </details>
      )}
    </div>
  );
}
