import { Ban } from "lucide-react";
import { useState } from "react";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Command } from "#ui/command.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useToasts } from "#ui/toasts.ts";
import { useBlockSender } from "../queries.ts";

/** The command that blocks whoever sent a question, after asking; the question stays. */
export function BlockSender({ question_id }: { question_id: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const block = useBlockSender(question_id);

  async function confirm() {
    try {
      await block.mutateAsync();
      toasts.toast(t("moderation.sender_blocked"), { type: "success" });
    } catch (error) {
      const [reason] = errorTexts(error);
      toasts.show("error", reason ?? t("moderation.block_failed"));
      throw error;
    }
  }
  return (
    <>
      <Command
        icon={<Ban size={20} aria-hidden="true" />}
        label={t("moderation.block")}
        busy={false}
        on_press={() => setAsks(true)}
      />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t("moderation.block_sender_title")}
        confirmLabel={t("moderation.block")}
        processingLabel={t("moderation.sending")}
        cancelLabel={t("common.cancel")}
        onConfirm={confirm}
        danger
      >
        <p className="text-ink-2">{t("moderation.block_held_text")}</p>
      </ConfirmDialog>
    </>
  );
}
