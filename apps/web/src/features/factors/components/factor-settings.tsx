import { useQuery, useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { factorsQuery, refreshFactors } from "../queries.ts";
import { PasskeySetting } from "./passkey-setting.tsx";
import { TotpSetting } from "./totp-setting.tsx";

/** Runs an action; a failure is shown as a toast. */
export type RunAction = (action: () => Promise<unknown>) => Promise<void>;

/** The second factor and the passkeys of the account. */
export function FactorSettings({ account }: { account: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const query = useQuery(factorsQuery());
  if (!query.data) {
    return (
      <LoadingStatePanel query={query} title={t("factors.load_failed_title")}>
        {t("factors.load_failed_text")}
      </LoadingStatePanel>
    );
  }
  const { factors } = query.data;
  const onChanged = () => refreshFactors(client);
  const runAction: RunAction = async (action) => {
    try {
      await action();
    } catch (error) {
      toasts.showBar("error", describeFailure(error, t("factors.failed")));
    }
  };
  return (
    <div className="grid gap-6">
      <TotpSetting
        factors={factors}
        account={account}
        runAction={runAction}
        onChanged={onChanged}
      />
      <PasskeySetting factors={factors} runAction={runAction} onChanged={onChanged} />
    </div>
  );
}
