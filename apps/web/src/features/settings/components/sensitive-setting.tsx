import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { SettingSwitch } from "./setting-switch.tsx";

/** Whether sensitive questions are shown like any other. */
export function SensitiveSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  return (
    <SettingSwitch
      user={user}
      field="is_show_sensitive_content"
      label={t("settings.sensitive_label")}
      hint={t("settings.sensitive_hint")}
    />
  );
}
