import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { Trash } from "lucide-react";
import { useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Command } from "#ui/buttons/command.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { useDeleteBinned } from "../queries.ts";

interface DeleteBinnedButtonProps {
  item: Pick<ReceivedItem, "uuid_hash" | "body" | "stamp">;
  /** Whether another action on the question is running. */
  isBusy: boolean;
  /** Called before the row is removed. The returned function finds the element that then gets the focus. */
  rememberNeighbors: () => () => HTMLElement | null;
}

/** A button that permanently deletes a question in the bin after a confirmation. */
export function DeleteBinnedButton({ item, isBusy, rememberNeighbors }: DeleteBinnedButtonProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setIsConfirming] = useState(false);
  const nextFocus = useRef<HTMLElement>(null);
  const remove = useDeleteBinned(item.uuid_hash);

  async function confirm() {
    const findNextFocus = rememberNeighbors();
    await remove.mutateAsync();
    nextFocus.current = findNextFocus();
    toasts.showToast(t("inbox.deleted"), { type: "success" });
  }
  return (
    <>
      <Command
        icon={<Trash size={20} aria-hidden="true" />}
        label={t("inbox.delete_now")}
        isBusy={isBusy}
        onPress={() => setIsConfirming(true)}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("inbox.delete_title")}
        confirmLabel={t("inbox.delete_now")}
        processingLabel={t("inbox.deleting")}
        cancelLabel={t("common.cancel")}
        onConfirm={confirm}
        failureText={t("inbox.delete_failed")}
        focusAfter={nextFocus}
        isDangerous
      >
        <Quote
          text={item.body || t("common.stamp")}
          picture={item.stamp && <StampPicture {...item.stamp.stamp_image} alt="" size="sm" />}
        />
        <p className="text-ink-2">{t("inbox.delete_text")}</p>
      </ConfirmDialog>
    </>
  );
}
