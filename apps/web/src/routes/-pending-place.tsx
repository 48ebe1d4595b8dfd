import { useTexts } from "#lib/i18n.tsx";

/** Shown while a page's data is on its way for longer than a moment. */
export function PendingPlace() {
  const { t } = useTexts();
  return (
    <main aria-busy="true" className="p-8 text-center text-ink-2">
      {t("common.loading")}
    </main>
  );
}
