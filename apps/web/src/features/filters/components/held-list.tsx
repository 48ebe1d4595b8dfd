import { useQuery } from "@tanstack/react-query";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { type ReactNode, useRef, useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { HeldDrawing } from "#ui/drawings/held.tsx";
import { useLeaving } from "#ui/leaving.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#ui/states.tsx";
import { heldQuestionsQuery } from "../queries.ts";
import { DeleteHeld } from "./delete-held.tsx";
import { HeldRow } from "./held-row.tsx";

interface HeldListProps {
  page: number;
  on_follow: () => void;
  block: (question: HeldQuestion) => ReactNode;
  /** The links to the other pages. */
  paging: (pager: Pager) => ReactNode;
}

/** What the filters hold, with all four faces of a list. */
export function HeldList({ page, paging, ...parts }: HeldListProps) {
  const { t } = useTexts();
  const { data, isError, isFetching, refetch } = useQuery(heldQuestionsQuery(page));

  if (!data && isError) {
    return (
      <ErrorState
        title={t("filters.held_failed_title")}
        retryLabel={t("common.retry")}
        onRetry={refetch}
        pending={isFetching}
      >
        {t("filters.held_failed_text")}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonList kind="letter" label={t("common.loading")} />;
  return (
    <Questions key={page} questions={data.questions} {...parts}>
      {paging(data.pager)}
    </Questions>
  );
}

interface QuestionsProps extends Pick<HeldListProps, "on_follow" | "block"> {
  questions: HeldQuestion[];
  children: ReactNode;
}

function Questions({ questions, on_follow, block, children }: QuestionsProps) {
  const { t } = useTexts();
  const entries = useLeaving(questions);
  const list = useRef<HTMLElement>(null);
  const [unwanted, setUnwanted] = useState<string>();
  return (
    <section ref={list} tabIndex={-1} aria-label={t("filters.held_title")} className="outline-none">
      {entries.length === 0 ? (
        <EmptyState title={t("filters.held_empty_title")} drawing={<HeldDrawing />}>
          {t("filters.held_empty_text")}
        </EmptyState>
      ) : (
        <ul className="list-none">
          {entries.map(({ item, leaving }) => (
            <HeldRow
              key={item.uuid_hash}
              question={item}
              leaving={leaving}
              on_follow={on_follow}
              on_delete={() => setUnwanted(item.uuid_hash)}
              block={block(item)}
            />
          ))}
        </ul>
      )}
      {children}
      <DeleteHeld uuid_hash={unwanted} on_closed={() => setUnwanted(undefined)} list={list} />
    </section>
  );
}
