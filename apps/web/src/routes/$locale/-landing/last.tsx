import { useTexts } from "#lib/i18n.tsx";
import { Ways } from "./ways.tsx";

export function Last() {
  const { t } = useTexts();
  return (
    <section className="mx-auto w-full max-w-md text-center">
      <h2 className="text-xl">{t("landing.last")}</h2>
      <Ways className="mt-5" />
    </section>
  );
}
