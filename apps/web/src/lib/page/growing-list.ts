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

/** A link that gets its class and its content where it is rendered. */
type LinkSlot = ReactElement<{ className?: string; children?: ReactNode }>;

/** What follows the entries that a list shows. */
export interface More {
  hasMore: boolean;
  isFetching: boolean;
  /** The next page couldn't be loaded; pressing “more” retries. */
  hasFailed: boolean;
  onMore: () => void;
  /** For lists with addresses: links to single pages. */
  pages?: {
    /** The number of the first page shown. */
    first: number;
    /** The pager of the last page shown. */
    pager: Pager;
    link: (page: number) => LinkSlot;
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
 * A list that grows by a page at a time. Its address contains the pages that it shows, so that a
 * reload and going back show the same.
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
  // An address behind the last page, which deletions may have caused, is replaced by that of the last page.
  useEffect(() => {
    if (isBeyondEnd) void router.navigate({ ...link({ page: endPage }).props, replace: true });
  });

  function showNextPage() {
    if (missing) return void missing.refetch();
    const page = from + pages.length;
    // A long list continues at an address of its own, which the history keeps.
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
        pages: {
          first: from,
          pager: lastPage.pager,
          link: (page: number) => link(page > 1 ? { page } : {}) as LinkSlot,
        },
      }),
    },
  };
}

/**
 * Returns `pages`, the loaded pages up to the first one that is missing; `first`, the query of the first
 * page; and `missing`, the query of the first missing page, unless that is the first page of all. React
 * Query reuses the result until a query changes, so that `pages` remains the same array.
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

/** “More” of an infinite query, for a list without addresses. */
export function readMore(query: InfiniteState): More {
  return {
    hasMore: query.hasNextPage,
    isFetching: query.isFetchingNextPage,
    hasFailed: query.isFetchNextPageError && !query.isFetchingNextPage,
    onMore: () => void query.fetchNextPage(),
  };
}

/** Entries without repetitions: an entry that arrives between two fetches moves another one onto both pages. */
export function removeRepetitions<Entry>(entries: Entry[], getKey: (entry: Entry) => string) {
  return [...new Map(entries.map((entry) => [getKey(entry), entry])).values()];
}
