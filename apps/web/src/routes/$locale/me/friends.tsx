import { createFileRoute } from "@tanstack/react-router";
import { currentUserQuery, readUser, useCurrentUser } from "#features/accounts/queries.ts";
import {
  type FriendsTab,
  FriendsTabs,
  friendsTabs,
} from "#features/friends/components/friends-tabs.tsx";
import { followersQuery, friendsQuery } from "#features/friends/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { FollowersTab, FollowsTab } from "#widgets/friends/people-tabs.tsx";
import { ComingSoon, ComingSoonPage } from "#widgets/page/coming-soon.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

interface FriendsSearch extends PageSearch {
  tab?: FriendsTab | "recommend" | undefined;
}

export const Route = createFileRoute("/$locale/me/friends")({
  validateSearch: (search): FriendsSearch => ({
    ...validatePageSearch(search),
    tab: [...friendsTabs, "recommend" as const].find((tab) => tab === search.tab),
  }),
  loaderDeps: ({ search }) => ({ tab: search.tab, pages: getPageNumbers(search) }),
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

function Friends() {
  const { tab = "timeline", ...pages } = Route.useSearch();
  const { t } = useTexts();
  const user = useCurrentUser();
  if (!user) {
    return (
      <ComingSoonPage page={t("shell.friends")} title={t("shell.friends_title")}>
        {t("shell.friends_visitor_text")}
      </ComingSoonPage>
    );
  }
  return (
    <ShellPage title={t("shell.friends")}>
      <FriendsTabs current={tab === "recommend" ? "timeline" : tab} />
      {tab === "follows" && <FollowsTab pages={pages} />}
      {tab === "followers" && <FollowersTab account={user.account} pages={pages} />}
      {(tab === "timeline" || tab === "recommend") && (
        <ComingSoon title={t("shell.friends_title")}>{t("shell.friends_text")}</ComingSoon>
      )}
    </ShellPage>
  );
}
