import type { ReactNode } from "react";

/** The wax that seals a letter, with the motif of the theme around it. `children` is only read out. */
export function Wax({ children }: { children?: ReactNode }) {
  return (
    <span data-wax="motif" className="size-[36px]">
      {children}
    </span>
  );
}
