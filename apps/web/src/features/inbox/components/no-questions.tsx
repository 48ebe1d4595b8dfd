import type { QuestionStatus } from "@toibako/contract/questions.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { BinDrawing } from "#ui/drawings/bin.tsx";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";

const drawings = {
  unread: <EmptyInboxDrawing />,
  confirmed: <NoAnswersDrawing />,
  hidden: <BinDrawing />,
};

/** The message that the inbox or the bin has no questions of this status. */
export function NoQuestions({ status, action }: { status: QuestionStatus; action?: ReactNode }) {
  const { t } = useTexts();
  return (
    <EmptyState title={t(`inbox.empty_${status}_title`)} drawing={drawings[status]} action={action}>
      {t(`inbox.empty_${status}_text`)}
    </EmptyState>
  );
}
