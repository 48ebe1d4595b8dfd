import { createFileRoute, notFound } from "@tanstack/react-router";
import { messagesBadge } from "@toibako/contract/notices.ts";
import { MessageCircleHeart } from "lucide-react";
import { useEffect } from "react";
import { requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { useBadge } from "#features/notices/queries/badges.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { areMessagesAvailable } from "#lib/page/available-features.ts";
import { buildPageHead } from "#lib/page/head.ts";
import { Button } from "#ui/buttons/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

export const Route = createFileRoute("/$locale/me/talks")({
  beforeLoad: (options) => {
    if (!areMessagesAvailable) throw notFound();
    return requireSession(options);
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.messages"), noindex: true }),
  component: Talks,
});

/** A placeholder for the list of messages. The route is not found as long as `areMessagesAvailable` is false. */
function Talks() {
  const { t } = useTexts();
  const user = useCurrentUser();
  const modal = useModal();
  const { badge, clear } = useBadge(messagesBadge, true);
  const badgeId = badge?.uuid_hash;
  useEffect(() => {
    if (badgeId) clear(badgeId);
  }, [badgeId, clear]);
  return (
    <ShellPage title={t("shell.messages")} aside={<AccountAside />}>
      <Tutorial page="talks" />
      <EmptyState
        drawing={<LetterArrivingDrawing />}
        title={t("shell.talks_title")}
        action={
          user && (
            <Button onClick={() => modal.open("share_message_link", { account: user.account })}>
              <MessageCircleHeart size={20} aria-hidden="true" />
              {t("modals.request_title")}
            </Button>
          )
        }
      >
        {t("shell.talks_text")}
      </EmptyState>
    </ShellPage>
  );
}
