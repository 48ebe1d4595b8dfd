import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ListAddress, removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import { SeenImage } from "#lib/page/seen-image.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { listUnread, sentAnswersQuery, useRetryOfBothLists, useSeenAnswers } from "../queries.ts";

interface VisitorSentListProps {
  address: ListAddress;
  renderCard: (answer: SentAnswer) => ReactNode;
}

/** Answers to what a visitor asked from this browser; more are fetched on demand. */
export function VisitorSentList({ address, renderCard }: VisitorSentListProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const { pages, first, more } = useGrowingList(address, sentAnswersQuery);
  const failure = useRetryOfBothLists(first);
  const seen = useSeenAnswers();

  if (!pages) {
    return (
      <Unloaded query={failure} skeleton="letter" title={t("outbox.visitor_failed_title")}>
        {t("outbox.visitor_failed_text")}
      </Unloaded>
    );
  }
  const answers = removeRepetitions(
    pages.flatMap((page) => page.answers),
    ({ id }) => id,
  );
  if (answers.length === 0) {
    return (
      <EmptyState title={t("outbox.visitor_empty_title")} drawing={<LetterArrivingDrawing />}>
        {t("outbox.visitor_empty_text")}
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
      {!more.hasMore && <p className="py-6 text-center text-sm text-ink-2">{t("outbox.all")}</p>}
    </>
  );
}

/** The top of the visitor home: why to register, with the links of `children`. */
export function VisitorInvitation({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className="mb-5 rounded-sheet bg-brand-soft p-5 text-ink-on-paper">
      <div className="flex items-start gap-4">
        <LogoMark size={48} />
        <div className="min-w-0 flex-1">
          <h1 className="text-lg leading-snug">{t("outbox.invite_title")}</h1>
          <p className="mt-1 text-sm">{t("outbox.invite_text")}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:grow">{children}</div>
    </section>
  );
}
