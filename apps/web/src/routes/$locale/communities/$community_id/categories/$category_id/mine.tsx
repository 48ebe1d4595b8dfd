import { createFileRoute, Link } from "@tanstack/react-router";
import { requireSession } from "#features/accounts/queries.ts";
import { communityQuery, ownCommunityItemsQuery } from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import { OwnItems } from "#widgets/communities/own-items.tsx";

interface OwnItemsSearch extends PageSearch {
  type?: "answers";
}

function validateSearch(search: Record<string, unknown>): OwnItemsSearch {
  return { ...validatePageSearch(search), ...(search.type === "answers" && { type: "answers" }) };
}

export const Route = createFileRoute(
  "/$locale/communities/$community_id/categories/$category_id/mine",
)({
  validateSearch,
  beforeLoad: (load) => requireSession(load),
  loaderDeps: ({ search }) => ({ type: search.type, pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, params, deps: { type, pages } }) => {
    const ids = { category_id: params.category_id, community_id: params.community_id };
    const lists = prefetchLists(
      queryClient,
      ...pages.map((page) => ownCommunityItemsQuery(ids, type ?? "questions", page)),
    );
    await queryClient.ensureQueryData(communityQuery(ids));
    await lists;
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("communities.mine"), noindex: true }),
  component: OwnItemsPage,
});

function OwnItemsPage() {
  const { t } = useTexts();
  const { locale, category_id, community_id } = Route.useParams();
  const { type = "questions", ...pages } = Route.useSearch();
  const ids = { category_id, community_id };
  const renderTabLink = (search: OwnItemsSearch) => (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/mine"
      params={{ locale, ...ids }}
      search={search}
    />
  );
  const renderPageLink = (search: PageSearch) =>
    renderTabLink({ ...search, ...(type === "answers" && { type }) });
  return (
    <CommunityPage ids={ids}>
      {(community) => (
        <>
          <h1 className="mb-3 text-lg">{t("communities.mine")}</h1>
          <Tabs
            label={t("communities.mine")}
            className="mb-5"
            items={[
              {
                key: "questions",
                label: t("communities.questions"),
                isCurrent: type === "questions",
                render: renderTabLink({}),
              },
              {
                key: "answers",
                label: t("communities.answered_questions"),
                isCurrent: type === "answers",
                render: renderTabLink({ type: "answers" }),
              },
            ]}
          />
          <OwnItems
            ids={ids}
            community={community}
            type={type}
            address={{ ...pages, link: renderPageLink }}
          />
        </>
      )}
    </CommunityPage>
  );
}
