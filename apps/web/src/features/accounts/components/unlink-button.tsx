import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { unlinkProvider } from "../queries.ts";

/** Unlinks a provider from the account after a confirmation. */
export function UnlinkButton({ provider }: { provider: Provider }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { site } = useRouter().options.context;
  // The operator may have removed the configuration of a linked provider.
  const isOffered = site.providers.includes(provider);
  const isLinkOnly = linkOnlyProviders.includes(provider);
  const name = t(`accounts.provider_${provider}`);

  async function unlink() {
    await unlinkProvider(client, provider);
    toasts.showToast(t("accounts.unlinked"), { type: "success" });
  }
  return (
    <>
      <Button
        variant="text"
        size="sm"
        aria-label={t("accounts.unlink_from", { provider: name })}
        onClick={() => setIsConfirming(true)}
      >
        {t("accounts.unlink")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("accounts.unlink_title", { provider: name })}
        confirmLabel={t("accounts.unlink")}
        processingLabel={t("accounts.unlink_pending")}
        cancelLabel={t("common.cancel")}
        onConfirm={unlink}
        failureText={t("accounts.unlink_failed")}
        isDangerous
      >
        <p className="text-ink-2">
          {isLinkOnly
            ? isOffered && t("accounts.unlink_later")
            : t(isOffered ? "accounts.unlink_text" : "accounts.no_way_in", { provider: name })}
        </p>
      </ConfirmDialog>
    </>
  );
}
