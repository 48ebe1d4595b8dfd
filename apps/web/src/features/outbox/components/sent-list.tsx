import { useQuery } from "@tanstack/react-query";
import type { SentAnswer } from "@toibako/contract/outbox.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { sentAnswersQuery, useSeen } from "../queries.ts";

interface SentListProps {
  page: number;
  renderCard: (answer: SentAnswer) => ReactNode;
  paging: (pager: Pager) => ReactNode;
}

/** The sent tab of the member's home; opening it clears its count. */
export function SentList({ page, renderCard, paging }: SentListProps) {
  const { t } = useTexts();
  const list = useQuery(sentAnswersQuery(page));
  const { data } = list;
  useSeen(data && (data.answers[0]?.id ?? "none"));

  if (!data) {
    return (
      <Unloaded query={list} skeleton="letter" title={t("outbox.failed_title")}>
        {t("outbox.failed_text")}
      </Unloaded>
    );
  }
  if (data.answers.length === 0 && data.pager.total_count === 0) {
    return (
      <EmptyState title={t("outbox.empty_title")} drawing={<LetterArrivingDrawing />}>
        {t("outbox.empty_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid list-none grid-cols-1 gap-5">
        {data.answers.map((answer) => (
          <li key={answer.id}>{renderCard(answer)}</li>
        ))}
      </ul>
      {paging(data.pager)}
    </>
  );
}
