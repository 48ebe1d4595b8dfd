import { type CreationOptions, type Factors, maxPasskeys } from "@toibako/contract/factors.ts";
import { useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { beginPasskey, deletePasskey, deletePassword } from "../queries.ts";
import { useSupportsPasskeys } from "./passkey-button.tsx";
import { PasskeyRow } from "./passkey-row.tsx";
import type { RunWithConfirmation } from "./safety-setting.tsx";

const dialogs = lazyModule(() => import("./passkey-dialogs.tsx"));

interface PasskeySettingProps {
  factors: Factors;
  runWithConfirmation: RunWithConfirmation;
  onChanged: () => Promise<void>;
}

type Question = { kind: "rename" | "remove"; id: string } | { kind: "remove_password" };

/** The passkeys, with which the account signs in without a password. */
export function PasskeySetting({ factors, runWithConfirmation, onChanged }: PasskeySettingProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const isSupported = useSupportsPasskeys();
  const heading = useRef<HTMLHeadingElement>(null);
  const [options, setOptions] = useState<CreationOptions>();
  const [question, setQuestion] = useState<Question>();
  const { passkeys, has_password } = factors;
  const asked =
    question && "id" in question ? passkeys.find(({ id }) => id === question.id) : undefined;
  const close = () => setQuestion(undefined);
  const isRenaming = question?.kind === "rename";
  const loaded = useLazyModule(dialogs, options !== undefined || isRenaming, () => {
    setOptions(undefined);
    close();
  });
  const showDone = async (text: string) => {
    await onChanged();
    toasts.toast(text, { type: "success" });
  };
  const confirmation = {
    onOpenChange: (open: boolean) => void (open || close()),
    processingLabel: t("factors.removing"),
    cancelLabel: t("common.cancel"),
    focusAfter: heading,
    danger: true,
  };
  return (
    <div className="grid gap-3">
      <h3 ref={heading} tabIndex={-1} className="text-md outline-none">
        {t("factors.passkeys_title")}
      </h3>
      <p className="text-sm text-ink-2">{t("factors.passkeys_text")}</p>
      {passkeys.length > 0 && (
        <ul className="grid list-none divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setQuestion({ kind: "rename", id: passkey.id })}
              onRemove={() => setQuestion({ kind: "remove", id: passkey.id })}
            />
          ))}
        </ul>
      )}
      {isSupported ? (
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={passkeys.length >= maxPasskeys}
          onClick={() => runWithConfirmation(async () => setOptions(await beginPasskey()))}
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
              className="justify-self-start"
              onClick={() => setQuestion({ kind: "remove_password" })}
            >
              {t("factors.password_remove")}
            </Button>
          )}
        </div>
      )}
      {loaded && options && (
        <loaded.PasskeySetup
          options={options}
          name={t("factors.passkey_default_name", { n: passkeys.length + 1 })}
          onClosed={() => setOptions(undefined)}
          onDone={() => showDone(t("factors.passkey_added"))}
        />
      )}
      {loaded && isRenaming && asked && (
        <loaded.PasskeyRenaming passkey={asked} onClosed={close} onDone={onChanged} />
      )}
      <ConfirmDialog
        {...confirmation}
        open={question?.kind === "remove"}
        title={t("factors.passkey_remove_title")}
        confirmLabel={t("factors.remove")}
        onConfirm={() =>
          runWithConfirmation(async () => {
            if (asked) await deletePasskey(asked.id);
            await showDone(t("factors.passkey_removed"));
          })
        }
      >
        <p className="text-ink-2">
          {t("factors.passkey_remove_text", { name: asked?.name ?? "" })}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        {...confirmation}
        open={question?.kind === "remove_password"}
        title={t("factors.password_remove_title")}
        confirmLabel={t("factors.password_remove")}
        onConfirm={() =>
          runWithConfirmation(async () => {
            await deletePassword();
            await showDone(t("factors.password_removed"));
          })
        }
      >
        <p className="text-ink-2">{t("factors.password_remove_text")}</p>
      </ConfirmDialog>
    </div>
  );
}
