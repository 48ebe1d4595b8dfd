import type { SentAnswer } from "@toibako/contract/outbox.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#ui/feedback/states.tsx";
import { useEndlessSentAnswers, useSeen } from "../queries.ts";

/** Answers to what a visitor asked from this browser; more are fetched on demand. */
export function VisitorSentList({ renderCard }: { renderCard: (answer: SentAnswer) => ReactNode }) {
  const { t } = useTexts();
  const list = useEndlessSentAnswers();
  const answers = list.data?.pages.flatMap((page) => page.answers);
  useSeen(answers && (answers[0]?.id ?? "none"));

  if (!answers && list.isError) {
    return (
      <ErrorState
        title={t("outbox.visitor_failed_title")}
        retryLabel={t("common.retry")}
        onRetry={list.refetch}
        pending={list.isFetching}
      >
        {t("outbox.visitor_failed_text")}
      </ErrorState>
    );
  }
  if (!answers) return <SkeletonList kind="letter" label={t("common.loading")} />;
  if (answers.length === 0) {
    return (
      <EmptyState title={t("outbox.visitor_empty_title")} drawing={<LetterArrivingDrawing />}>
        {t("outbox.visitor_empty_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid list-none grid-cols-1 gap-5">
        {answers.map((answer) => (
          <li key={answer.id}>{renderCard(answer)}</li>
        ))}
      </ul>
      <More
        failed={list.isFetchNextPageError}
        pending={list.isFetchingNextPage}
        onMore={list.hasNextPage ? () => list.fetchNextPage() : undefined}
      />
    </>
  );
}

interface MoreProps {
  failed: boolean;
  pending: boolean;
  /** Left out when everything is shown. */
  onMore: (() => void) | undefined;
}

function More({ failed, pending, onMore }: MoreProps) {
  const { t } = useTexts();
  if (!onMore) return <p className="py-6 text-center text-sm text-ink-2">{t("outbox.all")}</p>;
  return (
    <div className="grid justify-items-center gap-2 py-6">
      {failed && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {t("outbox.visitor_failed_title")}
        </p>
      )}
      <Button
        variant="outline"
        pending={pending}
        pendingLabel={t("common.loading")}
        onClick={onMore}
      >
        {t("outbox.more")}
      </Button>
    </div>
  );
}

/** Opens the visitor home: what an account would bring, with the links that `children` give. */
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
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
