import { setTheme, useTheme } from "#lib/browser/theme.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";

/** Chooses between a light theme, a dark theme and the system's theme. */
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
