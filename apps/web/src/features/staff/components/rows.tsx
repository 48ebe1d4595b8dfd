import type { ReactNode, RefObject } from "react";

interface RowsProps {
  as?: "ul" | "ol";
  ref?: RefObject<HTMLUListElement | null>;
  children: ReactNode;
}

/** A list with lines between its rows. */
export function Rows({ as: List = "ul", ref, children }: RowsProps) {
  return (
    <List
      ref={ref as RefObject<null> | undefined}
      className="list-none divide-y divide-line overflow-clip rounded-xl bg-surface shadow-e2"
    >
      {children}
    </List>
  );
}

/** The look of a row that is a link. */
export const rowLinkClass =
  "px-5 py-4 transition-colors duration-120 hover:bg-surface-2 focus-visible:-outline-offset-3";
