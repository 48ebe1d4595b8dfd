import { useEffect } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { isServerReachable } from "#lib/page/new-release.ts";
import { ErrorState } from "#ui/feedback/states.tsx";

/** Says that the page can't be loaded, and reloads it when the device is online again. */
export function Unreachable() {
  const { t } = useTexts();
  useEffect(() => {
    // An online device may not reach the site, and Chromium can fire the event without a connection.
    const reloadIfReachable = () => {
      void isServerReachable().then((isReachable) => isReachable && location.reload());
    };
    addEventListener("online", reloadIfReachable);
    return () => removeEventListener("online", reloadIfReachable);
  }, []);
  return (
    <ErrorState
      title={t("offline.title")}
      heading={1}
      retryLabel={t("common.retry")}
      onRetry={() => location.reload()}
    >
      {t("offline.text")}
    </ErrorState>
  );
}
