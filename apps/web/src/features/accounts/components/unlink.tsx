import { useQueryClient } from "@tanstack/react-query";
import { linkOnlyProviders, type Provider } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { ApiError } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useToasts } from "#ui/toasts.ts";
import { unlinkNetwork } from "../queries.ts";

/** Takes a network away from the account, after asking. */
export function Unlink({ provider }: { provider: Provider }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const network = t(`accounts.network_${provider}`);

  async function unlink() {
    try {
      await unlinkNetwork(client, provider);
      toasts.toast(t("accounts.unlinked"), { type: "success" });
    } catch (error) {
      const [reason] = error instanceof ApiError ? error.messages : [];
      toasts.show("error", reason ?? t("accounts.unlink_failed"));
      throw error;
    }
  }
  return (
    <>
      <Button
        variant="text"
        size="sm"
        aria-label={t("accounts.unlink_from", { network })}
        onClick={() => setAsks(true)}
      >
        {t("accounts.unlink")}
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={t("accounts.unlink_title", { network })}
        confirmLabel={t("accounts.unlink")}
        processingLabel={t("accounts.unlink_pending")}
        cancelLabel={t("common.cancel")}
        onConfirm={unlink}
        danger
      >
        <p className="text-ink-2">
          {linkOnlyProviders.includes(provider)
            ? t("accounts.unlink_later")
            : t("accounts.unlink_text", { network })}
        </p>
      </ConfirmDialog>
    </>
  );
}
