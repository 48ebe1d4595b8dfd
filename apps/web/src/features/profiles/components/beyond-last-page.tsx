import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import type { Slot } from "#ui/render-as.ts";

/** An address with a page number that the list never had, or has no longer. */
export function BeyondLastPage({ link }: { link: Slot }) {
  const { t } = useTexts();
  return (
    <EmptyState
      title={t("profiles.past_last_page_title")}
      drawing={<NoAnswersDrawing />}
      action={
        <Button variant="outline" render={link}>
          {t("profiles.first_page")}
        </Button>
      }
    />
  );
}
