import {
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
} from "@tanstack/react-query";
import { type LinkProps, useRouter } from "@tanstack/react-router";
import type { Pager } from "@toibako/contract/shapes.ts";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { getPageNumbers, type PageSearch, pagesAtOnce } from "./search.ts";

/** The part of a list that an address shows, and the link to another part. */
export interface ListAddress extends PageSearch {
  link: (search: PageSearch) => ReactElement<LinkProps>;
}

/** A link without class and content, which the component that renders it adds. */
type LinkElement = ReactElement<{ className?: string; children?: ReactNode }>;

/** The state of the button “more” below a list, and the links to its other pages. */
export interface More {
  hasMore: boolean;
  isFetching: boolean;
  /** The next page couldn't be loaded; pressing “more” retries. */
  hasFailed: boolean;
  onMore: () => void;
  /** For lists with addresses: links to single pages. */
  pageLinks?: {
    /** The number of the first page shown. */
    first: number;
    /** The pager of the last page shown. */
    pager: Pager;
    link: (page: number) => LinkElement;
  };
}

type InfiniteState = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage"
>;

export interface GrowingList<Page> {
  /** The loaded pages; undefined if the first one isn't loaded. */
  pages: Page[] | undefined;
  /** The query of the first page, for the loading and error states. */
  first: Pick<UseQueryResult, "isError" | "isFetching" | "refetch">;
  more: More;
}

/**
 * Loads a list that grows by a page at a time. The address names the pages that the list shows, so that
 * the list shows the same pages after a reload and after going back.
 */
export function useGrowingList<Page extends { pager: Pager }, Key extends QueryKey>(
  { link, ...search }: ListAddress,
  query: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
  hasNext: (page: Page) => boolean = hasNextPage,
): GrowingList<Page> {
  const router = useRouter();
  const numbers = getPageNumbers(search);
  const { pages, first, missing } = useQueries({
    queries: numbers.map(query),
    combine: combinePages<Page>,
  });
  if (!first) throw new Error("A list shows at least one page");

  const [from = 1] = numbers;
  const lastPage = pages.at(-1);
  const isBeyondEnd = pages.some(({ pager }) => pager.total_pages > 0 && from > pager.total_pages);
  const endPage = lastPage?.pager.total_pages ?? from;
  // After deletions, the address may name a page beyond the end. The address of the last page replaces it.
  useEffect(() => {
    if (isBeyondEnd) void router.navigate({ ...link({ page: endPage }).props, replace: true });
  });

  function showNextPage() {
    if (missing) return void missing.refetch();
    const page = from + pages.length;
    // After `pagesAtOnce` pages, the list continues at a new address with its own entry in the history.
    if (pages.length >= pagesAtOnce) return void router.navigate(link({ page }).props);
    void router.navigate({
      ...link({ page, from }).props,
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  }
  return {
    pages: lastPage === undefined ? undefined : pages,
    first,
    more: {
      hasMore: missing !== undefined || (lastPage !== undefined && hasNext(lastPage)),
      isFetching: missing?.isFetching ?? false,
      hasFailed: missing?.isError === true && !missing.isFetching,
      onMore: showNextPage,
      ...(lastPage && {
        pageLinks: {
          first: from,
          pager: lastPage.pager,
          link: (page: number) => link(page > 1 ? { page } : {}) as LinkElement,
        },
      }),
    },
  };
}

/**
 * Combines the queries of a list's pages. `pages` are the loaded pages up to the first one that isn't loaded.
 * `first` is the query of the first page, `missing` that of the first page that isn't loaded, if it is a later one.
 * React Query reuses the result until a query changes, so `pages` remains the same array.
 */
function combinePages<Page>(states: UseQueryResult<Page>[]) {
  const missingIndex = states.findIndex(({ data }) => data === undefined);
  const loaded = missingIndex < 0 ? states : states.slice(0, missingIndex);
  return {
    pages: loaded.flatMap(({ data }) => data ?? []),
    first: states[0],
    missing: missingIndex > 0 ? states[missingIndex] : undefined,
  };
}

const hasNextPage = ({ pager: { current_page, total_pages } }: { pager: Pager }) =>
  current_page < total_pages;

/** Returns the state of the button “more” below a list whose pages have no addresses. */
export function readMore(query: InfiniteState): More {
  return {
    hasMore: query.hasNextPage,
    isFetching: query.isFetchingNextPage,
    hasFailed: query.isFetchNextPageError && !query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  };
}

/**
 * Returns the entries without repetitions. If a new entry is added between the fetches of two pages, another
 * entry moves from the first page to the second, so that both contain it.
 */
export function removeRepetitions<Entry>(entries: Entry[], getKey: (entry: Entry) => string) {
  return [...new Map(entries.map((entry) => [getKey(entry), entry])).values()];
}
