import type { OwnAnswer } from "@toibako/contract/answers.ts";
import { checkAnswer, normalizeText, type TypedAnswer } from "@toibako/contract/text.ts";
import type { SubmitEvent } from "react";
import { getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useEditAnswer } from "../queries.ts";
import { type AnswerableQuestion, AnswerFields } from "./answer-fields.tsx";
import { useMinutesLeft } from "./minutes-left.tsx";

interface EditFormProps {
  answer: OwnAnswer;
  question: AnswerableQuestion;
  typed: TypedAnswer;
  onChange: (typed: TypedAnswer) => void;
  onSaved: () => void;
}

/** The form that edits an answer. A text that the server refuses stays in the field. */
export function EditForm({ answer, question, typed, onChange, onSaved }: EditFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const edit = useEditAnswer(answer.id);
  const minutes = useMinutesLeft(answer.answered_at);
  const isReadyToSave =
    checkAnswer(typed, !!question.options) === undefined && isChanged(typed, answer);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!isReadyToSave || edit.isPending) return;
    const isSaved = await edit.mutateAsync(typed).then(
      () => true,
      () => false,
    );
    if (!isSaved) return;
    toasts.showToast(t("answers.edit_saved"), { type: "success" });
    onSaved();
  }
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-3" aria-busy={edit.isPending}>
      <AnswerFields
        question={question}
        typed={typed}
        onWrite={(text) => onChange({ ...typed, text })}
        onPick={(chosen_option) => onChange({ ...typed, chosen_option })}
        hint={minutes > 0 ? t("answers.edit_left", { n: minutes }) : ""}
        isSending={edit.isPending}
      />
      {edit.error && (
        <Callout tone="error">
          {getErrorTexts(edit.error, t("answers.edit_failed")).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Callout>
      )}
      <div className="-mx-3">
        <Button
          type="submit"
          isWide
          disabled={!isReadyToSave}
          isPending={edit.isPending}
          pendingLabel={t("answers.edit_saving")}
        >
          {t("answers.edit_save")}
        </Button>
      </div>
    </form>
  );
}

function isChanged(typed: TypedAnswer, answer: TypedAnswer): boolean {
  return normalizeText(typed.text) !== answer.text || typed.chosen_option !== answer.chosen_option;
}
