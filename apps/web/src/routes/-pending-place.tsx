import { useTexts } from "#lib/i18n.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { Place } from "./-place.tsx";

/** Shown while a page's data is on its way for longer than a moment. */
export function PendingPlace() {
  const { t } = useTexts();
  return (
    <Place>
      <SkeletonList kind="letter" label={t("common.loading")} />
    </Place>
  );
}
