import { noticesPerPage } from "@toibako/contract/notices.ts";
import { type ReactNode, useMemo, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ListAddress, removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { type NoticePage, noticesQuery } from "../queries/notices.ts";
import { type NoticeLinks, NoticeRows } from "./notice-rows.tsx";

interface NoticeListProps extends NoticeLinks {
  address: ListAddress;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** The notices: loading, empty, error and loaded states. */
export function NoticeList({ address, empty, ...links }: NoticeListProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const { pages, first, more } = useGrowingList(address, noticesQuery, isFull);
  const notices = useMemo(() => pages && joinPages(pages), [pages]);

  if (!notices) {
    return (
      <LoadingState query={first} skeleton="row" count={5} title={t("notices.failed_title")}>
        {t("notices.failed_text")}
      </LoadingState>
    );
  }
  return (
    <>
      <NoticeRows notices={notices} rows={rows} empty={empty} {...links} />
      <LoadMore more={more} rows={rows} count={notices.length} />
    </>
  );
}

/**
 * Whether the page is full, so that the list offers a further page. It doesn't use the server's number of
 * pages, because notices arrive while the list is open.
 */
const isFull = ({ pager: { current_page, total_count } }: NoticePage) =>
  total_count >= current_page * noticesPerPage;

const joinPages = (pages: NoticePage[]) =>
  removeRepetitions(
    pages.flatMap((page) => page.notices),
    ({ id }) => id,
  );
