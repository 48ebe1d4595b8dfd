import type { ReactNode } from "react";
import type { NavItem } from "./nav-item.ts";
import { NavLink } from "./nav-link.tsx";

type RailProps = {
  label: string;
  items: readonly NavItem[];
  /** The button below the destinations. */
  action?: ReactNode;
  /** Shown at the end from a width of 1280 px on, such as a button to share. */
  children?: ReactNode;
};

/** The main destinations at the left edge of wide screens. */
export function Rail({ label, items, action, children }: RailProps) {
  return (
    <nav aria-label={label}>
      <ul className="grid list-none gap-1">
        {items
          .filter((item) => !item.hidden)
          .map((item) => (
            <li key={item.key}>
              {item.above && (
                <div className="flex justify-center pb-1.5 xl:justify-start">{item.above}</div>
              )}
              <NavLink
                item={item}
                className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-xl text-xs leading-tight xl:min-h-12 xl:w-fit xl:max-w-full xl:flex-row xl:justify-start xl:gap-2 xl:rounded-full xl:pr-3 xl:pl-2 xl:text-md xl:leading-snug"
                labelClass="max-w-full text-center wrap-normal hyphens-manual xl:text-left xl:wrap-anywhere"
              />
            </li>
          ))}
      </ul>
      {action && <div className="mt-3 xl:mt-6">{action}</div>}
      {children && <div className="mt-3 hidden xl:block">{children}</div>}
    </nav>
  );
}
