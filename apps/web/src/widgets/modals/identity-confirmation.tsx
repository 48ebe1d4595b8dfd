import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { ProviderConfirmation } from "#features/accounts/components/provider-confirmation.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { IdentityConfirmationDialog } from "#features/factors/components/identity-confirmation-dialog.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { ModalFrame } from "./message-dialog.tsx";

interface IdentityConfirmationProps extends ModalFrame {
  /** Called with true after the confirmation, and with false when the dialog closes without one. */
  onSettled: (isConfirmed: boolean) => void;
}

/** Identity confirmation by the password, a passkey, or signing in again with a linked provider. */
export function IdentityConfirmation({ open, onOpenChange, onSettled }: IdentityConfirmationProps) {
  const { t } = useTexts();
  const { site } = useRouter().options.context;
  const next = useRouterState({ select: ({ location }) => location.href });
  const user = useCurrentUser();
  // The host closes a modal on navigation too, and replaces it by another one.
  useEffect(() => {
    if (!open) onSettled(false);
    return () => onSettled(false);
  }, [open, onSettled]);
  return (
    <IdentityConfirmationDialog
      open={open}
      providerForms={
        <ProviderConfirmation
          providers={(user?.provider ?? []).filter((one) => site.providers.includes(one))}
          next={next}
          getLabel={(provider) => t("factors.confirm_provider", { provider })}
          wide
        />
      }
      onClosed={() => onOpenChange(false)}
      onConfirmed={() => {
        onSettled(true);
        onOpenChange(false);
      }}
    />
  );
}
