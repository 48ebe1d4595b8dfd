import type { UseQueryResult } from "@tanstack/react-query";
import { type Item, itemsPerPage } from "@toibako/contract/items.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ReactElement, ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { Pagination } from "#ui/navigation/pagination.tsx";
import type { Slot } from "#ui/render-as.ts";

export type LoadStatus = "INITIAL" | "LOADING" | "SUCCESS" | "ERROR" | "ALL_FETCHED";

type Listed = { items: Item[]; pager: Pager };
type Items = Pick<UseQueryResult<Listed>, "data" | "isError" | "isFetching" | "refetch">;

interface ItemListProps {
  items: Items;
  renderItem: (item: Item) => ReactElement;
  /** The link to a page of the same list. */
  link: (page: number) => Slot;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** A page of item cards: loading, empty, error and loaded states. */
export function ItemList({ items, renderItem, link, empty }: ItemListProps) {
  const status = loadStatus(items);
  return (
    <div data-status={status} aria-busy={items.isFetching && !items.data}>
      <ItemListContent items={items} renderItem={renderItem} link={link} empty={empty} />
    </div>
  );
}

function ItemListContent({ items, renderItem, link, empty }: ItemListProps) {
  const { t } = useTexts();
  const { data } = items;
  if (!data) return <Unloaded query={items} skeleton="letter" title={t("profiles.list_failed")} />;
  const { current_page, total_pages, total_count } = data.pager;
  if (total_count === 0) return empty;
  if (data.items.length === 0) return <BeyondLastPage link={link(1)} />;
  return (
    <>
      <div className="grid gap-5">{data.items.map(renderItem)}</div>
      <Pagination
        page={current_page}
        pages={total_pages}
        link={link}
        labels={{
          nav: t("profiles.pages"),
          first: t("profiles.page_first"),
          previous: t("profiles.page_previous"),
          next: t("profiles.page_next"),
          last: t("profiles.page_last"),
        }}
        hideSingle
        className="mt-6"
      />
    </>
  );
}

/** Fewer items than a page holds: there is nothing after them. */
export function loadStatus({ data, isError, isFetching }: Omit<Items, "refetch">): LoadStatus {
  if (data) return data.items.length < itemsPerPage ? "ALL_FETCHED" : "SUCCESS";
  if (isError) return "ERROR";
  return isFetching ? "LOADING" : "INITIAL";
}

/** Shown for a page number beyond the last page. */
function BeyondLastPage({ link }: { link: Slot }) {
  const { t } = useTexts();
  return (
    <EmptyState
      title={t("profiles.past_last_page_title")}
      drawing={<NoAnswersDrawing />}
      action={
        <Button variant="outline" render={link}>
          {t("profiles.first_page")}
        </Button>
      }
    />
  );
}

/** Shown on a profile without answers. */
export function NoAnswers({ name, is_self }: { name: string; is_self: boolean }) {
  const { t } = useTexts();
  return (
    <EmptyState title={t("profiles.empty_title")} drawing={<NoAnswersDrawing />} heading={3}>
      {is_self ? t("profiles.empty_own_text") : t("profiles.empty_text", { name })}
    </EmptyState>
  );
}
