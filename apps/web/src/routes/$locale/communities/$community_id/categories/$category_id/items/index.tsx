import { createFileRoute, Link } from "@tanstack/react-router";
import {
  communityQuery,
  communityQuestionsQuery,
  recommendedCommunitiesQuery,
} from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { FloatingAskButton } from "#widgets/communities/ask-button.tsx";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import { AllQuestions } from "#widgets/communities/question-lists.tsx";

export const Route = createFileRoute(
  "/$locale/communities/$community_id/categories/$category_id/items/",
)({
  staticData: { isSameForVisitors: true },
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, params, deps: { pages } }) => {
    const ids = { category_id: params.category_id, community_id: params.community_id };
    const lists = prefetchLists(
      queryClient,
      ...pages.map((page) => communityQuestionsQuery(ids, { page })),
      recommendedCommunitiesQuery(ids),
    );
    const { community } = await queryClient.ensureQueryData(communityQuery(ids));
    await lists;
    return { name: community.name, description: community.description };
  },
  head: ({ params: { locale }, loaderData: community }) => {
    if (!community) return {};
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("communities.questions_title", { name: community.name }),
      description: community.description,
    });
  },
  component: Questions,
});

function Questions() {
  const { t } = useTexts();
  const { locale, category_id, community_id } = Route.useParams();
  const search = Route.useSearch();
  const ids = { category_id, community_id };
  const link = (search: PageSearch) => (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/items"
      params={{ locale, ...ids }}
      search={search}
    />
  );
  return (
    <CommunityPage ids={ids}>
      {(community) => (
        <>
          <h1 className="mb-3 text-lg">
            {t("communities.questions_title", { name: community.name })}
          </h1>
          <AllQuestions community={community} address={{ ...search, link }} />
          <FloatingAskButton community={community} />
        </>
      )}
    </CommunityPage>
  );
}
