import { useQueryClient } from "@tanstack/react-query";
import type { Factors } from "@toibako/contract/factors.ts";
import { useState } from "react";
import { ensureIdentityConfirmation } from "#lib/http/identity-confirmation.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { createRecoveryCodes, requestTotpSecret } from "../queries.ts";
import type { RunAction } from "./factor-settings.tsx";

const totpDialogs = defineLazyModule(async () => {
  const [{ TurnOnTotpDialog, TurnOffTotpDialog }, { RecoveryCodesDialog }] = await Promise.all([
    import("./totp-dialogs.tsx"),
    import("./recovery-codes.tsx"),
  ]);
  return { TurnOnTotpDialog, TurnOffTotpDialog, RecoveryCodesDialog };
});

/** The page warns an account that has this number of recovery codes or fewer. */
const lowCodesCount = 3;

interface TotpSettingProps {
  factors: Factors;
  account: string;
  runAction: RunAction;
  onChanged: () => Promise<void>;
}

type OpenDialog =
  | { kind: "turn_on"; secret: string; url: string }
  | { kind: "codes"; codes: string[] }
  | { kind: "turn_off" };

/** The second factor: codes of an authenticator app, and recovery codes. */
export function TotpSetting({ factors, account, runAction, onChanged }: TotpSettingProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const dialogs = useLazyModule(totpDialogs, dialog !== undefined, close);
  const { is_totp_on, recovery_codes_left } = factors;

  async function showCodes(codes: string[]) {
    setDialog({ kind: "codes", codes });
    await onChanged();
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h4 className="text-md">{t("factors.totp_title")}</h4>
        <span className={is_totp_on ? "text-sm font-bold text-ok" : "text-sm text-ink-2"}>
          {t(is_totp_on ? "factors.on" : "factors.off")}
        </span>
      </div>
      <p className="text-sm text-ink-2">{t("factors.totp_text")}</p>
      {is_totp_on && <RemainingCodes count={recovery_codes_left} />}
      <div className="flex flex-wrap gap-2">
        {is_totp_on ? (
          <>
            <Button
              variant="outline"
              onClick={() => runAction(async () => showCodes(await createRecoveryCodes()))}
            >
              {t("factors.codes_replace")}
            </Button>
            <Button variant="text" onClick={() => setDialog({ kind: "turn_off" })}>
              {t("factors.turn_off")}
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            onClick={() =>
              runAction(async () => {
                // Before the QR code, so that nobody scans it in vain.
                if (!(await ensureIdentityConfirmation(client))) return;
                setDialog({ kind: "turn_on", ...(await requestTotpSecret()) });
              })
            }
          >
            {t("factors.turn_on")}
          </Button>
        )}
      </div>
      {dialogs && dialog?.kind === "turn_on" && (
        <dialogs.TurnOnTotpDialog
          secret={dialog.secret}
          url={dialog.url}
          // `onDone` opens the recovery codes. Then this dialog closes itself, but the codes must stay.
          onClosed={() => setDialog((open) => (open?.kind === "turn_on" ? undefined : open))}
          onDone={(codes) => void showCodes(codes)}
        />
      )}
      {dialogs && dialog?.kind === "codes" && (
        <dialogs.RecoveryCodesDialog codes={dialog.codes} account={account} onClosed={close} />
      )}
      {dialogs && dialog?.kind === "turn_off" && (
        <dialogs.TurnOffTotpDialog
          onClosed={close}
          onDone={() => {
            void onChanged();
            toasts.showToast(t("factors.turned_off"), { type: "success" });
          }}
        />
      )}
    </div>
  );
}

function RemainingCodes({ count }: { count: number }) {
  const { t } = useTexts();
  const text = t("factors.codes_left", { n: count });
  if (count <= lowCodesCount) return <Callout tone="warn">{text}</Callout>;
  return <p className="text-sm">{text}</p>;
}
