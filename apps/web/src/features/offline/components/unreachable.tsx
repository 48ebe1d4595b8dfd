import { useEffect } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ErrorState } from "#ui/feedback/states.tsx";

/** Says that the page can't be loaded, and reloads it when the device is online again. */
export function Unreachable() {
  const { t } = useTexts();
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
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
