import type { Talk } from "@toibako/contract/talks.ts";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ListAddress, removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { talksQuery } from "../queries.ts";
import { TalkRow } from "./talk-row.tsx";

interface TalkListProps {
  address: ListAddress;
  /** The talk that the page shows. */
  current: string | undefined;
  onLocked: (talk: Talk) => void;
  /** Shown for an empty list. */
  empty: ReactNode;
}

/** The talks of the account: loading, empty, error and loaded states. */
export function TalkList({ address, current, onLocked, empty }: TalkListProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const { pages, first, more } = useGrowingList(address, talksQuery);
  if (!pages) {
    return (
      <LoadingState query={first} skeleton="row" count={6} title={t("talks.list_failed_title")}>
        {t("talks.list_failed_text")}
      </LoadingState>
    );
  }
  const talks = removeRepetitions(
    pages.flatMap((page) => page.talks),
    ({ uuid }) => uuid,
  );
  if (talks.length === 0) return empty;
  return (
    <>
      <ul ref={rows} className="grid list-none grid-cols-1 gap-3">
        {talks.map((talk) => (
          <TalkRow
            key={talk.uuid}
            talk={talk}
            isCurrent={talk.uuid === current}
            onLocked={() => onLocked(talk)}
          />
        ))}
      </ul>
      <LoadMore more={more} rows={rows} count={talks.length} />
    </>
  );
}
