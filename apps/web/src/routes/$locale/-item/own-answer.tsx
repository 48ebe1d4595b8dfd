import type { OwnAnswer as Answer } from "@toibako/contract/answers.ts";
import type { Answerable } from "#features/answers/components/answer-fields.tsx";
import { OwnAnswerRow } from "#features/answers/components/own-answer-row.tsx";
import { useModal } from "../-modal/modal.tsx";

interface OwnAnswerProps {
  answer: Answer;
  question: Answerable;
}

/** Below one's own answer: to correct it, and to delete it. */
export function OwnAnswer({ answer, question }: OwnAnswerProps) {
  const modal = useModal();
  return (
    <OwnAnswerRow
      answered_at={answer.answered_at}
      on_edit={() => modal.open("edit_answer", { answer, question })}
      on_delete={() => modal.open("delete_answer", { answer_id: answer.id })}
    />
  );
}
