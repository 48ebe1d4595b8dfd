import type { ReactNode } from "react";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";

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
    <ul className="list-none divide-y divide-line overflow-clip rounded-xl bg-surface shadow-e2">
      {contents.map(({ key, title, details, link }) => (
        <li key={key}>
          {renderAs(link, {
            className:
              "grid gap-1 px-5 py-4 transition-colors duration-120 hover:bg-surface-2 focus-visible:-outline-offset-3",
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
    </ul>
  );
}
