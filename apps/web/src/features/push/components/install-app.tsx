import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useInstallPrompt } from "#lib/offline/install.ts";
import { isIos } from "#lib/page/router-context.ts";
import { Button } from "#ui/buttons/button.tsx";

/** A button that installs the site as an app, or instructions for browsers without an install prompt. */
export function InstallApp() {
  const { t } = useTexts();
  const install = useInstallPrompt();
  const instructions = useInstallInstructions();
  if (instructions === "installed") {
    return <p className="text-sm text-ink-2">{t("push.app_installed")}</p>;
  }
  if (install) {
    return (
      <Button variant="outline" className="justify-self-start" onClick={install}>
        <Download size={18} aria-hidden="true" />
        {t("push.app_install")}
      </Button>
    );
  }
  return (
    <p className="text-sm text-ink-2">
      {t(instructions === "share_sheet" ? "push.app_ios" : "push.app_menu")}
    </p>
  );
}

/** Which instructions a browser without an install prompt needs; found out after hydration. */
function useInstallInstructions(): "menu" | "share_sheet" | "installed" {
  const [instructions, setInstructions] = useState<"menu" | "share_sheet" | "installed">("menu");
  useEffect(() => {
    if (matchMedia("(display-mode: standalone)").matches) setInstructions("installed");
    else if (isIos(navigator.userAgent)) setInstructions("share_sheet");
  }, []);
  return instructions;
}
