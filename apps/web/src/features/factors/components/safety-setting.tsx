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
 * Runs an action that the server allows only to an owner who has just proved to be there: if needed,
 * lets them prove it first and runs the action again. Failures are shown as a message.
 */
export type RunAsOwner = (action: () => Promise<unknown>) => Promise<void>;

interface SafetySettingProps {
  account: string;
  /** Forms that sign in again with a linked provider, to prove that the owner is there. */
  providerForms: ReactNode;
}

/** The second factor and the passkeys of the account. */
export function SafetySetting({ account, providerForms }: SafetySettingProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const query = useQuery(factorsQuery());
  const [waiting, setWaiting] = useState<{ action: () => Promise<unknown> }>();
  const ConfirmIdentity = useLazyModule(dialog, waiting !== undefined, () => setWaiting(undefined));
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
  const runAsOwner: RunAsOwner = async (action) => {
    try {
      await action();
    } catch (error) {
      if (error instanceof ApiError && error.code === "confirmation_needed") setWaiting({ action });
      else toasts.show("error", describeFailure(error, t("factors.failed")));
    }
  };
  return (
    <div className="grid gap-6">
      <TotpSetting
        factors={factors}
        account={account}
        runAsOwner={runAsOwner}
        onChanged={onChanged}
      />
      <PasskeySetting factors={factors} runAsOwner={runAsOwner} onChanged={onChanged} />
      {ConfirmIdentity && waiting && (
        <ConfirmIdentity
          factors={factors}
          providerForms={providerForms}
          onClosed={() => setWaiting(undefined)}
          onConfirmed={() => {
            setWaiting(undefined);
            void runAsOwner(waiting.action);
          }}
        />
      )}
    </div>
  );
}
