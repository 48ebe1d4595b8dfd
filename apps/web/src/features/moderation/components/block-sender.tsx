import { Ban } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Command } from "#ui/buttons/command.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useBlockSender } from "../queries.ts";

/** The command that blocks the sender of a question after a confirmation; the question stays. */
export function BlockSender({ question_id }: { question_id: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const block = useBlockSender(question_id);

  async function confirm() {
    await block.mutateAsync();
    toasts.toast(t("moderation.sender_blocked"), { type: "success" });
  }
  return (
    <>
      <Command
        icon={<Ban size={20} aria-hidden="true" />}
        label={t("moderation.block")}
        busy={false}
        onPress={() => setConfirming(true)}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t("moderation.block_sender_title")}
        confirmLabel={t("moderation.block")}
        processingLabel={t("moderation.sending")}
        cancelLabel={t("common.cancel")}
        onConfirm={confirm}
        failureText={t("moderation.block_failed")}
        danger
      >
        <p className="text-ink-2">{t("moderation.block_held_text")}</p>
      </ConfirmDialog>
    </>
  );
}
