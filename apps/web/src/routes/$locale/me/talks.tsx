import { createFileRoute } from "@tanstack/react-router";
import { messagesBadge } from "@toibako/contract/notices.ts";
import { MessageCircleHeart } from "lucide-react";
import { useEffect } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useBadge } from "#features/notices/queries.ts";
import { Tutorial } from "#features/onboarding/components/tutorial.tsx";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/states.tsx";
import { useModal } from "../-modal/modal.tsx";
import { membersOnly } from "../-shell/members-only.ts";
import { Screen } from "../-shell/screen.tsx";

export const Route = createFileRoute("/$locale/me/talks")({
  beforeLoad: membersOnly,
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.messages"), noindex: true }),
  component: Talks,
});

/** Until there are talks to show: says so, and what one can do now. */
function Talks() {
  const { t } = useTexts();
  const user = useCurrentUser();
  const modal = useModal();
  const { badge, clear } = useBadge(messagesBadge, true);
  const mark = badge?.uuid_hash;
  useEffect(() => {
    if (mark) clear(mark);
  }, [mark, clear]);
  return (
    <Screen title={t("shell.messages")}>
      <EmptyState
        drawing={<LetterArrivingDrawing />}
        title={t("shell.talks_title")}
        action={
          user && (
            <Button onClick={() => modal.open("request_message", { account: user.account })}>
              <MessageCircleHeart size={20} aria-hidden="true" />
              {t("modals.request_title")}
            </Button>
          )
        }
      >
        {t("shell.talks_text")}
      </EmptyState>
      <Tutorial page="talks" />
    </Screen>
  );
}
