import type { OwnAnswer } from "@toibako/contract/answers.ts";
import type { AnswerableQuestion } from "#features/answers/components/answer-fields.tsx";
import { OwnAnswerMenu } from "#features/answers/components/own-answer-menu.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

interface OwnAnswerActionsProps {
  answer: OwnAnswer;
  question: AnswerableQuestion;
  isInCommunity?: boolean;
}

/** The menu that edits and deletes the account's own answer. */
export function OwnAnswerActions({
  answer,
  question,
  isInCommunity = false,
}: OwnAnswerActionsProps) {
  const modal = useModal();
  return (
    <OwnAnswerMenu
      answered_at={answer.answered_at}
      onEdit={() => modal.open("edit_answer", { answer, question })}
      onDelete={() => modal.open("delete_answer", { answer_id: answer.id, isInCommunity })}
    />
  );
}
