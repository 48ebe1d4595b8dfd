import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import type { Slot } from "#ui/render-as.ts";
import { EmptyState } from "#ui/states.tsx";

/** An address with a page number that the list never had, or has no longer. */
export function BeyondLastPage({ link }: { link: Slot }) {
  const { t } = useTexts();
  return (
    <EmptyState
      title={t("profiles.beyond_title")}
      drawing={<NoAnswersDrawing />}
      action={
        <Button variant="outline" render={link}>
          {t("profiles.first_page")}
        </Button>
      }
    />
  );
}
