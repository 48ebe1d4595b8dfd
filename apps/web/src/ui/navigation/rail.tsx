import type { ReactNode } from "react";
import type { NavItem } from "./nav-item.ts";
import { NavLink } from "./nav-link.tsx";

type RailProps = {
  label: string;
  items: readonly NavItem[];
  /** Shown below the destinations from a width of 1280 px on, such as the button to ask or share. */
  children?: ReactNode;
};

/** The main destinations at the left edge of wide screens. */
export function Rail({ label, items, children }: RailProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid list-none gap-1">
        {items
          .filter((item) => !item.hidden)
          .map((item) => (
            <li key={item.key}>
              {item.above && (
                <div className="flex justify-center pb-1 xl:justify-start">{item.above}</div>
              )}
              <NavLink
                item={item}
                className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-xl text-xs leading-tight xl:min-h-12 xl:w-fit xl:max-w-full xl:flex-row xl:justify-start xl:gap-2 xl:rounded-full xl:pr-3 xl:pl-2 xl:text-md xl:leading-snug"
                labelClass="max-w-full text-center wrap-normal hyphens-manual xl:text-left xl:wrap-anywhere"
              />
            </li>
          ))}
      </ul>
      {children && <div className="mt-6 hidden xl:block">{children}</div>}
    </nav>
  );
}
