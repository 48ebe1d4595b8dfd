import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { type ReactNode, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import {
  type ListAddress,
  type More,
  removeRepetitions,
  useGrowingList,
} from "#lib/page/growing-list.ts";
import { SeenImage } from "#lib/page/seen-image.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import {
  listUnreadQuestionIds,
  sentAnswersQuery,
  useRetryOfBothLists,
  useSeenAnswers,
} from "../queries.ts";

interface SentListProps {
  /** Visitors get other texts, and a sentence after the last answer. */
  reader: "account" | "visitor";
  address: ListAddress;
  renderCard: (answer: SentAnswer) => ReactNode;
  /** Shown below the message of an empty list. Says where to find somebody to ask. */
  nextStep?: ReactNode;
  /** The questions that still wait for an answer: below the newest answers, or above the message of an empty list. */
  waitingQuestions?: ReactNode;
  /** Popular questions of communities, shown in the list, or below the message of an empty list. */
  popularQuestions?: ReactNode;
}

const textKeys = {
  account: {
    failedTitle: "outbox.failed_title",
    failedText: "outbox.failed_text",
    emptyTitle: "outbox.empty_title",
    emptyText: "outbox.empty_text",
  },
  visitor: {
    failedTitle: "outbox.visitor_failed_title",
    failedText: "outbox.visitor_failed_text",
    emptyTitle: "outbox.visitor_empty_title",
    emptyText: "outbox.visitor_empty_text",
  },
} as const;

/** The answers to the questions that an account asked, or that a visitor asked from this browser. */
export function SentList(props: SentListProps) {
  const { reader, address, nextStep, waitingQuestions, popularQuestions, renderCard } = props;
  const { t } = useTexts();
  const { answers, total, query, more } = useSentAnswers(address);
  const keys = textKeys[reader];
  // A page beyond the last one has no answers either, but `useGrowingList` then goes to the last page.
  const isEmpty = answers?.length === 0 && total === 0;
  return (
    <>
      <AnswerCards
        answers={answers ?? []}
        more={more}
        renderCard={renderCard}
        between={
          <>
            {waitingQuestions}
            {answers && !isEmpty && popularQuestions}
          </>
        }
      />
      {!answers && (
        <LoadingState query={query} skeleton="letter" title={t(keys.failedTitle)}>
          {t(keys.failedText)}
        </LoadingState>
      )}
      {isEmpty && (
        <>
          <EmptyState
            title={t(keys.emptyTitle)}
            drawing={<LetterArrivingDrawing />}
            action={nextStep}
            className="pt-2 pb-5"
          >
            {t(keys.emptyText)}
          </EmptyState>
          {popularQuestions}
        </>
      )}
      {reader === "visitor" && answers && !isEmpty && !more.hasMore && (
        <p className="py-6 text-center text-sm text-ink-2">{t("outbox.all")}</p>
      )}
    </>
  );
}

/** The loaded answers and the total number of answers. Both are undefined until the first page is loaded. */
function useSentAnswers(address: ListAddress) {
  const { pages, first, more } = useGrowingList(address, sentAnswersQuery);
  const query = useRetryOfBothLists(first);
  const answers =
    pages &&
    removeRepetitions(
      pages.flatMap((page) => page.answers),
      ({ id }) => id,
    );
  return { answers, total: pages?.[0]?.pager.total_count, query, more };
}

interface AnswerCardsProps extends Pick<SentListProps, "renderCard"> {
  answers: SentAnswer[];
  /** Parts that are shown below the newest answers. */
  between: ReactNode;
  more: More;
}

/** How many answers are shown above the parts between them. */
const newestAnswers = 3;

/** The cards of answers. An answer is marked as seen when it was on the screen. */
function AnswerCards({ answers, more, renderCard, between }: AnswerCardsProps) {
  const rows = useRef<HTMLUListElement>(null);
  const createSeenRef = useSeenAnswers();
  const entries = answers.map((answer) => (
    <li key={answer.id} ref={createSeenRef(answer)}>
      {renderCard(answer)}
    </li>
  ));
  // With a key of its own, it stays mounted when further answers come.
  const middle = (
    <li key="between" className="empty:hidden">
      {between}
    </li>
  );
  return (
    <>
      <SeenImage list="answers" ids={listUnreadQuestionIds(answers)} />
      <ul ref={rows} className="grid list-none grid-cols-1 gap-5">
        {[...entries.slice(0, newestAnswers), middle, ...entries.slice(newestAnswers)]}
      </ul>
      <LoadMore more={more} rows={rows} count={answers.length} />
    </>
  );
}
