import type { ReactNode } from "react";
import { WidePage } from "./shell-page.tsx";

/** A page about one thing, such as sharing, without side columns. */
export function StagePage({ children }: { children: ReactNode }) {
  return (
    <WidePage>
      <div className="mx-auto page-width px-4 pt-1 pb-10 md:px-6 lg:pt-6">{children}</div>
    </WidePage>
  );
}
