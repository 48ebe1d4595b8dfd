import type { ReactNode } from "react";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { Rows, rowLinkClass } from "../rows.tsx";

interface ListedContent {
  key: string;
  title: string;
  /** What is said below the title, such as the state. */
  details: ReactNode;
  link: RenderedElement;
}

/** The contents of one kind, each with a link to its form. */
export function ContentList({ contents }: { contents: readonly ListedContent[] }) {
  return (
    <Rows>
      {contents.map(({ key, title, details, link }) => (
        <li key={key}>
          {renderAs(link, {
            className: `grid gap-1 ${rowLinkClass}`,
            children: (
              <>
                <span dir="auto" className="min-w-0 font-bold wrap-anywhere">
                  {title}
                </span>
                <span className="flex flex-wrap gap-x-4 text-sm text-ink-2">{details}</span>
              </>
            ),
          })}
        </li>
      ))}
    </Rows>
  );
}
