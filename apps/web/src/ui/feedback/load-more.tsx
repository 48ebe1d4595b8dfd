import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { More } from "#lib/page/growing-list.ts";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { Spinner } from "#ui/feedback/loader.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import { renderAs } from "#ui/render-as.ts";
import { useListLabels } from "./list-labels.ts";

interface LoadMoreProps {
  more: More;
  /** The element whose children are the entries. */
  rows: RefObject<HTMLElement | null>;
  /** The number of entries shown. */
  count: number;
  /** Shows a small button without a frame, for a short list within a page. */
  isSmall?: boolean;
}

/**
 * The part below a list that adds its next page. If the pages of the list have addresses, “more” is a link
 * to the next page, which also works before hydration, and browsers without scripts get links to all pages.
 */
export function LoadMore({ more, rows, count, isSmall = false }: LoadMoreProps) {
  const labels = useListLabels();
  const container = useRef<HTMLDivElement>(null);
  const { added, rememberState } = useAddedEntries({ more, rows, count, container });
  const { hasMore, isFetching, hasFailed, pageLinks } = more;
  const look = { variant: isSmall ? "text" : "outline", size: isSmall ? "sm" : "md" } as const;
  const label = hasFailed ? labels.retry : labels.more;

  function showMore() {
    rememberState();
    more.onMore();
  }
  function followLink(event: MouseEvent) {
    // With these keys, the browser opens the next page in a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!isFetching) showMore();
  }
  return (
    <div
      ref={container}
      className={cx("grid justify-items-center gap-2", !isSmall && hasMore && "pt-5")}
    >
      <p role="status" className="sr-only">
        {added > 0 && labels.added(added)}
      </p>
      {hasFailed && (
        <p role="alert" className="text-center text-sm font-semibold text-danger">
          {labels.moreFailed}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2 noscript:hidden">
        {pageLinks && <PreviousPage pageLinks={pageLinks} />}
        {hasMore &&
          pageLinks &&
          renderAs(pageLinks.link(pageLinks.pager.current_page + 1), {
            rel: "next",
            "data-list-card": "",
            className: buildButtonClass(look),
            "aria-busy": isFetching || undefined,
            onClick: followLink,
            children: (
              <>
                {isFetching && <Spinner />}
                <span>{isFetching ? labels.loading : label}</span>
              </>
            ),
          })}
        {hasMore && !pageLinks && (
          <Button
            {...look}
            data-list-card=""
            isPending={isFetching}
            pendingLabel={labels.loading}
            onClick={showMore}
          >
            {label}
          </Button>
        )}
      </div>
      {pageLinks && (
        <noscript>
          <Pagination
            page={pageLinks.pager.current_page}
            pages={pageLinks.pager.total_pages}
            link={pageLinks.link}
            labels={labels.pages}
            isSinglePageHidden
          />
        </noscript>
      )}
    </div>
  );
}

/** The link to the page before the first page that the list shows. */
function PreviousPage({
  pageLinks: { first, link },
}: {
  pageLinks: NonNullable<More["pageLinks"]>;
}) {
  const labels = useListLabels();
  if (first === 1) return null;
  return renderAs(link(first - 1), {
    rel: "prev",
    className: buildButtonClass({ variant: "text" }),
    children: labels.pages.previous,
  });
}

interface AddedEntriesOptions extends Pick<LoadMoreProps, "more" | "rows" | "count"> {
  container: RefObject<HTMLElement | null>;
}

/** The state of the list when “more” was pressed. */
interface StateAtPress {
  count: number;
  lastEntry: Element | null;
  focused: Element | null;
}

/** Counts the entries that “more” added and moves the focus to the first of them. */
function useAddedEntries({ more: { hasMore, isFetching }, ...list }: AddedEntriesOptions) {
  const { rows, count, container } = list;
  const stateAtPress = useRef<StateAtPress>(undefined);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (!stateAtPress.current || isFetching) return;
    const { count: countBefore, lastEntry, focused } = stateAtPress.current;
    // The next page is still loading, or failed to load.
    if (count <= countBefore && hasMore) return;
    stateAtPress.current = undefined;
    setAdded(count - countBefore);
    const { activeElement, body } = document;
    // The focus moves only if the reader hasn't moved it elsewhere meanwhile.
    const hasFocusStayed = activeElement === body || activeElement === focused;
    if (hasFocusStayed || container.current?.contains(activeElement))
      focusEntry(lastEntry?.nextElementSibling ?? lastEntry);
  }, [count, isFetching, hasMore, container]);
  const rememberState = () => {
    setAdded(0);
    const lastEntry = rows.current?.lastElementChild ?? null;
    stateAtPress.current = { count, lastEntry, focused: document.activeElement };
  };
  return { added, rememberState };
}

function focusEntry(entry: Element | null) {
  const target = entry?.matches("[tabindex]")
    ? entry
    : entry?.querySelector("a[href],button,input");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
