import { createElement, type ReactNode } from "react";
import { cx } from "#ui/cx.ts";

type CardProps = {
  children: ReactNode;
  as?: "article" | "section" | "div" | "li" | "form";
  /** `sheet` frames a letter with a thin margin; `panel` holds text and lists. */
  look?: "sheet" | "panel";
  className?: string | undefined;
  "aria-labelledby"?: string;
  /** The name of the part in `motions.css`. */
  "data-part"?: string;
  /** Set for a card of a list, between which keys move the focus (`lib/browser/press-list-key.ts`). */
  "data-list-card"?: "";
};

export function Card({ children, as = "div", look = "panel", className, ...rest }: CardProps) {
  const looks = look === "sheet" ? "rounded-sheet p-2" : "rounded-xl p-5";
  return createElement(
    as,
    { ...rest, className: cx("bg-surface shadow-e2", looks, className) },
    children,
  );
}

/** The text below a letter, in line with it. */
export function CardBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx("px-3 pt-3 pb-1", className)}>{children}</div>;
}
