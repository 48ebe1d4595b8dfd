import type { CreationOptions, Passkey } from "@toibako/contract/factors.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { changePasskeyName, createPasskey, isAlreadyAdded, isCancelled } from "../queries.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { PasskeyNameField } from "./fields.tsx";

interface PasskeySetupProps {
  options: CreationOptions;
  /** The proposed name. */
  name: string;
  onClosed: () => void;
  onDone: () => Promise<void>;
}

/** Asks for the name of a passkey, and lets the browser make it. */
export function PasskeySetup({ options, name, onClosed, onDone }: PasskeySetupProps) {
  const { t } = useTexts();
  return (
    <FieldDialog
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.passkey_add_title")}
      Field={PasskeyNameField}
      initialValue={name}
      submitLabel={t("factors.passkey_create")}
      onSubmit={async (given) => {
        await createPasskey(given, options);
        await onDone();
      }}
      describe={(error) => {
        if (isCancelled(error)) return t("factors.passkey_cancelled");
        return isAlreadyAdded(error) ? t("factors.passkey_exists") : undefined;
      }}
    >
      <p className="text-sm text-ink-2">{t("factors.passkey_add_text")}</p>
    </FieldDialog>
  );
}

interface PasskeyRenamingProps {
  passkey: Passkey;
  onClosed: () => void;
  onDone: () => Promise<void>;
}

export function PasskeyRenaming({ passkey, onClosed, onDone }: PasskeyRenamingProps) {
  const { t } = useTexts();
  return (
    <FieldDialog
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.passkey_rename_title")}
      Field={PasskeyNameField}
      initialValue={passkey.name}
      submitLabel={t("factors.save")}
      onSubmit={async (name) => {
        await changePasskeyName(passkey.id, name);
        await onDone();
      }}
    />
  );
}
