import { type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { useNotices } from "../queries.ts";
import { type NoticeLinks, NoticeRows } from "./notice-rows.tsx";

interface NoticeListProps extends NoticeLinks {
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** The notices: loading, empty, error and loaded states. */
export function NoticeList({ empty, ...ways }: NoticeListProps) {
  const { t } = useTexts();
  const list = useNotices();
  const notices = list.data;
  const rows = useFocusAfterMore(notices?.length ?? 0, list.isFetchingNextPage);

  if (!notices) {
    return (
      <Unloaded query={list} skeleton="row" count={5} title={t("notices.failed_title")}>
        {t("notices.failed_text")}
      </Unloaded>
    );
  }
  return (
    <>
      <NoticeRows notices={notices} rows={rows} empty={empty} {...ways} />
      {list.hasNextPage && (
        <LoadMore
          label={t("notices.more")}
          pending={list.isFetchingNextPage}
          pendingLabel={t("common.loading")}
          failure={list.isFetchNextPageError && t("notices.failed_title")}
          onPress={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

/** Moves the focus to the first notice that was added. */
function useFocusAfterMore(count: number, pending: boolean) {
  const rows = useRef<HTMLUListElement>(null);
  const countBefore = useRef<number>(undefined);
  useEffect(() => {
    if (pending) countBefore.current ??= count;
    if (pending || countBefore.current === undefined) return;
    const first = Math.min(countBefore.current, count - 1);
    const hasMore = count > countBefore.current;
    countBefore.current = undefined;
    // If nothing was added, the focus moves only if the pressed button disappeared.
    if (!hasMore && document.activeElement !== document.body) return;
    const card = rows.current?.children[first]?.firstElementChild;
    if (card instanceof HTMLElement) card.focus({ preventScroll: true });
  }, [count, pending]);
  return rows;
}
