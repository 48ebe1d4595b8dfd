import type { CreationOptions, Passkey } from "@toibako/contract/factors.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { changePasskeyName, createPasskey, isCancelled, isPasskeyKnown } from "../queries.ts";
import { FieldDialog } from "./field-dialog.tsx";
import { PasskeyNameField, usePasskeyNameCheck } from "./fields.tsx";

interface AddPasskeyDialogProps {
  options: CreationOptions;
  /** The proposed name. */
  name: string;
  onClosed: () => void;
  onDone: () => Promise<void>;
}

/** Asks for a name, and creates a passkey with this name. */
export function AddPasskeyDialog({ options, name, onClosed, onDone }: AddPasskeyDialogProps) {
  const { t } = useTexts();
  const findProblem = usePasskeyNameCheck();
  return (
    <FieldDialog
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.passkey_add_title")}
      Field={PasskeyNameField}
      findProblem={findProblem}
      initialValue={name}
      submitLabel={t("factors.passkey_create")}
      onSubmit={async (chosenName) => {
        await createPasskey(chosenName, options);
        await onDone();
      }}
      describeError={(error) => {
        if (isCancelled(error)) return t("factors.passkey_cancelled");
        return isPasskeyKnown(error) ? t("factors.passkey_exists") : undefined;
      }}
    >
      <p className="text-sm text-ink-2">{t("factors.passkey_add_text")}</p>
    </FieldDialog>
  );
}

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClosed: () => void;
  onDone: () => Promise<void>;
}

export function RenamePasskeyDialog({ passkey, onClosed, onDone }: RenamePasskeyDialogProps) {
  const { t } = useTexts();
  const findProblem = usePasskeyNameCheck();
  return (
    <FieldDialog
      open
      onOpenChange={(open) => open || onClosed()}
      title={t("factors.passkey_rename_title")}
      Field={PasskeyNameField}
      findProblem={findProblem}
      initialValue={passkey.name}
      submitLabel={t("factors.save")}
      onSubmit={async (name) => {
        await changePasskeyName(passkey.id, name);
        await onDone();
      }}
    />
  );
}
