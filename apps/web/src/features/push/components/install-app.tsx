import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useInstallOffer } from "#lib/offline/install.ts";
import { isIos } from "#lib/page/router-context.ts";
import { Button } from "#ui/buttons/button.tsx";

/** Offers to install the site as an app, or says how it is done in this browser. */
export function InstallApp() {
  const { t } = useTexts();
  const install = useInstallOffer();
  const way = useWayToInstall();
  if (way === "installed") return <p className="text-sm text-ink-2">{t("push.app_installed")}</p>;
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
      {t(way === "share_sheet" ? "push.app_ios" : "push.app_menu")}
    </p>
  );
}

/** How the site is installed in a browser that makes no offer; known after hydration. */
function useWayToInstall(): "menu" | "share_sheet" | "installed" {
  const [way, setWay] = useState<"menu" | "share_sheet" | "installed">("menu");
  useEffect(() => {
    if (matchMedia("(display-mode: standalone)").matches) setWay("installed");
    else if (isIos(navigator.userAgent)) setWay("share_sheet");
  }, []);
  return way;
}
