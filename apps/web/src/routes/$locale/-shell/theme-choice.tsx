import { useTexts } from "#lib/i18n.tsx";
import { setTheme, useTheme } from "#lib/theme.ts";
import { Segmented } from "#ui/segmented.tsx";

/** Light, dark, or as the system has it. */
export function ThemeChoice() {
  const { t } = useTexts();
  return (
    <Segmented
      label={t("shell.theme")}
      value={useTheme() ?? "system"}
      onChange={(choice) => setTheme(choice === "system" ? undefined : choice)}
      options={[
        { value: "system", label: t("shell.theme_system") },
        { value: "light", label: t("shell.theme_light") },
        { value: "dark", label: t("shell.theme_dark") },
      ]}
    />
  );
}
