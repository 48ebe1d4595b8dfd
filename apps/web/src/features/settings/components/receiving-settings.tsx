import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { SettingSwitch } from "./setting-switch.tsx";

/** What comes into the box besides questions in words, and how it is answered. */
export function ReceivingSettings({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <div className="grid gap-2">
      <SettingSwitch
        user={user}
        field="is_receive_baton"
        label={t("settings.baton_label")}
        hint={t("settings.baton_hint")}
      />
      <SettingSwitch
        user={user}
        field="is_batch_answer_to_stamp"
        label={t("settings.batch_label")}
        hint={t("settings.batch_hint")}
      />
    </div>
  );
}
