import { useQuery } from "@tanstack/react-query";
import { communitiesBadge, friendsBadge, messagesBadge } from "@toibako/contract/notices.ts";
import type { GivenBadge } from "@toibako/contract/staff/contents/badges.ts";
import { useState } from "react";
import { Rows } from "#features/staff/components/rows.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { givenBadgesQuery, useGiveBadge } from "#features/staff/queries/badges.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";

/** The places of the navigation as it names them. */
export const placeTexts = {
  [messagesBadge]: "shell.messages",
  [friendsBadge]: "shell.friends",
  [communitiesBadge]: "shell.communities",
} as const;

/** The places of the navigation that can be marked as new, and when each was last marked. */
export function BadgeList() {
  const { t } = useTexts();
  const query = useQuery(givenBadgesQuery());
  if (!query.data) {
    return <LoadingState query={query} skeleton="row" title={t("staff_contents.load_failed")} />;
  }
  return (
    <Rows>
      {query.data.badges.map((badge) => (
        <li
          key={badge.keyword}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4"
        >
          <BadgeRow badge={badge} />
        </li>
      ))}
    </Rows>
  );
}

function BadgeRow({ badge }: { badge: GivenBadge }) {
  const { t } = useTexts();
  const { keyword, given_at, given_count, is_running } = badge;
  // As it was when the dialog opened: pressing again after a lost reply must give it once.
  const [asked, setAsked] = useState<GivenBadge>();
  const { mutateAsync: give } = useGiveBadge();
  const place = t(placeTexts[keyword]);
  return (
    <>
      <div className="grid min-w-0 gap-1">
        <h3 className="font-bold">{place}</h3>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
          {given_at === null ? (
            <span>{t("staff_stamps.badge_never")}</span>
          ) : (
            <>
              <span>
                <StaffDate form="minute" at={given_at} />
              </span>
              <span>{t("staff_stamps.badge_given", { n: given_count })}</span>
            </>
          )}
          <span role="status">{is_running && t("staff_stamps.badge_running")}</span>
        </p>
      </div>
      <Button
        variant="outline"
        aria-label={t("staff_stamps.badge_give_to", { place })}
        onClick={() => setAsked(badge)}
      >
        {t("staff_stamps.badge_give")}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setAsked(undefined)}
        title={t("staff_stamps.badge_confirm_title", { place })}
        confirmLabel={t("staff_stamps.badge_give")}
        processingLabel={t("staff_stamps.badge_giving")}
        cancelLabel={t("common.cancel")}
        failureText={t("staff.failed")}
        onConfirm={() => give(asked ?? badge)}
      >
        {t("staff_stamps.badge_confirm")}
      </ConfirmDialog>
    </>
  );
}
