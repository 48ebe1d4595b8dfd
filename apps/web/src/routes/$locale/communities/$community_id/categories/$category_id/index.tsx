import { createFileRoute, Link } from "@tanstack/react-router";
import {
  communityQuery,
  communityQuestionsQuery,
  featuredQuestionsQuery,
  recommendedCommunitiesQuery,
} from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { type LanguageSearch, validateLanguageSearch } from "#lib/page/search.ts";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import {
  FeaturedQuestions,
  firstQuestions,
  NewestQuestions,
} from "#widgets/communities/question-lists.tsx";
import { RecommendedCommunities } from "#widgets/communities/recommended-communities.tsx";

interface TabSearch extends LanguageSearch {
  tab?: "box";
}

export const Route = createFileRoute("/$locale/communities/$community_id/categories/$category_id/")(
  {
    staticData: { isSameForVisitors: true },
    validateSearch: (search: Record<string, unknown>): TabSearch => ({
      ...(search.tab === "box" && { tab: "box" }),
      ...validateLanguageSearch(search),
    }),
    loaderDeps: ({ search: { tab, all_languages } }) => ({
      tab,
      isInAllLanguages: all_languages !== undefined,
    }),
    loader: async ({ context: { queryClient, public_url }, params, deps }) => {
      const { tab, isInAllLanguages } = deps;
      const listQuery = tab === "box" ? communityQuestionsQuery : featuredQuestionsQuery;
      const ids = { category_id: params.category_id, community_id: params.community_id };
      const lists = prefetchLists(
        queryClient,
        listQuery(ids, { ...firstQuestions, isInAllLanguages }),
        recommendedCommunitiesQuery(ids),
      );
      const { community } = await queryClient.ensureQueryData(communityQuery(ids));
      await lists;
      const image_url = `${public_url}/cards/site/${params.locale}.png`;
      return { name: community.name, description: community.description, image_url };
    },
    head: ({ params: { locale }, loaderData: community }) => {
      if (!community) return {};
      const { t } = getTexts(locale);
      return buildPageHead({
        locale,
        title: t("communities.page_title", { name: community.name }),
        description: community.description,
        image: { url: community.image_url, alt: t("shell.communities") },
      });
    },
    component: CommunityTop,
  },
);

function CommunityTop() {
  const { t } = useTexts();
  const { locale, category_id, community_id } = Route.useParams();
  const { tab, ...languageSearch } = Route.useSearch();
  const ids = { category_id, community_id };
  const renderLink = (search: TabSearch) => (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id"
      params={{ locale, ...ids }}
      search={search}
      resetScroll={false}
    />
  );
  const listProps = {
    isInAllLanguages: languageSearch.all_languages !== undefined,
    languageLink: (search: LanguageSearch) => renderLink({ ...(tab && { tab }), ...search }),
  };
  return (
    <CommunityPage ids={ids} isMainPage hasAds hasAskButton>
      {(community) => (
        <>
          <div id="questions" className="scroll-mt-20">
            <Tabs
              label={t("communities.questions")}
              className="mb-5"
              items={[
                {
                  key: "featured",
                  label: t("communities.tab_featured"),
                  isCurrent: tab === undefined,
                  render: renderLink(languageSearch),
                },
                {
                  key: "box",
                  label: t("communities.tab_box"),
                  isCurrent: tab === "box",
                  render: renderLink({ tab: "box", ...languageSearch }),
                },
              ]}
            />
          </div>
          {tab === "box" ? (
            <NewestQuestions {...listProps} community={community} />
          ) : (
            <FeaturedQuestions {...listProps} community={community} />
          )}
          <div className="mt-8 lg:hidden">
            <RecommendedCommunities ids={ids} />
          </div>
        </>
      )}
    </CommunityPage>
  );
}
