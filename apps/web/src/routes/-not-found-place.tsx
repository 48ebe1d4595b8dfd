import { useTexts } from "#lib/i18n.tsx";

export function NotFoundPlace() {
  const { t, locale } = useTexts();
  return (
    <main className="p-8 text-center">
      <h1 className="text-xl font-bold">{t("common.not_found_title")}</h1>
      <p className="mt-2 text-ink-2">{t("common.not_found_text")}</p>
      <a className="mt-6 inline-block text-brand underline" href={`/${locale}`}>
        {t("common.to_top")}
      </a>
    </main>
  );
}
