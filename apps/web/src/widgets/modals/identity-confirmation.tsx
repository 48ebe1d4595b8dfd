import { useRouter, useRouterState } from "@tanstack/react-router";
import { linkOnlyProviders } from "@toibako/contract/accounts.ts";
import { useEffect } from "react";
import { ProviderConfirmation } from "#features/accounts/components/provider-confirmation.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { IdentityConfirmationDialog } from "#features/factors/components/identity-confirmation-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface IdentityConfirmationProps extends ModalProps {
  /**
   * Called with true after the confirmation, and with false when the dialog closes. Only the first call
   * counts.
   */
  onSettled: (isConfirmed: boolean) => void;
}

/** Identity confirmation by the password, a passkey, a linked provider or a mailed link. */
export function IdentityConfirmation({ open, onOpenChange, onSettled }: IdentityConfirmationProps) {
  const { site } = useRouter().options.context;
  const next = useRouterState({ select: ({ location }) => location.href });
  const user = useCurrentUser();
  const providers = (user?.provider ?? []).filter(
    (provider) => site.providers.includes(provider) && !linkOnlyProviders.includes(provider),
  );
  // Calls `onSettled` also when the modal host closes the dialog on navigation or replaces it by another modal.
  useEffect(() => {
    if (!open) onSettled(false);
    return () => onSettled(false);
  }, [open, onSettled]);
  return (
    <IdentityConfirmationDialog
      open={open}
      providerForms={
        providers.length > 0 ? (
          <ProviderConfirmation providers={providers} next={next} />
        ) : undefined
      }
      email={(site.has_mail && user?.confirmed_email) || undefined}
      onClosed={() => onOpenChange(false)}
      onConfirmed={() => {
        onSettled(true);
        onOpenChange(false);
      }}
    />
  );
}
