import type { CardTheme } from "@toibako/contract/cards.ts";
import type { CSSProperties, ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { Wax } from "#ui/drawings/wax.tsx";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { EnvelopeFlap } from "./envelope-flap.tsx";
import { isLongLetter, LetterText, type LetterTextProps, proseClass } from "./letter-text.tsx";

interface LetterProps extends LetterTextProps {
  /** Names the letter, so that it moves between a card and its page, which give it the same one. */
  id?: string;
  /** The theme of who was asked; by default the letter has the colours of the site. */
  theme?: CardTheme | undefined;
  /** The small label that seals the flap, such as the date. With `isWaxed` it is only read out, if there is one. */
  seal?: ReactNode;
  /** Whether wax with the motif of the theme seals the flap. */
  isWaxed?: boolean;
  /** The number that the wax bears in place of the motif. */
  number?: number | undefined;
  size?: "sm" | "md";
  /** The link to the question, such as `<Link to="…" />`; the whole sheet becomes the link. */
  render?: RenderedElement;
  /** Shown above the text: the picture of the stamp. */
  picture?: ReactNode;
  /** Shown below the text: options, marks, buttons. */
  children?: ReactNode;
  className?: string;
}

const sizes = {
  sm: { sheet: "gap-2 rounded-xl px-4 pt-8 pb-4", flap: "h-10", text: "text-md leading-relaxed" },
  md: { sheet: "gap-3 rounded-xl px-5 pt-11 pb-6", flap: "h-[58px]", text: "text-question" },
};
const waxed = { sheet: "gap-3 rounded-xl px-5 pt-6 pb-6", flap: "h-12", text: "text-question" };

/** How many Han characters fit in a line of the widest letter. */
const wideWidth = 32;

// A long text is easier to read if it is set like prose than like a centred headline. A headline is broken between
// phrases, although people wrote it: docs/decisions/0057.
const centred = "short-text text-center font-bold text-balance";
const proseOnPhones =
  "max-sm:running-text max-sm:w-full max-sm:text-left max-sm:text-md max-sm:font-normal max-sm:text-pretty";

function chooseTextLook(text: string, textSize: string): string {
  if (isLongLetter(text, wideWidth)) return proseClass;
  return cx(centred, textSize, isLongLetter(text) && proseOnPhones);
}

/** A question on its envelope with flap and seal. */
export function Letter(props: LetterProps) {
  const { id, theme, seal, isWaxed, number, size = "md", render, picture, children } = props;
  const { text, lang, heading, lines, isWhole, className } = props;
  const look = isWaxed ? waxed : sizes[size];
  const frameClass = cx(
    "relative isolate grid justify-items-center overflow-hidden bg-paper text-ink-on-paper",
    look.sheet,
    className,
  );
  const content = (
    <>
      <EnvelopeFlap className={look.flap} />
      {theme && <span data-motifs aria-hidden="true" />}
      {isWaxed ? (
        <Wax number={number}>{seal && <span className="sr-only">{seal}</span>}</Wax>
      ) : (
        <span
          data-seal
          className="max-w-full rounded-xl bg-surface px-3 py-0.5 text-center text-xs font-semibold text-brand shadow-e1"
        >
          {seal}
        </span>
      )}
      {picture}
      <LetterText
        text={text}
        lang={lang}
        heading={heading}
        lines={lines}
        // A link can't contain the button that shows the rest.
        isWhole={isWhole || render !== undefined}
        className={chooseTextLook(text, look.text)}
      />
      <div className="contents">{children}</div>
    </>
  );
  const style = { "--letter": id && `letter-${id}` } as CSSProperties;
  const frame = { style, className: frameClass, "data-card-theme": theme, "data-letter": "" };
  if (!render) return <div {...frame}>{content}</div>;
  return renderAs(render, {
    ...frame,
    "data-key": "enter",
    className: cx(
      frameClass,
      "group/letter transition-[transform,filter] duration-120 hover:brightness-[0.98] active:scale-[0.98]",
    ),
    children: content,
  });
}
