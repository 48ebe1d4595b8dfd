import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useEmptyBin } from "../queries.ts";

/**
 * A button that deletes all unanswered questions in the bin after a confirmation, and a text that says how
 * long the bin keeps them. Both are hidden if there are none. The dialog is always rendered, because it
 * moves the focus when it closes.
 */
export function EmptyBinButton({ items }: { items: ReceivedItem[] }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setIsConfirming] = useState(false);
  const list = useRef<HTMLElement>(null);
  const empty = useEmptyBin();

  async function confirm() {
    const { hidden: n } = await empty.mutateAsync();
    const text = n > 0 ? t("inbox.emptied_except_answered", { n }) : t("inbox.emptied");
    toasts.showToast(text, { type: "success", duration: durations.longToast });
  }
  return (
    <>
      {items.some(({ is_answered }) => !is_answered) && (
        <div className="mb-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">
            {t("inbox.empty_hidden_text")}
          </p>
          <Button
            variant="outline"
            size="sm"
            onClick={({ currentTarget }) => {
              list.current = currentTarget.closest("section");
              setIsConfirming(true);
            }}
          >
            <Trash2 size={16} aria-hidden="true" />
            {t("inbox.empty_bin")}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("inbox.empty_bin_title")}
        confirmLabel={t("inbox.empty_bin_confirm")}
        processingLabel={t("inbox.emptying")}
        cancelLabel={t("common.cancel")}
        onConfirm={confirm}
        failureText={t("inbox.delete_failed")}
        focusAfter={list}
        isDangerous
      >
        <p className="text-ink-2">{t("inbox.empty_bin_text")}</p>
      </ConfirmDialog>
    </>
  );
}
