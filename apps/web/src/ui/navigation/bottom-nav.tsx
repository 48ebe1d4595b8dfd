import type { NavItem } from "./nav-item.ts";
import { NavLink } from "./nav-link.tsx";

/** The main destinations at the lower edge of phones; wide screens have the rail instead. */
export function BottomNav({ label, items }: { label: string; items: readonly NavItem[] }) {
  const shown = items.filter((item) => !item.hidden);
  return (
    <nav
      data-shell-bar
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/92 pb-[env(safe-area-inset-bottom)] backdrop-blur-md backdrop-saturate-150 md:hidden"
    >
      {/* Height and columns don't depend on badges and icons, so that nothing moves while the page is loading. A column
          with a long label is wider; if the labels don't fit beside each other, those that can be broken have two lines.
          With a larger text, they grow only as far as a phone has room for them. The list overlaps the border, so that
          the bar is as high as `--bar-height` says. */}
      <ul className="@container mx-auto -mt-px flex h-(--bar-height) max-w-column list-none">
        {shown.map((item) => (
          <li
            key={item.key}
            className="relative flex-auto min-w-min @max-[18rem]:min-w-0 @max-[18rem]:flex-1"
          >
            {item.above && (
              <div
                data-nav-strip
                className="absolute bottom-full left-1/2 flex h-(--strip) w-max -translate-x-1/2 items-center empty:hidden"
              >
                {item.above}
              </div>
            )}
            <NavLink
              item={item}
              className="grid h-(--bar-height) content-center justify-items-center gap-0.5 @max-[18rem]:grid-cols-[minmax(0,1fr)] @max-[18rem]:content-start @max-[18rem]:gap-0 @max-[18rem]:pt-1 text-[min(var(--size-xs),max(12px,3.8vw))] leading-tight focus-visible:-outline-offset-3"
              labelClass="line-clamp-2 max-w-full px-px text-center wrap-normal hyphens-manual @max-[18rem]:wrap-anywhere"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
