import {
  type CreationOptions,
  type Factors,
  maxPasskeys,
  type Passkey,
} from "@toibako/contract/factors.ts";
import { type RefObject, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { deletePasskey, deletePassword, requestCreationOptions } from "../queries.ts";
import type { RunAction } from "./factor-settings.tsx";
import { useSupportsPasskeys } from "./passkey-button.tsx";
import { PasskeyRow } from "./passkey-row.tsx";

const passkeyDialogs = defineLazyModule(() => import("./passkey-dialogs.tsx"));

interface PasskeySettingProps {
  factors: Factors;
  runAction: RunAction;
  onChanged: () => Promise<void>;
}

/** The open dialog, if it is about an existing passkey (its `id`) or about the password. */
type OpenDialog = { kind: "rename" | "remove"; id: string } | { kind: "remove_password" };

/** Adds, renames and removes passkeys; removes the password of an account with passkeys. */
export function PasskeySetting({ factors, runAction, onChanged }: PasskeySettingProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const isSupported = useSupportsPasskeys();
  const heading = useRef<HTMLHeadingElement>(null);
  // Set while the dialog that adds a passkey is open.
  const [creationOptions, setCreationOptions] = useState<CreationOptions>();
  const [dialog, setDialog] = useState<OpenDialog>();
  const { passkeys, has_password } = factors;
  const selectedPasskey =
    dialog && "id" in dialog ? passkeys.find(({ id }) => id === dialog.id) : undefined;
  const close = () => setDialog(undefined);
  const isRenaming = dialog?.kind === "rename";
  const dialogs = useLazyModule(passkeyDialogs, creationOptions !== undefined || isRenaming, () => {
    setCreationOptions(undefined);
    close();
  });
  const refreshAndToast = async (text: string) => {
    await onChanged();
    toasts.showToast(text, { type: "success" });
  };
  return (
    <div className="grid gap-3">
      <h4 ref={heading} tabIndex={-1} className="text-md outline-none">
        {t("factors.passkeys_title")}
      </h4>
      <p className="text-sm text-ink-2">{t("factors.passkeys_text")}</p>
      {passkeys.length > 0 && (
        <ul className="grid list-none divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDialog({ kind: "rename", id: passkey.id })}
              onRemove={() => setDialog({ kind: "remove", id: passkey.id })}
            />
          ))}
        </ul>
      )}
      {isSupported ? (
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={passkeys.length >= maxPasskeys}
          onClick={() => runAction(async () => setCreationOptions(await requestCreationOptions()))}
        >
          {t("factors.passkey_add")}
        </Button>
      ) : (
        <p className="text-sm text-ink-2">{t("factors.passkeys_unsupported")}</p>
      )}
      {passkeys.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm text-ink-2">
            {t(has_password ? "factors.password_text" : "factors.password_removed_text")}
          </p>
          {has_password && (
            <Button
              variant="text"
              size="sm"
              alignsText
              className="justify-self-start"
              onClick={() => setDialog({ kind: "remove_password" })}
            >
              {t("factors.password_remove")}
            </Button>
          )}
        </div>
      )}
      {dialogs && creationOptions && (
        <dialogs.AddPasskeyDialog
          options={creationOptions}
          name={t("factors.passkey_default_name", { n: passkeys.length + 1 })}
          onClosed={() => setCreationOptions(undefined)}
          onDone={() => refreshAndToast(t("factors.passkey_added"))}
        />
      )}
      {dialogs && isRenaming && selectedPasskey && (
        <dialogs.RenamePasskeyDialog
          passkey={selectedPasskey}
          onClosed={close}
          onDone={onChanged}
        />
      )}
      <RemovalDialogs
        kind={dialog?.kind}
        passkey={selectedPasskey}
        runAction={runAction}
        onClose={close}
        onRemoved={refreshAndToast}
        focusAfter={heading}
      />
    </div>
  );
}

interface RemovalDialogsProps {
  kind: OpenDialog["kind"] | undefined;
  /** The passkey to remove. */
  passkey: Passkey | undefined;
  runAction: RunAction;
  onClose: () => void;
  /** Called with the text that says what was removed. */
  onRemoved: (text: string) => Promise<void>;
  focusAfter: RefObject<HTMLElement | null>;
}

/** The dialogs that ask before a passkey or the password is removed. */
function RemovalDialogs(props: RemovalDialogsProps) {
  const { kind, passkey, runAction, onClose, onRemoved, focusAfter } = props;
  const { t } = useTexts();
  const confirmDialogProps = {
    onOpenChange: (open: boolean) => void (open || onClose()),
    processingLabel: t("factors.removing"),
    cancelLabel: t("common.cancel"),
    focusAfter,
    isDangerous: true,
  };
  return (
    <>
      <ConfirmDialog
        {...confirmDialogProps}
        open={kind === "remove"}
        title={t("factors.passkey_remove_title")}
        confirmLabel={t("factors.remove")}
        onConfirm={() =>
          runAction(async () => {
            if (passkey) await deletePasskey(passkey.id);
            await onRemoved(t("factors.passkey_removed"));
          })
        }
      >
        <p className="text-ink-2">
          {t("factors.passkey_remove_text", { name: passkey?.name ?? "" })}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...confirmDialogProps}
        open={kind === "remove_password"}
        title={t("factors.password_remove_title")}
        confirmLabel={t("factors.password_remove")}
        onConfirm={() =>
          runAction(async () => {
            await deletePassword();
            await onRemoved(t("factors.password_removed"));
          })
        }
      >
        <p className="text-ink-2">{t("factors.password_remove_text")}</p>
      </ConfirmDialog>
    </>
  );
}
