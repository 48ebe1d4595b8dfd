import { useTexts } from "#lib/i18n/texts.tsx";
import { QrCode } from "#ui/drawings/qr-code.tsx";
import { turnOffTotp, turnOnTotp } from "../queries.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { SecondFactorField, TotpCodeField } from "./fields.tsx";

interface TurnOnTotpDialogProps {
  secret: string;
  url: string;
  onClosed: () => void;
  /** Called with the recovery codes after the second factor was turned on. */
  onDone: (recovery_codes: string[]) => void;
}

/** Shows the secret for the authenticator app, and turns the second factor on with a code of the app. */
export function TurnOnTotpDialog({ secret, url, onClosed, onDone }: TurnOnTotpDialogProps) {
  const { t } = useTexts();
  return (
    <FieldDialog
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.setup_title")}
      Field={TotpCodeField}
      submitLabel={t("factors.setup_finish")}
      onSubmit={async (code) => onDone(await turnOnTotp(code))}
    >
      <p className="text-sm text-ink-2">{t("factors.setup_text")}</p>
      <div className="grid justify-items-center gap-3">
        <QrCode text={url} label={t("factors.setup_qr")} />
        <div className="grid w-full gap-1 text-center text-sm">
          <p className="text-ink-2">{t("factors.setup_secret")}</p>
          <p
            translate="no"
            className="rounded-md bg-surface-2 px-3 py-2 font-mono text-balance wrap-anywhere select-all"
          >
            {groupCharacters(secret)}
          </p>
        </div>
      </div>
    </FieldDialog>
  );
}

/** Adds a space after every four characters, so that the secret is easier to type. */
function groupCharacters(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

/** Turns the second factor off with a code. */
export function TurnOffTotpDialog({
  onClosed,
  onDone,
}: {
  onClosed: () => void;
  onDone: () => void;
}) {
  const { t } = useTexts();
  return (
    <FieldDialog
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.turn_off_title")}
      Field={SecondFactorField}
      submitLabel={t("factors.turn_off")}
      onSubmit={async (code) => {
        await turnOffTotp(code);
        onDone();
      }}
    >
      <p className="text-sm text-ink-2">{t("factors.turn_off_text")}</p>
    </FieldDialog>
  );
}
