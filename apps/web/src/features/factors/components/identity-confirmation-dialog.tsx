import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Factors } from "@toibako/contract/factors.ts";
import { type ReactNode, useState } from "react";
import type { RenderChunk } from "#lib/i18n/rich-text.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { factorsQuery, sendPasskeyConfirmation, sendPasswordConfirmation } from "../queries.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { CurrentPasswordField, SecondFactorField } from "./fields.tsx";
import { MailConfirmation } from "./mail-confirmation.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

interface IdentityConfirmationDialogProps {
  open: boolean;
  /** Buttons that confirm the identity by a linked provider; undefined if none is linked. */
  providerForms: ReactNode | undefined;
  /** The confirmed address, to which a link can be mailed; undefined if there is none. */
  email: string | undefined;
  onClosed: () => void;
  onConfirmed: () => void;
}

/** The dialog for identity confirmation. It offers each method that the account has. */
export function IdentityConfirmationDialog({
  open,
  onClosed,
  ...methodProps
}: IdentityConfirmationDialogProps) {
  const { t } = useTexts();
  const query = useQuery(factorsQuery());
  const dialogProps = {
    open,
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen) onClosed();
    },
    title: t("factors.confirm_title"),
  };
  if (!query.data) {
    return (
      <Dialog {...dialogProps} closeLabel={t("common.close")}>
        <LoadingStatePanel query={query} title={t("factors.load_failed_title")}>
          {t("factors.load_failed_text")}
        </LoadingStatePanel>
      </Dialog>
    );
  }
  const { factors } = query.data;
  const props = { dialogProps, factors, ...methodProps };
  return factors.has_password ? <PasswordDialog {...props} /> : <PasswordlessDialog {...props} />;
}

interface MethodsProps
  extends Pick<IdentityConfirmationDialogProps, "providerForms" | "email" | "onConfirmed"> {
  dialogProps: { open: boolean; onOpenChange: (open: boolean) => void; title: string };
  factors: Factors;
}

/** The dialog for an account without a password. */
function PasswordlessDialog(props: MethodsProps) {
  const { dialogProps, factors, providerForms, email, onConfirmed } = props;
  const { t, locale } = useTexts();
  const hasMethod = factors.passkeys.length > 0 || providerForms || email;
  const renderInquiryLink: RenderChunk = (label) => (
    <Link
      to="/$locale/inquiry"
      params={{ locale }}
      search={{ topic: "account" }}
      className="font-semibold underline"
    >
      {label}
    </Link>
  );
  return (
    <Dialog {...dialogProps} closeLabel={t("common.close")}>
      <div className="grid gap-4">
        <Explanation />
        <OtherMethods {...props} />
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

/** The dialog for an account with a password. After the correct password, it may ask for a code. */
function PasswordDialog(props: MethodsProps) {
  const { dialogProps, onConfirmed } = props;
  const { t } = useTexts();
  // The correct password; set when the account must enter a code after it.
  const [password, setPassword] = useState<string>();
  const confirm = async (typedPassword: string, code?: string) => {
    if (await sendPasswordConfirmation(typedPassword, code)) onConfirmed();
    else setPassword(typedPassword);
    // Prevents `FieldDialog` from closing itself: `onConfirmed` has closed it, or it asks for a code next.
    return false;
  };
  if (password !== undefined) {
    return (
      <FieldDialog
        {...dialogProps}
        key="code"
        Field={SecondFactorField}
        submitLabel={t("factors.confirm")}
        onSubmit={(code) => confirm(password, code)}
      />
    );
  }
  return (
    <FieldDialog
      {...dialogProps}
      key="password"
      Field={CurrentPasswordField}
      submitLabel={t("factors.confirm")}
      onSubmit={(typedPassword) => confirm(typedPassword)}
      below={<OtherMethods {...props} />}
    >
      <Explanation />
    </FieldDialog>
  );
}

function Explanation() {
  const { t } = useTexts();
  return <p className="text-sm text-ink-2">{t("factors.confirm_text")}</p>;
}

/** The buttons that confirm by a passkey or a linked provider. */
function OtherMethods({ factors, providerForms, onConfirmed }: MethodsProps) {
  const { t } = useTexts();
  return (
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
}
