import { createFileRoute, Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/states.tsx";
import { Screen } from "../-shell/screen.tsx";
import { ShareLink } from "../-shell/share-card.tsx";

export const Route = createFileRoute("/$locale/me/friends")({
  validateSearch: ({ tab }): { tab?: "timeline" | "recommend" | undefined } => ({
    tab: tab === "timeline" || tab === "recommend" ? tab : undefined,
  }),
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.friends"), noindex: true }),
  component: Friends,
});

/** Until there are friends to show: says so, and what one can do now. */
function Friends() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  return (
    <Screen title={t("shell.friends")}>
      <EmptyState
        drawing={<FriendsDrawing />}
        title={t("shell.friends_title")}
        action={
          user ? (
            <div className="w-full max-w-xs lg:hidden">
              <ShareLink account={user.account} />
            </div>
          ) : (
            <Link to="/$locale/acc/regist" params={{ locale }} className={buttonClass()}>
              {t("shell.own_box_title")}
            </Link>
          )
        }
      >
        {t(user ? "shell.friends_text" : "shell.friends_visitor_text")}
      </EmptyState>
    </Screen>
  );
}
