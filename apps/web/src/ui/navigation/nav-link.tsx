import { cx } from "#ui/cx.ts";
import { renderAs } from "#ui/render-as.ts";
import type { NavItem } from "./nav-item.ts";

type NavLinkProps = { item: NavItem; className: string; labelClass?: string };

/** An icon in a capsule with a badge at its corner, and a label; in the labelled rail the badge ends the row. */
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
          "relative grid h-[min(1.875rem,34px)] w-14 max-w-full max-[22.5rem]:w-11 shrink-0 place-items-center rounded-full transition-colors duration-200 ease-calm",
          // In the labelled rail the highlight encloses the whole row, and the badge stands at its end.
          "xl:contents",
          isCurrent ? "bg-brand-soft" : "group-hover/nav:bg-surface-2",
        )}
      >
        <span className="grid place-items-center xl:w-10 xl:shrink-0">{icon}</span>
        {/* Measured from the centre of the icon, which doesn't grow with the text. */}
        {badge && (
          <span className="absolute bottom-[calc(50%+1px)] left-[calc(50%+4px)] flex rounded-full ring-2 ring-surface max-md:*:min-h-[min(1.25rem,22px)] max-md:*:min-w-[min(1.25rem,22px)] max-md:*:text-[min(var(--size-xs),14px)] max-md:*:leading-[min(1.25rem,22px)] xl:static xl:order-last xl:shrink-0 xl:ring-0">
            {badge}
          </span>
        )}
      </span>
      <span className={cx("short-text min-w-0", labelClass)}>{label}</span>
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
