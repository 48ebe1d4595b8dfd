import { useQuery } from "@tanstack/react-query";
import { talksQuery } from "#features/talks/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

/** Beside the list while no talk is open; for an account without talks, the usual aside. */
export function NoTalkOpen() {
  const { t } = useTexts();
  const { data } = useQuery(talksQuery(1));
  if (data?.pager.total_count === 0) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <AccountAside />
      </div>
    );
  }
  return (
    <div className="sticky top-[calc(var(--bar)+1.5rem)] grid min-h-96 place-items-center rounded-sheet bg-surface shadow-e1">
      <EmptyState drawing={<LetterArrivingDrawing />} title={t("talks.choose_title")}>
        {t("talks.choose_text")}
      </EmptyState>
    </div>
  );
}
