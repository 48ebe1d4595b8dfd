import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { isLongLetter, LetterText, type LetterTextProps, proseClass } from "./letter-text.tsx";

interface OpenLetterProps extends LetterTextProps {
  /** Above the text, such as the date. */
  label: ReactNode;
  /** A small picture in the corner, like a postage stamp. */
  corner?: ReactNode;
  /** Shown beside the text: the picture of the stamp. */
  picture?: ReactNode;
  /** Shown below the text: options, marks, buttons. */
  children?: ReactNode;
}

/** A question that lies open on its paper, which is the element around it (`data-paper`), without its envelope. */
export function OpenLetter({ label, corner, picture, children, ...text }: OpenLetterProps) {
  const look = isLongLetter(text.text) ? proseClass : "short-text text-question text-balance";
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 px-3 pt-1 pb-2">
      <div className="flex w-full items-start justify-between gap-3">
        <span data-seal className="min-w-0 text-xs font-semibold text-ink-2">
          {label}
        </span>
        {corner}
      </div>
      <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
        {picture}
        <div
          className={cx("grid min-w-0 justify-items-start", picture ? "flex-1 basis-36" : "w-full")}
        >
          <LetterText {...text} className={cx("written", look)} />
        </div>
      </div>
      <div className="contents">{children}</div>
    </div>
  );
}
