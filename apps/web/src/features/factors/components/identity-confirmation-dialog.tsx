import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Chunks } from "#lib/i18n/rich-text.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { UnloadedPanel } from "#ui/feedback/unloaded.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { factorsQuery, sendPasskeyConfirmation, sendPasswordConfirmation } from "../queries.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { CurrentPasswordField, SecondFactorField } from "./fields.tsx";
import { MailConfirmation } from "./mail-confirmation.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

interface IdentityConfirmationDialogProps {
  open: boolean;
  /** Forms that confirm the identity by signing in with a linked provider; undefined without such a provider. */
  providerForms: ReactNode | undefined;
  /** The confirmed address, to which a link can be mailed; undefined if it can't. */
  email: string | undefined;
  onClosed: () => void;
  onConfirmed: () => void;
}

/** The dialog for identity confirmation, with each method that the account has. */
export function IdentityConfirmationDialog({
  open,
  providerForms,
  email,
  onClosed,
  onConfirmed,
}: IdentityConfirmationDialogProps) {
  const { t, locale } = useTexts();
  const query = useQuery(factorsQuery());
  // The correct password of an account that must enter a code as well.
  const [password, setPassword] = useState<string>();
  const dialog = {
    open,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) onClosed();
    },
    title: t("factors.confirm_title"),
  };
  if (!query.data) {
    return (
      <Dialog {...dialog} closeLabel={t("common.close")}>
        <UnloadedPanel query={query} title={t("factors.load_failed_title")}>
          {t("factors.load_failed_text")}
        </UnloadedPanel>
      </Dialog>
    );
  }
  const { factors } = query.data;
  const renderInquiryLink: Chunks[string] = (label) => (
    <Link to="/$locale/inquiry" params={{ locale }} className="font-semibold underline">
      {label}
    </Link>
  );
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
    const hasMethod = factors.passkeys.length > 0 || providerForms || email;
    return (
      <Dialog {...dialog} closeLabel={t("common.close")}>
        <div className="grid gap-4">
          {text}
          {otherMethods}
          {email && <MailConfirmation email={email} onConfirmed={onConfirmed} />}
          {!hasMethod && (
            <Callout tone="warn">
              {t.rich("factors.confirm_impossible", {}, { link: renderInquiryLink })}
            </Callout>
          )}
        </div>
      </Dialog>
    );
  }
  // `FieldDialog` closes itself unless `onSubmit` returns false. Here `onConfirmed` closes the dialog, or the password was
  // correct and the field for a code takes its place.
  const confirm = async (typedPassword: string, code?: string) => {
    if (await sendPasswordConfirmation(typedPassword, code)) onConfirmed();
    else setPassword(typedPassword);
    return false;
  };
  if (password !== undefined) {
    return (
      <FieldDialog
        {...dialog}
        key="code"
        Field={SecondFactorField}
        submitLabel={t("factors.confirm")}
        onSubmit={(code) => confirm(password, code)}
      />
    );
  }
  return (
    <FieldDialog
      {...dialog}
      key="password"
      Field={CurrentPasswordField}
      submitLabel={t("factors.confirm")}
      onSubmit={(typedPassword) => confirm(typedPassword)}
      below={otherMethods}
    >
      {text}
    </FieldDialog>
  );
}
