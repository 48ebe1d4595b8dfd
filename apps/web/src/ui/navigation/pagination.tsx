import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";

type PaginationProps = {
  page: number;
  pages: number;
  /** The link to a page, such as `<Link to="." search={{ page }} />`. */
  link: (page: number) => RenderedElement;
  labels: { nav: string; first: string; previous: string; next: string; last: string };
  /** Shows nothing if there is only one page. */
  isSinglePageHidden?: boolean;
  className?: string;
};

const cell = cx(
  "relative isolate grid h-11 min-w-0 flex-[0_1_2.75rem] place-items-center rounded-full tabular-nums",
  "before:absolute before:inset-0 before:-z-10 before:m-auto before:aspect-square before:w-full before:rounded-full",
);

/** How many page numbers are shown on each side of the current page. */
const neighboursOnWideScreens = 4;
const neighboursOnPhones = 1;

/** For a page beyond the last one, the links lead back to the last pages. */
export function Pagination({
  page: shownPage,
  pages,
  link,
  labels,
  isSinglePageHidden,
  className,
}: PaginationProps) {
  if (pages < 1 || (isSinglePageHidden && pages === 1 && shownPage <= 1)) return null;
  const page = Math.min(shownPage, pages + 1);
  const { numbers, hasGapBefore, hasGapAfter } = computePaginationWindow(page, pages);
  const phoneWindow = computePaginationWindow(page, pages, neighboursOnPhones);

  const renderStep = (target: number, label: string, icon: ReactNode) => {
    const isReachable = target >= 1 && target <= pages && target !== page;
    if (!isReachable) {
      return (
        <span className={cx(cell, "text-ink-2 opacity-40")} aria-hidden="true">
          {icon}
        </span>
      );
    }
    return renderAs(link(target), {
      className: cx(cell, "text-brand hover:before:bg-surface-2"),
      children: icon,
      "aria-label": label,
    });
  };

  return (
    <nav aria-label={labels.nav} className={className}>
      <ul className="flex list-none justify-center gap-0.5 text-sm font-semibold sm:gap-1 [&>li]:contents">
        <li>{renderStep(1, labels.first, <ChevronsLeft size={18} />)}</li>
        <li>{renderStep(page - 1, labels.previous, <ChevronLeft size={18} />)}</li>
        <Gap isOnWideScreens={hasGapBefore} isOnPhones={phoneWindow.hasGapBefore} />
        {numbers.map((number) => (
          <li key={number}>
            {number === page ? (
              <span aria-current="page" className={cx(cell, "text-on-brand before:bg-brand-fill")}>
                {number}
              </span>
            ) : (
              renderAs(link(number), {
                className: cx(
                  cell,
                  "text-ink-2 hover:before:bg-surface-2",
                  Math.abs(number - page) > neighboursOnPhones && "max-sm:hidden",
                ),
                children: number,
              })
            )}
          </li>
        ))}
        <Gap isOnWideScreens={hasGapAfter} isOnPhones={phoneWindow.hasGapAfter} />
        <li>{renderStep(page + 1, labels.next, <ChevronRight size={18} />)}</li>
        <li>{renderStep(pages, labels.last, <ChevronsRight size={18} />)}</li>
      </ul>
    </nav>
  );
}

/** The mark for left-out pages. If wide screens leave out pages, phones do so as well. */
function Gap({ isOnWideScreens, isOnPhones }: { isOnWideScreens: boolean; isOnPhones: boolean }) {
  if (!isOnPhones) return null;
  return (
    <li aria-hidden="true">
      <span
        className={cx(
          "w-4 shrink-0 self-center text-center text-ink-2",
          !isOnWideScreens && "sm:hidden",
        )}
      >
        …
      </span>
    </li>
  );
}

type PaginationWindow = { numbers: number[]; hasGapBefore: boolean; hasGapAfter: boolean };

/** Returns the page numbers around `page`, and whether pages are left out before and after them. */
export function computePaginationWindow(
  page: number,
  pages: number,
  neighbours = neighboursOnWideScreens,
): PaginationWindow {
  const from = Math.max(1, page - neighbours);
  const to = Math.min(pages, page + neighbours);
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return { numbers, hasGapBefore: from > 1, hasGapAfter: to < pages };
}
