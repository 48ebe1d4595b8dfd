import { Link } from "@tanstack/react-router";
import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import { type ReactNode, useRef, useState } from "react";
import { formatCount } from "#lib/i18n/format.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type More, readMore } from "#lib/page/growing-list.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { ErrorState } from "#ui/feedback/states.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { useLeavingEntries } from "#ui/surfaces/leaving-row.tsx";
import { useHaveAnswersFailed, useWaitingQuestions } from "../queries.ts";
import { WaitingRow } from "./waiting-row.tsx";
import type { Withdrawal } from "./withdraw-dialog.tsx";

const dialog = defineLazyModule(async () => (await import("./withdraw-dialog.tsx")).WithdrawDialog);

/** The number of rows that are shown initially, so that the answers below them are in sight. */
const firstRows = 2;

interface WaitingListProps {
  /** Renders a question's text, folded if it is long. */
  renderText: (body: string) => ReactNode;
}

/** The viewer's unanswered questions; renders nothing if there are none. */
export function WaitingList({ renderText }: WaitingListProps) {
  const { t } = useTexts();
  const list = useWaitingQuestions();
  const haveAnswersFailed = useHaveAnswersFailed();
  if (!list.data && list.isError) {
    if (haveAnswersFailed) return null;
    return (
      <ErrorState
        title={t("outbox.waiting_failed")}
        drawing={null}
        retryLabel={t("common.retry")}
        onRetry={list.refetch}
        isPending={list.isFetching}
      >
        {t("outbox.failed_text")}
      </ErrorState>
    );
  }
  if (!list.data) return null;
  const { questions, total_count } = list.data;
  return (
    <WaitingQuestions
      questions={questions}
      totalCount={total_count}
      renderText={renderText}
      more={readMore(list)}
    />
  );
}

interface WaitingQuestionsProps extends WaitingListProps {
  questions: WaitingQuestion[];
  totalCount: number;
  more: More;
}

function WaitingQuestions({ questions, totalCount, renderText, more }: WaitingQuestionsProps) {
  const { t, locale } = useTexts();
  const entries = useLeavingEntries(questions);
  const [isExpanded, setIsExpanded] = useState(false);
  const [withdrawal, setWithdrawal] = useState<Withdrawal>();
  const [isConfirming, setIsConfirming] = useState(false);
  const WithdrawDialog = useLazyModule(dialog, isConfirming, () => setIsConfirming(false));
  const [answeredQuestion, setAnsweredQuestion] = useState<WaitingQuestion>();
  const [isAnyRemoved, setIsAnyRemoved] = useState(false);
  const nextFocus = useRef<HTMLElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  // One further row is not hidden, because a button that shows it would need as much space.
  const isFolded = !isExpanded && totalCount > firstRows + 1;
  const shownEntries = isFolded ? entries.slice(0, firstRows) : entries;
  const shownMore = isFolded ? { ...more, hasMore: true, onMore: () => setIsExpanded(true) } : more;

  // After a withdrawal the section is rendered even if it is empty, because the focus moves to it.
  if (entries.length === 0 && !isAnyRemoved) return null;
  return (
    <section
      tabIndex={-1}
      aria-labelledby="waiting-title"
      className="mb-4 outline-none in-[li+li]:mt-4"
    >
      <h2 id="waiting-title" className="flex flex-wrap items-baseline gap-x-2 text-lg">
        <span>{t("outbox.waiting_title")}</span>
        {totalCount > 0 && (
          <span className="text-sm font-normal text-ink-2 tabular-nums">
            {formatCount(locale, totalCount)}
          </span>
        )}
      </h2>
      <p className="mb-3 text-sm text-ink-2">
        {t(entries.length > 0 ? "outbox.waiting_text" : "outbox.waiting_none")}
      </p>
      <AnsweredNotice question={answeredQuestion} />
      <ul ref={rows} className="list-none">
        {shownEntries.map(({ item, isLeaving }) => (
          <WaitingRow
            key={item.uuid_hash}
            question={item}
            isLeaving={isLeaving}
            text={renderText(item.body)}
            onWithdraw={(row) => {
              setWithdrawal({ question: item, row });
              setIsConfirming(true);
            }}
          />
        ))}
      </ul>
      <LoadMore isSmall more={shownMore} rows={rows} count={shownEntries.length} />
      {WithdrawDialog && (
        <WithdrawDialog
          open={isConfirming}
          withdrawal={withdrawal}
          nextFocus={nextFocus}
          onWithdrawn={() => setIsAnyRemoved(true)}
          onAnswered={(question) => {
            setIsAnyRemoved(true);
            setAnsweredQuestion(question);
          }}
          onClosed={() => setIsConfirming(false)}
        />
      )}
    </section>
  );
}

/** Says that a question was answered before it was withdrawn, and links to the answer. */
function AnsweredNotice({ question }: { question: WaitingQuestion | undefined }) {
  const { t, locale } = useTexts();
  return (
    <div role="status" tabIndex={-1} data-answered className="outline-none">
      {question && (
        <Callout className="mb-3">
          <p>
            {question.associated_community
              ? t("outbox.answered_meanwhile_in_community")
              : t("outbox.answered_meanwhile", { name: question.receiver_displaying_name })}
          </p>
          <Link
            to="/$locale/q/$uuid"
            params={{ locale, uuid: question.uuid_hash }}
            className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
          >
            {t("outbox.check_answer")}
          </Link>
        </Callout>
      )}
    </div>
  );
}
