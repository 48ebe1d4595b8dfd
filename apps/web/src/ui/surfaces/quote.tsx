import { truncateText } from "@toibako/contract/text.ts";
import type { ReactNode } from "react";
import { foldBlankLines } from "./count-lines.ts";

const maxQuoteLength = 100;

interface QuoteProps {
  text: string;
  /** Language of the text when it is known. */
  lang?: string | undefined;
  /** Shown before the text: the picture of a stamp. */
  picture?: ReactNode;
}

/** The beginning of a question, in a dialog about the question. */
export function Quote({ text, lang, picture }: QuoteProps) {
  return (
    <blockquote className="mb-3 flex items-center gap-3 rounded-r-md border-l-4 border-brand-400 bg-surface-2 px-3 py-2 text-sm font-semibold">
      {picture}
      <p lang={lang} dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere">
        {truncateText(foldBlankLines(text), maxQuoteLength)}
      </p>
    </blockquote>
  );
}
