import type { Factors } from "@toibako/contract/factors.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { lazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { beginTotp, createRecoveryCodes } from "../queries.ts";
import type { RunWithConfirmation } from "./safety-setting.tsx";

const dialogs = lazyModule(async () => {
  const [{ TotpSetup, TotpRemoval }, { RecoveryCodes }] = await Promise.all([
    import("./totp-dialogs.tsx"),
    import("./recovery-codes.tsx"),
  ]);
  return { TotpSetup, TotpRemoval, RecoveryCodes };
});

/** With so few recovery codes left, the page proposes new ones. */
const fewCodes = 3;

interface TotpSettingProps {
  factors: Factors;
  account: string;
  runWithConfirmation: RunWithConfirmation;
  onChanged: () => Promise<void>;
}

type Step =
  | { kind: "setup"; secret: string; url: string }
  | { kind: "codes"; codes: string[] }
  | { kind: "removal" };

/** The second factor: codes of an authenticator app, and recovery codes. */
export function TotpSetting({
  factors,
  account,
  runWithConfirmation,
  onChanged,
}: TotpSettingProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const loaded = useLazyModule(dialogs, step !== undefined, close);
  const { is_totp_on, recovery_codes_left } = factors;

  async function showCodes(codes: string[]) {
    setStep({ kind: "codes", codes });
    await onChanged();
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-md">{t("factors.totp_title")}</h3>
        <span className={is_totp_on ? "text-sm font-bold text-ok" : "text-sm text-ink-2"}>
          {t(is_totp_on ? "factors.on" : "factors.off")}
        </span>
      </div>
      <p className="text-sm text-ink-2">{t("factors.totp_text")}</p>
      {is_totp_on && recovery_codes_left <= fewCodes ? (
        <Callout tone="warn">{t("factors.codes_left", { n: recovery_codes_left })}</Callout>
      ) : (
        is_totp_on && (
          <p className="text-sm">{t("factors.codes_left", { n: recovery_codes_left })}</p>
        )
      )}
      <div className="flex flex-wrap gap-2">
        {is_totp_on ? (
          <>
            <Button
              variant="outline"
              onClick={() =>
                runWithConfirmation(async () => showCodes(await createRecoveryCodes()))
              }
            >
              {t("factors.codes_replace")}
            </Button>
            <Button variant="text" onClick={() => setStep({ kind: "removal" })}>
              {t("factors.turn_off")}
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            onClick={() =>
              runWithConfirmation(async () => setStep({ kind: "setup", ...(await beginTotp()) }))
            }
          >
            {t("factors.turn_on")}
          </Button>
        )}
      </div>
      {loaded && step?.kind === "setup" && (
        <loaded.TotpSetup
          secret={step.secret}
          url={step.url}
          onClosed={() => setStep((now) => (now?.kind === "setup" ? undefined : now))}
          onDone={(codes) => void showCodes(codes)}
        />
      )}
      {loaded && step?.kind === "codes" && (
        <loaded.RecoveryCodes codes={step.codes} account={account} onClosed={close} />
      )}
      {loaded && step?.kind === "removal" && (
        <loaded.TotpRemoval
          onClosed={close}
          onDone={() => {
            void onChanged();
            toasts.toast(t("factors.turned_off"), { type: "success" });
          }}
        />
      )}
    </div>
  );
}
