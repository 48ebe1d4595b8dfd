import type { Notice } from "@toibako/contract/notices.ts";
import { type ReactNode, type RefObject, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { SeenImage } from "#lib/page/seen-image.tsx";
import { cx } from "#ui/cx.ts";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useDeleteNotice, useSeenNotices } from "../queries/notices.ts";
import { NoticeCard } from "./notice-card.tsx";

export interface NoticeLinks {
  /** The address of a notice's `urn`; undefined if it is not of this site. */
  readAddress: (urn: string) => string | undefined;
  onOpen: (address: string, notice: Notice) => void;
}

interface NoticeRowsProps extends NoticeLinks {
  notices: Notice[];
  empty: ReactNode;
  /** The element that contains the cards. */
  rows: RefObject<HTMLUListElement | null>;
}

/** The cards of notices. Pressing a card deletes the notice, then opens its address. */
export function NoticeRows({ notices, empty, rows, readAddress, onOpen }: NoticeRowsProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const shownAsNew = useShownAsNew(notices);
  const remove = useDeleteNotice();
  const createSeenRef = useSeenNotices();

  async function deleteAndOpen(notice: Notice) {
    if (remove.isPending) return;
    const startPath = location.pathname;
    try {
      await remove.mutateAsync(notice);
    } catch (error) {
      toasts.showBar("error", describeFailure(error, t("notices.delete_failed")));
      return;
    }
    const address = readAddress(notice.urn);
    // A reader who has opened another page meanwhile stays there.
    if (address !== undefined && location.pathname === startPath) onOpen(address, notice);
  }

  if (notices.length === 0) return empty;
  return (
    <>
      <SeenImage list="notices" ids={notices.flatMap(({ is_new, id }) => (is_new ? [id] : []))} />
      <ul ref={rows} className="grid list-none grid-cols-1">
        {notices.map((notice, index) => {
          const isFirstOfDay = notice.formatted_day !== notices[index - 1]?.formatted_day;
          const isLastOfDay = notice.formatted_day !== notices[index + 1]?.formatted_day;
          return (
            <li
              key={notice.id}
              ref={createSeenRef(shownAsNew.has(notice.id) ? notice.id : undefined)}
            >
              {isFirstOfDay && (
                <h2 className={cx("mb-2 text-md", index > 0 && "mt-6")}>
                  <span className="inline-block first-letter:uppercase">
                    {notice.formatted_day}
                  </span>
                </h2>
              )}
              <NoticeCard
                notice={notice}
                isShownAsNew={shownAsNew.has(notice.id)}
                address={readAddress(notice.urn)}
                isPending={remove.isPending && remove.variables.id === notice.id}
                onPress={() => deleteAndOpen(notice)}
                className={cx(
                  isFirstOfDay && "rounded-t-xl",
                  isLastOfDay ? "rounded-b-xl shadow-e1" : "border-b border-line",
                )}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Returns the ids of the notices that were new when this page first showed them; they stay marked. */
function useShownAsNew(notices: Notice[]): ReadonlySet<string> {
  const [shownAsNew, setShownAsNew] = useState<ReadonlySet<string>>(new Set());
  const arrivedNotices = notices.filter(({ id, is_new }) => is_new && !shownAsNew.has(id));
  if (arrivedNotices.length === 0) return shownAsNew;
  const shownWithArrived = new Set([...shownAsNew, ...arrivedNotices.map(({ id }) => id)]);
  setShownAsNew(shownWithArrived);
  return shownWithArrived;
}
