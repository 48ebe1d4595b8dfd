import { retentionDays } from "@toibako/contract/privacy.ts";
import { useState } from "react";
import type { RenderChunk } from "#lib/i18n/rich-text.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { TextList } from "#ui/surfaces/text-list.tsx";
import { forgetVisitor } from "../queries.ts";

interface ForgetVisitorProps {
  /** Renders the link to the list of sent questions, where they can be withdrawn. */
  renderLink: RenderChunk;
  onForgotten: () => void;
}

/** Says what the server deletes and keeps when it forgets a visitor, and has a button for that. */
export function ForgetVisitor({ renderLink, onForgotten }: ForgetVisitorProps) {
  const { t } = useTexts();
  const [isConfirming, setIsConfirming] = useState(false);

  async function forget() {
    await forgetVisitor();
    onForgotten();
  }
  return (
    <>
      <TextList>
        {[
          t("privacy.forget_goes"),
          t.rich("privacy.forget_questions", {}, { link: renderLink }),
          t("privacy.forget_lost"),
          t("privacy.forget_sealed", { days: retentionDays.sender_address }),
        ]}
      </TextList>
      <Button
        variant="danger-outline"
        className="mt-2 justify-self-start"
        onClick={() => setIsConfirming(true)}
      >
        {t("privacy.forget")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("privacy.forget_confirm_title")}
        confirmLabel={t("privacy.forget_confirm")}
        processingLabel={t("privacy.forgetting")}
        cancelLabel={t("common.cancel")}
        onConfirm={forget}
        failureText={t("privacy.forget_failed")}
        isDangerous
      >
        <p className="text-ink-2">{t("privacy.forget_confirm_text")}</p>
      </ConfirmDialog>
    </>
  );
}
