import type { CardTheme } from "@toibako/contract/cards.ts";
import { type CSSProperties, createElement, type ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { Wax } from "#ui/drawings/wax.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { countLines, foldBlankLines } from "./count-lines.ts";
import { EnvelopeFlap } from "./envelope-flap.tsx";
import { FoldedText, isFoldable } from "./folded-text.tsx";

type LetterProps = {
  /** Names the letter, so that it moves between a card and its page, which give it the same one. */
  id?: string;
  /** The theme of who was asked; by default the letter has the colours of the site. */
  theme?: CardTheme | undefined;
  /** The small label that seals the flap, such as the date. With `isWaxed` it is only read out. */
  seal: ReactNode;
  /** Whether it lies open on a paper, which the element around it is: without an envelope, and set from the left. */
  isOnPaper?: boolean;
  /** Whether wax with the motif of the theme seals the flap. */
  isWaxed?: boolean;
  text: string;
  /** Language of the text when it is known. */
  lang?: string | undefined;
  /** Level of the heading that contains the text; 0 for a paragraph. */
  heading?: 0 | 1 | 2 | 3 | 4;
  size?: "sm" | "md";
  /** Cuts the text off after this many lines. Without it, a button shows the rest of a very long text. */
  lines?: number;
  /** Shows all of a very long text, because the reader has opened it. */
  isWhole?: boolean;
  /** The link to the question, such as `<Link to="…" />`; the whole sheet becomes the link. */
  render?: RenderedElement;
  /** Shown above the text: the picture of the stamp. */
  picture?: ReactNode;
  /** Shown below the text: options, marks, buttons. */
  children?: ReactNode;
  className?: string;
};

const sizes = {
  sm: { sheet: "gap-2 rounded-xl px-4 pt-8 pb-4", flap: "h-10", text: "text-md leading-relaxed" },
  md: { sheet: "gap-3 rounded-xl px-5 pt-11 pb-6", flap: "h-[58px]", text: "text-question" },
};
const onPaper = { sheet: "gap-2 px-3 pt-1 pb-2", flap: "", text: "text-question" };
const waxed = { sheet: "gap-3 rounded-xl px-5 pt-6 pb-6", flap: "h-12", text: "text-question" };

// How many Han characters fit in a line of the narrowest letter (on phones) and of the widest one.
const lineWidths = { phone: 16, wide: 32 };
const maxCentredLines = 3;

/** The number of lines shown of a text that the reader can unfold. */
const foldedLines = 24;

// A long text is easier to read if it is set like prose than like a centred headline. A headline is broken between
// phrases, although people wrote it: docs/decisions/0057.
const centred = "short-text text-center font-bold text-balance";
const prose = "w-full text-left text-md font-normal text-pretty running-text";
const proseOnPhones =
  "max-sm:running-text max-sm:w-full max-sm:text-left max-sm:text-md max-sm:font-normal max-sm:text-pretty";

/** Whether a question is too long for a centred headline on phones. */
export function isLongLetter(text: string): boolean {
  return countLines(text, lineWidths.phone) > maxCentredLines;
}

function chooseTextLook(text: string, textSize: string): string {
  if (countLines(text, lineWidths.wide) > maxCentredLines) return prose;
  return cx(centred, textSize, isLongLetter(text) && proseOnPhones);
}

const chooseLookOnPaper = (text: string) =>
  isLongLetter(text) ? prose : "text-question running-text font-bold";

function chooseSizes({ size = "md", isOnPaper, isWaxed }: Omit<LetterProps, "seal" | "text">) {
  if (isOnPaper) return onPaper;
  return isWaxed ? waxed : sizes[size];
}

/** A question on its envelope with flap and seal, or on paper. */
export function Letter(props: LetterProps) {
  const { id, theme, isOnPaper, render, picture, children, className } = props;
  const { sheet, flap } = chooseSizes(props);
  const look = cx(
    "relative grid",
    isOnPaper
      ? "justify-items-start"
      : "isolate justify-items-center overflow-hidden bg-paper text-ink-on-paper",
    sheet,
    className,
  );
  const content = (
    <>
      {!isOnPaper && <EnvelopeFlap className={flap} />}
      {theme && <span data-motifs aria-hidden="true" />}
      <Seal {...props} />
      {picture}
      <LetterText {...props} />
      <div className="contents">{children}</div>
    </>
  );
  const style = { "--letter": id && `letter-${id}` } as CSSProperties;
  const frame = { style, className: look, "data-card-theme": theme, "data-letter": "" };
  if (!render) return <div {...frame}>{content}</div>;
  return renderAs(render, {
    ...frame,
    className: cx(
      look,
      "group/letter transition-[transform,filter] duration-120 hover:brightness-[0.98] active:scale-[0.98]",
    ),
    children: content,
  });
}

function Seal({ seal, isWaxed, isOnPaper }: LetterProps) {
  if (isWaxed) {
    return (
      <Wax>
        <span className="sr-only">{seal}</span>
      </Wax>
    );
  }
  return (
    <span
      data-seal
      // Leaves room for the picture in the corner.
      className={cx(
        "max-w-[calc(100%-2.75rem)] text-xs font-semibold",
        isOnPaper
          ? "text-ink-2"
          : "rounded-xl bg-surface px-3 py-0.5 text-center text-brand shadow-e1",
      )}
    >
      {seal}
    </span>
  );
}

function LetterText(props: LetterProps) {
  const { text: wholeText, lang, heading = 3, lines, isWhole, isOnPaper, render } = props;
  const text = foldBlankLines(wholeText);
  const as = heading === 0 ? "p" : (`h${heading}` as const);
  const look = isOnPaper ? chooseLookOnPaper(text) : chooseTextLook(text, chooseSizes(props).text);
  const textClass = cx("max-w-full", look);
  const canUnfold = lines === undefined && !isWhole && !render;
  if (canUnfold && isFoldable(text, foldedLines, "phone")) {
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
      className: cx(
        "whitespace-pre-line",
        textClass,
        lines !== undefined && "line-clamp-(--lines)",
      ),
      style: lines ? { "--lines": lines } : undefined,
    },
    text,
  );
}
