import type { OwnAnswer as Answer } from "@toibako/contract/answers.ts";
import { OwnAnswerRow } from "#features/answers/components/own-answer-row.tsx";
import { useModal } from "../-modal/modal.tsx";

/** Below one's own answer: to correct it, and to delete it. */
export function OwnAnswer({ answer }: { answer: Answer }) {
  const modal = useModal();
  return (
    <OwnAnswerRow
      answered_at={answer.answered_at}
      on_edit={() => modal.open("edit_answer", { answer })}
      on_delete={() => modal.open("delete_answer", { answer_id: answer.id })}
    />
  );
}
