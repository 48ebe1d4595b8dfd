import type { Factors } from "@toibako/contract/factors.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { sendPasskeyConfirmation, sendPasswordConfirmation } from "../queries.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { CurrentPasswordField } from "./fields.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

interface IdentityConfirmationDialogProps {
  factors: Factors;
  /** Forms that confirm the identity by signing in with a linked provider. */
  providerForms: ReactNode;
  onClosed: () => void;
  onConfirmed: () => void;
}

/** The dialog for identity confirmation, with each method that the account has. */
export function IdentityConfirmationDialog({
  factors,
  providerForms,
  onClosed,
  onConfirmed,
}: IdentityConfirmationDialogProps) {
  const { t } = useTexts();
  const dialog = {
    open: true,
    onOpenChange: (open: boolean) => void (open || onClosed()),
    title: t("factors.confirm_title"),
  };
  const text = <p className="text-sm text-ink-2">{t("factors.confirm_text")}</p>;
  const otherMethods = (
    <>
      {factors.passkeys.length > 0 && (
        <PasskeyButton
          label={t("factors.confirm_passkey")}
          onPress={async () => {
            await sendPasskeyConfirmation();
            onConfirmed();
          }}
        />
      )}
      {providerForms}
    </>
  );
  if (!factors.has_password) {
    return (
      <Dialog {...dialog} closeLabel={t("common.close")}>
        <div className="grid gap-4">
          {text}
          {otherMethods}
        </div>
      </Dialog>
    );
  }
  return (
    <FieldDialog
      {...dialog}
      Field={CurrentPasswordField}
      submitLabel={t("factors.confirm")}
      onSubmit={async (password) => {
        await sendPasswordConfirmation(password);
        onConfirmed();
      }}
      below={otherMethods}
    >
      {text}
    </FieldDialog>
  );
}
