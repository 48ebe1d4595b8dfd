import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { factorsQuery, refreshFactors } from "../queries.ts";
import { PasskeySetting } from "./passkey-setting.tsx";
import { TotpSetting } from "./totp-setting.tsx";

const dialog = lazyModule(async () => (await import("./confirm-identity.tsx")).ConfirmIdentity);

/**
 * Runs an action for which the server requires an identity confirmation. If the server rejects the action for
 * lack of one, shows the confirmation dialog, then repeats the action. Other failures are shown as a message.
 */
export type RunWithConfirmation = (action: () => Promise<unknown>) => Promise<void>;

interface SafetySettingProps {
  account: string;
  /** Forms that confirm the identity by signing in again with a linked provider. */
  providerForms: ReactNode;
}

/** The second factor and the passkeys of the account. */
export function SafetySetting({ account, providerForms }: SafetySettingProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const query = useQuery(factorsQuery());
  const [pending, setPending] = useState<{ action: () => Promise<unknown> }>();
  const ConfirmIdentity = useLazyModule(dialog, pending !== undefined, () => setPending(undefined));
  if (!query.data) {
    return (
      <Unloaded
        query={query}
        skeleton="row"
        count={1}
        title={t("factors.load_failed_title")}
        isCompact
      >
        {t("factors.load_failed_text")}
      </Unloaded>
    );
  }
  const { factors } = query.data;
  const onChanged = () => refreshFactors(client);
  const runWithConfirmation: RunWithConfirmation = async (action) => {
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_needed") setPending({ action });
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
      {ConfirmIdentity && pending && (
        <ConfirmIdentity
          factors={factors}
          providerForms={providerForms}
          onClosed={() => setPending(undefined)}
          onConfirmed={() => {
            setPending(undefined);
            void runWithConfirmation(pending.action);
          }}
        />
      )}
    </div>
  );
}
