import type { HeldQuestion } from "@toibako/contract/filters.ts";
import type { RefObject } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { useDeleteHeld } from "../queries/held.ts";
import { describeReason } from "./held-reason.tsx";

interface DeleteHeldDialogProps {
  /** Undefined while the dialog is closed. */
  question: HeldQuestion | undefined;
  onDeleted: () => void;
  onClosed: () => void;
  /** Gets the focus after the deletion. */
  list: RefObject<HTMLElement | null>;
}

/**
 * The dialog that deletes a held question. The list renders it, because the row of the question is unmounted
 * before the dialog has closed.
 */
export function DeleteHeldDialog({ question, onDeleted, onClosed, list }: DeleteHeldDialogProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const deletion = useDeleteHeld(onDeleted);
  // Names the reason for holding the question instead of its text, which may hurt.
  const describeQuestion = ({ held_by, asked_date_time__formatted_for_user: date }: HeldQuestion) =>
    `${describeReason(held_by, t, { isOpen: false })} · ${date}`;

  async function deleteQuestion() {
    if (!question) return;
    await deletion.mutateAsync(question.uuid_hash);
    toasts.showToast(t("filters.deleted"), { type: "success" });
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
      isDangerous
    >
      {question && <Quote text={describeQuestion(question)} />}
      <p className="text-ink-2">{t("filters.delete_text")}</p>
    </ConfirmDialog>
  );
}
