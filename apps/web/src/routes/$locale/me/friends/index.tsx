import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { friendsBadge } from "@toibako/contract/notices.ts";
import { currentUserQuery, readUser, useCurrentUser } from "#features/accounts/queries.ts";
import {
  type FriendsTab,
  FriendsTabs,
  friendsTabs,
} from "#features/friends/components/friends-tabs.tsx";
import { importQuery } from "#features/friends/queries/import.ts";
import { followersQuery, friendsQuery } from "#features/friends/queries/people.ts";
import { foundPeopleQuery } from "#features/friends/queries/search.ts";
import { recommendedContentsQuery, timelineQuery } from "#features/friends/queries/timeline.ts";
import { useClearedBadge } from "#features/notices/queries/cleared-badge.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import {
  getPageNumbers,
  type PageSearch,
  validatePageSearch,
  validateQuerySearch,
} from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { RecommendedTab, TimelineTab } from "#widgets/friends/answers-tabs.tsx";
import { FoundPeople, PeopleSearch } from "#widgets/friends/find-people.tsx";
import { FollowersImportPanel } from "#widgets/friends/followers-import-panel.tsx";
import { FollowersTab, FollowsTab } from "#widgets/friends/people-tabs.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

interface FriendsSearch extends PageSearch {
  tab?: FriendsTab | undefined;
  /** The text of a search for people, whose results replace the tabs. */
  query?: string;
}

export const Route = createFileRoute("/$locale/me/friends/")({
  staticData: { isSameForVisitors: true },
  validateSearch: (search): FriendsSearch => ({
    ...validatePageSearch(search),
    ...validateQuerySearch(search),
    tab: friendsTabs.find((tab) => tab === search.tab),
  }),
  loaderDeps: ({ search }) => {
    const { tab, query } = search;
    return { tab, query, pages: getPageNumbers(search) };
  },
  loader: async ({ context: { queryClient }, params: { locale }, deps: { tab, query, pages } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (user && query) {
      await prefetchLists(queryClient, ...pages.map((page) => foundPeopleQuery(query, page)));
      return;
    }
    const shownTab = chooseTab(tab, user !== undefined);
    if (shownTab === "recommend") {
      await prefetchLists(queryClient, recommendedContentsQuery(locale));
    }
    if (!user) return;
    if (shownTab === "timeline") {
      const timeline = Promise.all([
        queryClient.prefetchInfiniteQuery(timelineQuery()),
        queryClient.prefetchQuery(importQuery()),
      ]);
      // In a browser, the tab opens at once and shows a skeleton until the timeline is loaded.
      if (isServer) await timeline;
    }
    if (shownTab === "follows") await prefetchLists(queryClient, ...pages.map(friendsQuery));
    if (shownTab === "followers") {
      await prefetchLists(queryClient, ...pages.map((page) => followersQuery(user.account, page)));
    }
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.friends"), noindex: true }),
  component: Friends,
});

/** Returns the tab in the address; by default the timeline, or for visitors the recommended answers. */
function chooseTab(tab: FriendsTab | undefined, isSignedIn: boolean): FriendsTab {
  return tab ?? (isSignedIn ? "timeline" : "recommend");
}

function Friends() {
  const { tab, query = "", ...pages } = Route.useSearch();
  const { site } = Route.useRouteContext();
  const { t } = useTexts();
  const user = useCurrentUser();
  useClearedBadge(friendsBadge, user !== undefined);
  const shownTab = chooseTab(tab, user !== undefined);
  if (user && query) {
    return (
      <ShellPage title={t("shell.friends")} drawing={<FriendsDrawing />} aside={<AccountAside />}>
        <PeopleSearch user={user} query={query} />
        <FoundPeople query={query} pages={pages} />
      </ShellPage>
    );
  }
  return (
    <ShellPage title={t("shell.friends")} drawing={<FriendsDrawing />} aside={<AccountAside />}>
      {user && <PeopleSearch user={user} query="" />}
      <FriendsTabs current={shownTab} />
      {shownTab === "recommend" && <RecommendedTab />}
      {shownTab !== "recommend" && !user && <SignUpPrompt />}
      {user && shownTab === "timeline" && (
        <>
          {site.providers.includes("twitter") && <FollowersImportPanel />}
          <TimelineTab />
        </>
      )}
      {user && shownTab === "follows" && <FollowsTab pages={pages} />}
      {user && shownTab === "followers" && (
        <>
          <FollowersOnXLink />
          <FollowersTab account={user.account} pages={pages} />
        </>
      )}
    </ShellPage>
  );
}

/** The link to the followers on X; renders nothing on a site without X. */
function FollowersOnXLink() {
  const { t, locale } = useTexts();
  const { site } = Route.useRouteContext();
  if (!site.providers.includes("twitter")) return null;
  return (
    <p className="mb-4">
      <Link
        to="/$locale/follows"
        params={{ locale }}
        className={buildButtonClass({ variant: "outline", size: "sm" })}
      >
        {t("friends.on_x")}
      </Link>
    </p>
  );
}

/** Shown to visitors in place of the content of tabs that need an account. */
function SignUpPrompt() {
  const { t, locale } = useTexts();
  return (
    <EmptyState
      drawing={<FriendsDrawing />}
      title={t("shell.friends_title")}
      action={
        <Link to="/$locale/acc/regist" params={{ locale }} className={buildButtonClass()}>
          {t("shell.own_box_title")}
        </Link>
      }
    >
      {t("shell.friends_visitor_text")}
    </EmptyState>
  );
}
