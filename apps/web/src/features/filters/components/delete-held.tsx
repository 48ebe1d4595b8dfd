import type { HeldQuestion } from "@toibako/contract/filters.ts";
import type { RefObject } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { useDeleteHeld } from "../queries/held.ts";
import { describeReason } from "./held-reason.tsx";

interface DeleteHeldProps {
  /** Undefined while the dialog is closed. */
  question: HeldQuestion | undefined;
  onDeleted: () => void;
  onClosed: () => void;
  /** Gets the focus once the question is deleted. */
  list: RefObject<HTMLElement | null>;
}

/** Asks before it deletes a held question. Not rendered in the question's row, because that is removed. */
export function DeleteHeld({ question, onDeleted, onClosed, list }: DeleteHeldProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const deletion = useDeleteHeld(onDeleted);
  // Shows the reason for holding the question, because its text may hurt.
  const describeQuestion = ({ held_by, asked_date_time__formatted_for_user: date }: HeldQuestion) =>
    `${describeReason(held_by, t, false)} · ${date}`;

  async function deleteQuestion() {
    if (!question) return;
    await deletion.mutateAsync(question.uuid_hash);
    toasts.toast(t("filters.deleted"), { type: "success" });
  }
  return (
    <ConfirmDialog
      open={question !== undefined}
      onOpenChange={(open) => open || onClosed()}
      title={t("filters.delete_title")}
      confirmLabel={t("filters.delete")}
      processingLabel={t("filters.deleting")}
      cancelLabel={t("common.cancel")}
      onConfirm={deleteQuestion}
      failureText={t("filters.delete_failed")}
      focusAfter={list}
      danger
    >
      {question && <Quote text={describeQuestion(question)} />}
      <p className="text-ink-2">{t("filters.delete_text")}</p>
    </ConfirmDialog>
  );
}
