import { useQuery } from "@tanstack/react-query";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { Fragment, type ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { useLeaving } from "#ui/surfaces/leaving.tsx";
import { receivedItemsQuery } from "../queries.ts";
import {
  type AnsweredSlot,
  type DeleteSlot,
  ReceivedRow,
  type ReportSlot,
} from "./received-row.tsx";

interface ReceivedListProps {
  status: QuestionStatus;
  page: number;
  limit: "3" | "20";
  answer: (item: ReceivedItem, close: () => void) => ReactNode;
  answered: AnsweredSlot;
  report: ReportSlot;
  /** For what lies in the bin. */
  deleteNow?: DeleteSlot | undefined;
  /** Above the list. */
  head?: ((items: ReceivedItem[]) => ReactNode) | undefined;
  /** Of the house's own, below the second question; a short list has none. */
  banner?: ((question: ReceivedItem) => ReactNode) | undefined;
  /** The links to the other pages. */
  paging: (pager: Pager) => ReactNode;
  /** What stands in place of a list without entries. */
  empty: ReactNode;
}

/** Index of the question that a banner follows. */
const bannerAfter = 1;

/** Received questions of one status: loading, empty, error and loaded states. */
export function ReceivedList({ status, page, limit, paging, ...parts }: ReceivedListProps) {
  const { t } = useTexts();
  const list = useQuery(receivedItemsQuery(status, page, limit));
  const { data } = list;

  if (!data) {
    return (
      <Unloaded
        query={list}
        skeleton="letter"
        loadingLabel={t("common.loading")}
        retryLabel={t("common.retry")}
        title={t("inbox.failed_title")}
      >
        {t("inbox.failed_text")}
      </Unloaded>
    );
  }
  return (
    <Items
      key={`${status} ${page}`}
      items={data.items}
      name={t(`inbox.tab_${status}`)}
      size={limit === "3" ? "md" : "sm"}
      {...parts}
    >
      {paging(data.pager)}
    </Items>
  );
}

interface ItemsProps
  extends Pick<
    ReceivedListProps,
    "answer" | "answered" | "report" | "deleteNow" | "head" | "banner" | "empty"
  > {
  items: ReceivedItem[];
  /** Spoken name of the list. */
  name: string;
  size: "sm" | "md";
  children: ReactNode;
}

function Items({ items, name, size, head, banner, empty, children, ...slots }: ItemsProps) {
  const entries = useLeaving(items);
  return (
    <section tabIndex={-1} aria-label={name} className="outline-none">
      {head?.(items)}
      {entries.length === 0 ? (
        empty
      ) : (
        <ul className="list-none">
          {entries.map(({ item, leaving }, index) => (
            <Fragment key={item.uuid_hash}>
              <ReceivedRow item={item} size={size} leaving={leaving} {...slots} />
              {index === bannerAfter && banner && <li>{banner(item)}</li>}
            </Fragment>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
