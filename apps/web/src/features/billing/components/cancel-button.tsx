import { type RefObject, useState } from "react";
import { ApiError } from "#lib/http/client.ts";
import { formatDay } from "#lib/i18n/format.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useCancel } from "../queries.ts";

interface CancelButtonProps {
  card_seq: number | null;
  ends_on: string;
  /** `without_survey` is the button below the survey. */
  kind?: "cancel" | "without_survey";
  /** Gets the focus when the cancellation has removed the button. */
  focusAfter?: RefObject<HTMLElement | null>;
  /** Called after the cancellation; by default a message says that it is done. */
  onCancelled?: () => void;
}

/** Cancels the subscription after one question. */
export function CancelButton({
  card_seq,
  ends_on,
  kind = "cancel",
  focusAfter,
  onCancelled,
}: CancelButtonProps) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useCancel();
  const label = kind === "cancel" ? t("billing.cancel") : t("billing.cancel_without_survey");

  async function cancel() {
    try {
      await mutateAsync(card_seq);
    } catch (error) {
      // Another tab or the survey has cancelled it.
      if (!(error instanceof ApiError) || error.status !== 404) throw createCancelFailure(t, error);
      return toasts.showBar("notice", t("billing.already_cancelled"));
    }
    if (onCancelled) onCancelled();
    else toasts.showBar("success", t("billing.cancel_completed"));
  }
  return (
    <>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("billing.cancel_confirm_title")}
        confirmLabel={t("billing.cancel")}
        processingLabel={t("billing.cancelling")}
        cancelLabel={t("billing.cancel_back")}
        onConfirm={cancel}
        failureText={t("billing.cancel_failed")}
        {...(focusAfter && { focusAfter })}
      >
        <p className="text-ink-2">
          {t("billing.cancel_confirm_text", { day: formatDay(locale, ends_on) })}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** The failure of a cancellation with the text that the page shows. */
export function createCancelFailure(t: Translate, error: unknown): ApiError {
  const { status, code } =
    error instanceof ApiError ? error : { status: 0, code: "unexpected" as const };
  const text = status === 404 ? t("billing.already_cancelled") : t("billing.cancel_failed");
  return new ApiError(status, { code, messages: [text], details: {} });
}
