import { cx } from "#ui/cx.ts";
import { renderAs } from "#ui/render-as.ts";
import type { NavItem } from "./nav-item.ts";

type NavLinkProps = { item: NavItem; className: string; labelClass?: string };

/** Shows the icon in a capsule, the badge at the capsule's corner, and the label. */
export function NavLink({ item, className, labelClass }: NavLinkProps) {
  const { label, icon, badge, isCurrent = false, disabled = false, render } = item;
  const look = cx(
    "group/nav font-semibold transition-colors duration-120",
    isCurrent ? "text-brand xl:bg-brand-soft" : "text-ink-2 xl:hover:bg-surface-2",
    disabled && "opacity-50",
    className,
  );
  const content = (
    <>
      <span
        className={cx(
          "relative grid h-7.5 w-14 max-w-full shrink-0 place-items-center rounded-full transition-colors duration-200 ease-calm",
          // In the labelled rail the highlight encloses icon and label.
          "xl:w-10 xl:bg-transparent",
          isCurrent ? "bg-brand-soft" : "group-hover/nav:bg-surface-2",
        )}
      >
        {icon}
        {/* Measured from the centre of the icon, which doesn't grow with the text. */}
        {badge && (
          <span className="absolute bottom-[calc(50%+1px)] left-[calc(50%+4px)] flex rounded-full ring-2 ring-surface">
            {badge}
          </span>
        )}
      </span>
      {/* Beside the icon, the label leaves room for a badge with a word. */}
      <span
        className={cx("short-text min-w-0 xl:group-has-[[data-badge=word]]/nav:ml-6", labelClass)}
      >
        {label}
      </span>
    </>
  );
  if (disabled) {
    return (
      <span aria-disabled="true" className={look}>
        {content}
      </span>
    );
  }
  const presence = item.isAbovePage ? "true" : "page";
  return renderAs(render, {
    className: look,
    children: content,
    "aria-current": isCurrent ? presence : undefined,
  });
}
