import type { Notice } from "@toibako/contract/notices.ts";
import { type ReactNode, type RefObject, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useConfirm, useDeleteNotice } from "../queries.ts";
import { NoticeCard } from "./notice-card.tsx";

export interface NoticeLinks {
  /** The address of a notice's `urn`; undefined if it is not of this site. */
  readAddress: (urn: string) => string | undefined;
  onOpen: (address: string) => void;
}

interface NoticesProps extends NoticeLinks {
  notices: Notice[];
  empty: ReactNode;
  /** The element that holds the cards. */
  rows: RefObject<HTMLUListElement | null>;
}

/** Notices; pressing one deletes it and then opens its address. */
export function Notices({ notices, empty, rows, readAddress, onOpen }: NoticesProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const fresh = useFresh(notices);
  const remove = useDeleteNotice();
  useConfirm(notices.some(({ is_new }) => is_new));

  async function press(notice: Notice) {
    if (remove.isPending) return;
    const from = location.pathname;
    try {
      await remove.mutateAsync(notice);
    } catch (error) {
      toasts.show("error", describeFailure(error, t("notices.delete_failed")));
      return;
    }
    const address = readAddress(notice.urn);
    // A reader who has left the page meanwhile is not redirected.
    if (address !== undefined && location.pathname === from) onOpen(address);
  }

  if (notices.length === 0) return empty;
  return (
    <ul ref={rows} className="grid list-none gap-3">
      {notices.map((notice) => (
        <li key={notice.id}>
          <NoticeCard
            notice={notice}
            is_new={fresh.has(notice.id)}
            address={readAddress(notice.urn)}
            pending={remove.isPending && remove.variables.id === notice.id}
            onPress={() => press(notice)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The ids of notices that were new when shown; they stay marked until the page is left. */
function useFresh(notices: Notice[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const arrived = notices.filter(({ id, is_new }) => is_new && !fresh.has(id));
  if (arrived.length === 0) return fresh;
  const all = new Set([...fresh, ...arrived.map(({ id }) => id)]);
  setFresh(all);
  return all;
}
