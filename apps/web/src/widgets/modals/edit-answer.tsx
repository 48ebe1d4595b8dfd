import type { OwnAnswer } from "@toibako/contract/answers.ts";
import type { TypedAnswer } from "@toibako/contract/text.ts";
import { useState } from "react";
import type { AnswerableQuestion } from "#features/answers/components/answer-fields.tsx";
import { getDiscardTexts } from "#features/answers/components/answer-fields.tsx";
import { EditForm } from "#features/answers/components/edit-form.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { DraftSheet } from "#ui/overlays/draft-sheet.tsx";
import type { ModalProps } from "./modal-props.ts";

interface EditAnswerProps extends ModalProps {
  answer: OwnAnswer;
  question: AnswerableQuestion;
}

/** Edits an answer; closing with unsaved changes asks for confirmation. */
export function EditAnswer(props: EditAnswerProps) {
  return <EditAnswerSheet key={props.answer.id} {...props} />;
}

function EditAnswerSheet({ answer, question, open, onOpenChange }: EditAnswerProps) {
  const { t } = useTexts();
  const { text, chosen_option } = answer;
  const [typed, setTyped] = useState<TypedAnswer>({ text, chosen_option });
  const isChanged = typed.text !== text || typed.chosen_option !== chosen_option;
  return (
    <DraftSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("answers.edit_title")}
      closeLabel={t("common.close")}
      hasDraft={isChanged}
      onDiscard={() => setTyped({ text, chosen_option })}
      discardTexts={getDiscardTexts(t)}
    >
      <EditForm
        answer={answer}
        question={question}
        typed={typed}
        onChange={setTyped}
        onSaved={() => onOpenChange(false)}
      />
    </DraftSheet>
  );
}
