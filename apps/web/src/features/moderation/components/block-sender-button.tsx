import { Ban } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Command } from "#ui/buttons/command.tsx";
import { useBlockSender } from "../queries.ts";
import { BlockDialog } from "./block-dialog.tsx";

/**
 * A button that blocks the sender of a held question after a confirmation. The question stays in the list.
 */
export function BlockSenderButton({ question_id }: { question_id: string }) {
  const { t } = useTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const block = useBlockSender(question_id);
  return (
    <>
      <Command
        icon={<Ban size={20} aria-hidden="true" />}
        label={t("moderation.block")}
        isBusy={false}
        onPress={() => setIsConfirming(true)}
      />
      <BlockDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("moderation.block_sender_title")}
        blockedText={t("moderation.sender_blocked")}
        block={() => block.mutateAsync()}
      >
        {t("moderation.block_held_text")}
      </BlockDialog>
    </>
  );
}
