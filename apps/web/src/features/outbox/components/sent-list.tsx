import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ListAddress, removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import { SeenImage } from "#lib/page/seen-image.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { listUnread, sentAnswersQuery, useRetryOfBothLists, useSeenAnswers } from "../queries.ts";

interface SentListProps {
  address: ListAddress;
  renderCard: (answer: SentAnswer) => ReactNode;
}

/** The sent tab of the member's home; answers that were on the screen are no longer new. */
export function SentList({ address, renderCard }: SentListProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const { pages, first, more } = useGrowingList(address, sentAnswersQuery);
  const failure = useRetryOfBothLists(first);
  const seen = useSeenAnswers();

  if (!pages) {
    return (
      <Unloaded query={failure} skeleton="letter" title={t("outbox.failed_title")}>
        {t("outbox.failed_text")}
      </Unloaded>
    );
  }
  const answers = removeRepetitions(
    pages.flatMap((page) => page.answers),
    ({ id }) => id,
  );
  if (answers.length === 0 && pages[0]?.pager.total_count === 0) {
    return (
      <EmptyState title={t("outbox.empty_title")} drawing={<LetterArrivingDrawing />}>
        {t("outbox.empty_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <SeenImage list="answers" ids={listUnread(answers)} />
      <ul ref={rows} className="grid list-none grid-cols-1 gap-5">
        {answers.map((answer) => (
          <li key={answer.id} ref={seen(answer)}>
            {renderCard(answer)}
          </li>
        ))}
      </ul>
      <LoadMore more={more} rows={rows} count={answers.length} />
    </>
  );
}
