import { createFileRoute } from "@tanstack/react-router";
import { currentUserQuery, useCurrentUser, userOf } from "#features/accounts/queries.ts";
import { followersQuery, friendsQuery } from "#features/friends/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { pageSearch } from "../-item/page-search.ts";
import { loadLists } from "../-load-lists.ts";
import { Prepared, PreparedPart } from "../-prepared.tsx";
import { Screen } from "../-shell/screen.tsx";
import { type FriendsTab, FriendsTabs, friendsTabs } from "./-friends-tabs.tsx";
import { FollowersTab, FollowsTab } from "./-people-tab.tsx";

interface FriendsSearch {
  tab?: FriendsTab | "recommend" | undefined;
  page?: number;
}

export const Route = createFileRoute("/$locale/me/friends")({
  validateSearch: (search): FriendsSearch => ({
    ...pageSearch(search),
    tab: [...friendsTabs, "recommend" as const].find((tab) => tab === search.tab),
  }),
  loaderDeps: ({ search: { tab, page = 1 } }) => ({ tab, page }),
  loader: async ({ context: { queryClient }, deps: { tab, page } }) => {
    const user = userOf(await queryClient.ensureQueryData(currentUserQuery()));
    if (!user) return;
    if (tab === "follows") await loadLists(queryClient, friendsQuery(page));
    if (tab === "followers") await loadLists(queryClient, followersQuery(user.account, page));
  },
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.friends"), noindex: true }),
  component: Friends,
});

function Friends() {
  const { tab = "timeline", page = 1 } = Route.useSearch();
  const { t } = useTexts();
  const user = useCurrentUser();
  if (!user) {
    return (
      <Prepared page={t("shell.friends")} title={t("shell.friends_title")}>
        {t("shell.friends_visitor_text")}
      </Prepared>
    );
  }
  return (
    <Screen title={t("shell.friends")}>
      <FriendsTabs current={tab === "recommend" ? "timeline" : tab} />
      {tab === "follows" && <FollowsTab page={page} />}
      {tab === "followers" && <FollowersTab account={user.account} page={page} />}
      {(tab === "timeline" || tab === "recommend") && (
        <PreparedPart title={t("shell.friends_title")}>{t("shell.friends_text")}</PreparedPart>
      )}
    </Screen>
  );
}
