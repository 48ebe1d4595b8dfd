import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { UnloadedPanel } from "#ui/feedback/unloaded.tsx";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { factorsQuery, refreshFactors } from "../queries.ts";
import { PasskeySetting } from "./passkey-setting.tsx";
import { TotpSetting } from "./totp-setting.tsx";

const confirmationDialog = lazyModule(
  async () => (await import("./identity-confirmation-dialog.tsx")).IdentityConfirmationDialog,
);

/**
 * Runs an action for which the server requires a recent identity confirmation. If there was none, opens the
 * dialog for it and repeats the action afterwards. Other failures are shown as a toast.
 */
export type RunWithConfirmation = (action: () => Promise<unknown>) => Promise<void>;

interface FactorSettingsProps {
  account: string;
  /** Forms that confirm the identity by signing in with a linked provider. */
  providerForms: ReactNode;
}

/** The second factor and the passkeys of the account. */
export function FactorSettings({ account, providerForms }: FactorSettingsProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const query = useQuery(factorsQuery());
  const [refusedAction, setRefusedAction] = useState<{ action: () => Promise<unknown> }>();
  const IdentityConfirmationDialog = useLazyModule(
    confirmationDialog,
    refusedAction !== undefined,
    () => setRefusedAction(undefined),
  );
  if (!query.data) {
    return (
      <UnloadedPanel query={query} title={t("factors.load_failed_title")}>
        {t("factors.load_failed_text")}
      </UnloadedPanel>
    );
  }
  const { factors } = query.data;
  const onChanged = () => refreshFactors(client);
  const runWithConfirmation: RunWithConfirmation = async (action) => {
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_needed")
        setRefusedAction({ action });
      else toasts.show("error", describeFailure(error, t("factors.failed")));
    }
  };
  return (
    <div className="grid gap-6">
      <TotpSetting
        factors={factors}
        account={account}
        runWithConfirmation={runWithConfirmation}
        onChanged={onChanged}
      />
      <PasskeySetting
        factors={factors}
        runWithConfirmation={runWithConfirmation}
        onChanged={onChanged}
      />
      {IdentityConfirmationDialog && refusedAction && (
        <IdentityConfirmationDialog
          factors={factors}
          providerForms={providerForms}
          onClosed={() => setRefusedAction(undefined)}
          onConfirmed={() => {
            setRefusedAction(undefined);
            void runWithConfirmation(refusedAction.action);
          }}
        />
      )}
    </div>
  );
}
