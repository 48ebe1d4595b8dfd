import type { RefObject } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { type PublicContent, useReportPublic } from "../queries.ts";

interface ReportPublicDialogProps {
  content: PublicContent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the report, for example to leave the page of a reported question. */
  onReported?: () => void;
  /** Gets the focus after the report, if the button that opened the dialog disappears. */
  focusAfter?: RefObject<HTMLElement | null>;
}

/** The dialog that reports public content, which the site then hides from the reader. */
export function ReportPublicDialog(props: ReportPublicDialogProps) {
  const { content, open, onOpenChange, onReported, focusAfter } = props;
  const { t } = useTexts();
  const toasts = useToasts();
  const report = useReportPublic();
  // A question is reported by the id of its item, an answer of a community by its own id.
  const isAnswer = !("item_id" in content);

  async function confirm() {
    await report.mutateAsync(content);
    onReported?.();
    toasts.showToast(t(isAnswer ? "moderation.answer_reported" : "moderation.question_reported"), {
      type: "success",
    });
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(isAnswer ? "moderation.report_answer_title" : "moderation.report_title")}
      confirmLabel={t("moderation.report_confirm")}
      processingLabel={t("moderation.sending")}
      cancelLabel={t("common.cancel")}
      onConfirm={confirm}
      failureText={t("moderation.report_failed")}
      {...(focusAfter && { focusAfter })}
      isDangerous
    >
      <p className="text-ink-2">
        {t(isAnswer ? "moderation.report_answer_text" : "moderation.report_public_text")}
      </p>
    </ConfirmDialog>
  );
}
