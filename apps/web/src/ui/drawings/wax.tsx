import type { ReactNode } from "react";

interface WaxProps {
  /** A number that is pressed into the wax, below a star, in place of the motif. */
  number?: number | undefined;
  /** Only read out. */
  children?: ReactNode;
}

/** The wax that seals a letter, with the motif of the theme. */
export function Wax({ number, children }: WaxProps) {
  return (
    <span data-wax={number ? "number" : "motif"} className="size-[36px]">
      {number && <span aria-hidden="true">{number}</span>}
      {children}
    </span>
  );
}
