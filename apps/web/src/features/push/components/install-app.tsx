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
  const state = useInstallState();
  if (state === "installed") {
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
      {t(state === "in_share_sheet" ? "push.app_ios" : "push.app_menu")}
    </p>
  );
}

type InstallState = "installed" | "in_share_sheet" | "in_menu";

/** Whether the app is installed; if not, where browsers without an install prompt offer to install it. */
function useInstallState(): InstallState {
  const [state, setState] = useState<InstallState>("in_menu");
  useEffect(() => {
    if (matchMedia("(display-mode: standalone)").matches) setState("installed");
    else if (isIos(navigator.userAgent)) setState("in_share_sheet");
  }, []);
  return state;
}
