import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { useScrolledTabs } from "./use-scrolled-tabs.ts";

export type TabItem = {
  key: string;
  label: ReactNode;
  /** The link that shows this tab's content, such as `<Link to="…" />`. */
  render: RenderedElement;
  isCurrent: boolean;
  badge?: ReactNode;
};

type TabsProps = {
  /** Spoken name of the group. */
  label: string;
  items: readonly TabItem[];
  look?: "underline" | "pill";
  className?: string;
};

const looks = {
  underline: {
    list: "border-b border-line",
    link: "-mb-px border-b-3 px-2 sm:px-3",
    current: "border-brand text-brand",
    other: "border-transparent text-ink-2 hover:text-ink",
  },
  pill: {
    list: "gap-2",
    link: "rounded-full px-4",
    current: "bg-brand-soft text-brand",
    other: "text-ink-2 hover:bg-surface-2",
  },
};

/**
 * Tabs that are links, so that they work without JavaScript and with the back button. A pressed tab is lit at once,
 * while its content is loading.
 */
export function Tabs({ label, items, look = "underline", className }: TabsProps) {
  const { list, link, current, other } = looks[look];
  const currentKey = items.find(({ isCurrent }) => isCurrent)?.key;
  const [press, setPress] = useState<{ key: string; from: string | undefined }>();
  // A press counts until another tab is the current one.
  if (press && press.from !== currentKey) setPress(undefined);
  const litKey = press?.key ?? currentKey;
  const row = useRef<HTMLUListElement>(null);
  useScrolledTabs(row, litKey);
  function lightUp(event: MouseEvent, key: string) {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!opensElsewhere) setPress({ key, from: currentKey });
  }
  // A single tab stays narrow, because a tab across the whole width would look like a line.
  const isWide = look === "underline" && items.length > 1;
  return (
    <nav aria-label={label} className={className}>
      <ul
        ref={row}
        className={cx(
          "fading-edges relative flex list-none overflow-x-auto [scrollbar-width:none] [&>li]:contents",
          list,
        )}
      >
        {items.map((item) => (
          <li key={item.key}>
            {renderAs(item.render, {
              className: cx(
                "flex min-h-12 shrink-0 items-center justify-center gap-1.5 text-sm font-bold whitespace-nowrap transition-colors duration-200 focus-visible:-outline-offset-3",
                link,
                isWide && "flex-1",
                items.length > 3 && "max-[22.5rem]:px-1 max-[22.5rem]:text-xs",
                item.key === litKey ? current : other,
              ),
              "aria-current": item.key === litKey ? "page" : undefined,
              onClick: (event: MouseEvent) => lightUp(event, item.key),
              children: (
                <>
                  <span className="contents">{item.label}</span>
                  {item.badge}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
