import { createFileRoute } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { EmptyState } from "#ui/states.tsx";
import { membersOnly } from "../-shell/members-only.ts";
import { Screen } from "../-shell/screen.tsx";
import { ShareLink } from "../-shell/share-card.tsx";

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
  return (
    <Screen title={t("shell.messages")}>
      <EmptyState
        drawing={<LetterArrivingDrawing />}
        title={t("shell.talks_title")}
        action={
          user && (
            <div className="w-full max-w-xs lg:hidden">
              <ShareLink account={user.account} />
            </div>
          )
        }
      >
        {t("shell.talks_text")}
      </EmptyState>
    </Screen>
  );
}
