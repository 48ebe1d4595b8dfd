import { useTexts } from "#lib/i18n/texts.tsx";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";

/** A profile before the first answer. */
export function NoAnswers({ name, is_self }: { name: string; is_self: boolean }) {
  const { t } = useTexts();
  return (
    <EmptyState title={t("profiles.empty_title")} drawing={<NoAnswersDrawing />} heading={3}>
      {is_self ? t("profiles.empty_own_text") : t("profiles.empty_text", { name })}
    </EmptyState>
  );
}
