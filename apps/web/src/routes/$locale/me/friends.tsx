import { createFileRoute, Link } from "@tanstack/react-router";
import { currentUserQuery, readUser, useCurrentUser } from "#features/accounts/queries.ts";
import { type FriendsTab, FriendsTabs } from "#features/friends/components/friends-tabs.tsx";
import { followersQuery, friendsQuery } from "#features/friends/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { isTimelineBuilt } from "#lib/page/built.ts";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { FollowersTab, FollowsTab } from "#widgets/friends/people-tabs.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

const tabsInAddress = ["timeline", "follows", "followers", "recommend"] as const;

interface FriendsSearch extends PageSearch {
  tab?: FriendsTab | "recommend" | undefined;
}

export const Route = createFileRoute("/$locale/me/friends")({
  validateSearch: (search): FriendsSearch => ({
    ...validatePageSearch(search),
    tab: tabsInAddress.find((tab) => tab === search.tab),
  }),
  loaderDeps: ({ search }) => ({ tab: findShownTab(search.tab), pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, deps: { tab, pages } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (!user) return;
    if (tab === "follows") await prefetchLists(queryClient, ...pages.map(friendsQuery));
    if (tab === "followers") {
      await prefetchLists(queryClient, ...pages.map((page) => followersQuery(user.account, page)));
    }
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.friends"), noindex: true }),
  component: Friends,
});

/** The addresses of the tabs that are not built yet show the first tab that is built. */
function findShownTab(tab: FriendsSearch["tab"]): FriendsTab {
  const isHidden = tab === undefined || tab === "recommend" || tab === "timeline";
  if (isHidden) return isTimelineBuilt ? "timeline" : "follows";
  return tab;
}

function Friends() {
  const { tab, ...pages } = Route.useSearch();
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const shown = findShownTab(tab);
  if (!user) {
    return (
      <ShellPage title={t("shell.friends")}>
        <EmptyState
          drawing={<FriendsDrawing />}
          title={t("shell.friends_title")}
          action={
            <Link to="/$locale/acc/regist" params={{ locale }} className={buttonClass()}>
              {t("shell.own_box_title")}
            </Link>
          }
        >
          {t("shell.friends_visitor_text")}
        </EmptyState>
      </ShellPage>
    );
  }
  return (
    <ShellPage title={t("shell.friends")}>
      <FriendsTabs current={shown} />
      {shown === "follows" && <FollowsTab pages={pages} />}
      {shown === "followers" && <FollowersTab account={user.account} pages={pages} />}
    </ShellPage>
  );
}
