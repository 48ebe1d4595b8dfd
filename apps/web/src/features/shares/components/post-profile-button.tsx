import { shareHashtag } from "@toibako/contract/shares.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { XMark } from "#ui/marks/x.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { postProfile } from "../queries.ts";
import { useSharing } from "./sharing.tsx";

/** Posts the link to the account's box on the linked X account, after the reader has seen and confirmed the post. */
export function PostProfileButton({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setIsConfirming] = useState(false);
  const text = t("shares.own_text");
  const { url } = useSharing({ path: `/${locale}/${account}`, text });

  async function post() {
    await postProfile();
    toasts.showBar("success", t("shares.linked_x_posted"));
  }
  return (
    <>
      <Button variant="outline" className="grow" onClick={() => setIsConfirming(true)}>
        <XMark />
        {t("shares.linked_post")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("shares.linked_x_title")}
        confirmLabel={t("shares.linked_x_post")}
        processingLabel={t("shares.linked_x_pending")}
        cancelLabel={t("common.cancel")}
        onConfirm={post}
        failureText={t("shares.linked_x_failed")}
      >
        <p className="text-ink-2">{t("shares.linked_x_text")}</p>
        <p className="mt-3 rounded-lg bg-surface-2 px-4 py-3 text-left break-words">
          {text} #{shareHashtag}
          <br />
          <bdi translate="no" className="break-all">
            {url}
          </bdi>
        </p>
      </ConfirmDialog>
    </>
  );
}
