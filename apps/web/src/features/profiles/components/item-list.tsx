import type { UseQueryOptions } from "@tanstack/react-query";
import { type Item, itemsPerPage } from "@toibako/contract/items.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { Fragment, type ReactElement, type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import {
  type GrowingList,
  type ListAddress,
  type More,
  removeRepetitions,
  useGrowingList,
} from "#lib/page/growing-list.ts";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyPage, EmptyState } from "#ui/feedback/states.tsx";
import type { RenderedElement } from "#ui/render-as.ts";
import { useTwoColumns } from "#ui/surfaces/two-columns.ts";

/** The state of a list, named as in the specification. `INITIAL` is the state before the first request. */
export type LoadStatus = "INITIAL" | "LOADING" | "SUCCESS" | "ERROR" | "ALL_FETCHED";

type ItemPage = { items: Item[]; pager: Pager };

interface ItemListProps<Key extends readonly unknown[]> {
  /** Returns the query for a page. */
  query: (page: number) => UseQueryOptions<ItemPage, Error, ItemPage, Key>;
  address: ListAddress;
  renderItem: (item: Item) => ReactElement;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** A list of items, three per page: loading, empty, error and loaded states. */
export function ItemList<Key extends readonly unknown[]>({
  query,
  address,
  ...contentProps
}: ItemListProps<Key>) {
  const list = useGrowingList(address, query);
  const status = getLoadStatus(list);
  return (
    <div data-status={status} aria-busy={status === "LOADING"}>
      <ItemListContent list={list} address={address} {...contentProps} />
    </div>
  );
}

// `never`, because these props don't depend on the type of the query's key.
interface ContentProps extends Pick<ItemListProps<never>, "address" | "renderItem" | "empty"> {
  list: GrowingList<ItemPage>;
}

function ItemListContent({ list, address, renderItem, empty }: ContentProps) {
  const { t } = useTexts();
  const { pages, first, more } = list;
  if (!pages)
    return <LoadingState query={first} skeleton="letter" title={t("profiles.list_failed")} />;
  const items = removeRepetitions(
    pages.flatMap((page) => page.items),
    ({ answer_id }) => answer_id,
  );
  if (pages.at(-1)?.pager.total_count === 0) return empty;
  if (items.length === 0) {
    return (
      <EmptyPage
        title={t("profiles.past_last_page_title")}
        drawing={<NoAnswersDrawing />}
        firstPage={address.link({}) as RenderedElement}
        label={t("profiles.first_page")}
      />
    );
  }
  return <ItemRows items={items} renderItem={renderItem} more={more} />;
}

interface ItemRowsProps extends Pick<ContentProps, "renderItem"> {
  items: Item[];
  more?: More;
  /** Shown after the item with the index `bannerAfter`, if there is one. */
  banner?: ReactNode;
}

const bannerAfter = 1;

/** The items, and below them a button that loads more items if `more` is given. */
export function ItemRows({ items, renderItem, more, banner }: ItemRowsProps) {
  const rows = useRef<HTMLUListElement>(null);
  useTwoColumns(rows, 20);
  return (
    <>
      <ul ref={rows} className="two-columns grid list-none max-widest:grid-cols-1 gap-5">
        {items.map((item, index) => (
          <Fragment key={item.answer_id}>
            <li>{renderItem(item)}</li>
            {banner && index === bannerAfter && <li className="empty:hidden">{banner}</li>}
          </Fragment>
        ))}
      </ul>
      {more && <LoadMore more={more} rows={rows} count={items.length} />}
    </>
  );
}

/** Returns `ALL_FETCHED` if the last loaded page has fewer items than a page can hold. */
function getLoadStatus({ pages, first, more }: GrowingList<ItemPage>): LoadStatus {
  if (more.isFetching) return "LOADING";
  if (more.hasFailed) return "ERROR";
  const lastPage = pages?.at(-1);
  if (lastPage) return lastPage.items.length < itemsPerPage ? "ALL_FETCHED" : "SUCCESS";
  if (first.isError && !first.isFetching) return "ERROR";
  return first.isFetching ? "LOADING" : "INITIAL";
}

/** The message on a profile without answers. */
export function NoAnswers({ name, is_self }: { name: string; is_self: boolean }) {
  const { t } = useTexts();
  return (
    <EmptyState title={t("profiles.empty_title")} drawing={<NoAnswersDrawing />} heading={3}>
      {is_self ? t("profiles.empty_own_text") : t("profiles.empty_text", { name })}
    </EmptyState>
  );
}
