import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { EmptyState } from "#ui/states.tsx";
import { Place } from "./-place.tsx";

export function NotFoundPlace() {
  const { t, locale } = useTexts();
  return (
    <Place>
      <EmptyState
        heading={1}
        drawing={<NotFoundDrawing />}
        title={t("common.not_found_title")}
        action={
          <a href={`/${locale}`} className={buttonClass()}>
            {t("common.to_top")}
          </a>
        }
      >
        {t("common.not_found_text")}
      </EmptyState>
    </Place>
  );
}
