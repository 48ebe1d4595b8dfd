import { createFileRoute } from "@tanstack/react-router";
import { currentUserQuery, readUser, useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildCommunityHead } from "#lib/page/community-head.ts";
import { validatePageSearch } from "#lib/page/search.ts";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import { loadCommunityPage } from "#widgets/communities/load-community-page.ts";
import { type MembersTab, MembersTabs, queriesOfTabs } from "#widgets/communities/members-tabs.tsx";

// Repeats `membersTabs` instead of importing it. `validateSearch` is in the scripts of all pages, which
// would then load the widget too.
const tabs: readonly MembersTab[] = ["followers", "recommended_users", "all"];

interface MembersSearch {
  tab?: MembersTab;
  page?: number;
}

function validateSearch(search: Record<string, unknown>): MembersSearch {
  const tab = tabs.find((name) => name === search.tab);
  const { page } = validatePageSearch({ page: search.page });
  return { ...(tab && { tab }), ...(page && { page }) };
}

export const Route = createFileRoute(
  "/$locale/communities/$community_id/categories/$category_id/users",
)({
  staticData: { isSameForVisitors: true },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps: { tab, page = 1 } }) => {
    const ids = { category_id: params.category_id, community_id: params.community_id };
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    const query = queriesOfTabs[findShownTab(tab, user !== undefined)];
    return loadCommunityPage(queryClient, ids, query(ids, page));
  },
  head: ({ params: { locale }, loaderData }) =>
    buildCommunityHead(locale, "communities.members_title", loaderData),
  component: Members,
});

/** Visitors only see the tab of all members. */
function findShownTab(tab: MembersTab | undefined, isSignedIn: boolean): MembersTab {
  return isSignedIn ? (tab ?? "followers") : "all";
}

function Members() {
  const { t } = useTexts();
  const { category_id, community_id } = Route.useParams();
  const { tab, page = 1 } = Route.useSearch();
  const isSignedIn = useCurrentUser() !== undefined;
  const ids = { category_id, community_id };
  return (
    <CommunityPage ids={ids} hasAskButton>
      {(community) => (
        <>
          <h1 className="mb-3 text-lg">
            {t("communities.members_title", { name: community.name })}
          </h1>
          <MembersTabs
            ids={ids}
            tab={findShownTab(tab, isSignedIn)}
            page={page}
            isSignedIn={isSignedIn}
          />
        </>
      )}
    </CommunityPage>
  );
}
