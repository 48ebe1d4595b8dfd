import { createElement } from "react";
import { cx } from "#ui/cx.ts";
import { countLines, foldBlankLines } from "./count-lines.ts";
import { FoldedText, isFoldable } from "./folded-text.tsx";

export interface LetterTextProps {
  text: string;
  /** Language of the text when it is known. */
  lang?: string | undefined;
  /** Level of the heading that contains the text; 0 for a paragraph. */
  heading?: 0 | 1 | 2 | 3 | 4 | undefined;
  /** Cuts the text off after this many lines. Without it, a button shows the rest of a very long text. */
  lines?: number | undefined;
  /** Shows all of a very long text, because the reader has opened it. */
  isWhole?: boolean | undefined;
}

const phoneWidth = 16;
const maxShortLines = 3;

/** The number of lines shown of a text that the reader can unfold. */
const foldedLines = 24;

/** How a question of more than three lines is set: like prose. */
export const proseClass = "w-full text-left text-md font-normal text-pretty running-text";

/** Whether a question has more than three lines of this many Han characters, by default those of a letter on phones. */
export function isLongLetter(text: string, width = phoneWidth): boolean {
  return countLines(text, width) > maxShortLines;
}

/** The text of a question on a letter. */
export function LetterText(props: LetterTextProps & { className: string }) {
  const { text: wholeText, lang, heading = 3, lines, isWhole, className } = props;
  const text = foldBlankLines(wholeText);
  const as = heading === 0 ? "p" : (`h${heading}` as const);
  const textClass = cx("max-w-full whitespace-pre-line", className);
  if (lines === undefined && !isWhole && isFoldable(text, foldedLines, "phone")) {
    return (
      <FoldedText
        text={text}
        lang={lang}
        lines={foldedLines}
        as={as}
        className="w-full"
        textClass={textClass}
      />
    );
  }
  return createElement(
    as,
    {
      lang,
      dir: "auto",
      className: cx(textClass, lines !== undefined && "line-clamp-(--lines)"),
      style: lines ? { "--lines": lines } : undefined,
    },
    text,
  );
}
