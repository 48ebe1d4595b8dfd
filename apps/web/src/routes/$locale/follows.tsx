import { createFileRoute } from "@tanstack/react-router";
import { followersOnXTabs } from "@toibako/contract/friends/import.ts";
import { useEffect } from "react";
import { currentUserQuery, readUser, requireSession } from "#features/accounts/queries.ts";
import { followersOnXQuery, importQuery } from "#features/friends/queries/import.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { FollowersImportPanel } from "#widgets/friends/followers-import-panel.tsx";
import { FollowersOnX } from "#widgets/friends/followers-on-x.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

interface FollowsSearch {
  /** May be any text. For an unknown tab, the page shows the first tab and reports an error. */
  tab?: string;
  page?: number;
}

/** More than the length of any tab's name. Longer texts are cut. */
const maxTabLength = 20;

function validateSearch({ tab, page }: Record<string, unknown>): FollowsSearch {
  const number = Number(page);
  const isPageNumber = Number.isSafeInteger(number) && number > 0;
  return {
    ...(typeof tab === "string" && { tab: tab.slice(0, maxTabLength) }),
    ...(page !== undefined && { page: isPageNumber ? number : 1 }),
  };
}

const findTab = (tab: string | undefined) =>
  followersOnXTabs.find((name) => name === tab) ?? "completed";

export const Route = createFileRoute("/$locale/follows")({
  validateSearch,
  beforeLoad: requireSession,
  loaderDeps: ({ search: { tab, page = 1 } }) => ({ tab: findTab(tab), page }),
  loader: async ({ context: { queryClient }, deps: { tab, page } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (user) await prefetchLists(queryClient, followersOnXQuery(tab, page), importQuery());
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("friends.on_x"), noindex: true }),
  component: Follows,
});

function Follows() {
  const { t } = useTexts();
  const { tab, page = 1 } = Route.useSearch();
  const shownTab = findTab(tab);
  const isUnknown = tab !== undefined && tab !== shownTab;
  useEffect(() => {
    if (isUnknown) reportError(new Error("An unknown tab of followers"));
  }, [isUnknown]);
  return (
    <ShellPage title={t("friends.on_x")} drawing={<FriendsDrawing />} aside={<AccountAside />}>
      <FollowersImportPanel />
      <FollowersOnX tab={shownTab} page={page} />
    </ShellPage>
  );
}
