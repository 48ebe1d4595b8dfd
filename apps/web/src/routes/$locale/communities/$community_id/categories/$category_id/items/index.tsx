import { createFileRoute, Link } from "@tanstack/react-router";
import {
  communityQuery,
  communityQuestionsQuery,
  recommendedCommunitiesQuery,
} from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import {
  type LanguageSearch,
  type PageSearch,
  validateLanguageSearch,
  validatePageSearch,
} from "#lib/page/search.ts";
import { FloatingAskButton } from "#widgets/communities/ask-button.tsx";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import { AllQuestions } from "#widgets/communities/question-lists.tsx";

export const Route = createFileRoute(
  "/$locale/communities/$community_id/categories/$category_id/items/",
)({
  staticData: { isSameForVisitors: true },
  validateSearch: (search: Record<string, unknown>): PageSearch & LanguageSearch => {
    const { page } = validatePageSearch(search);
    return { ...(page && { page }), ...validateLanguageSearch(search) };
  },
  loaderDeps: ({ search: { page = 1, all_languages } }) => ({
    page,
    isInAllLanguages: all_languages !== undefined,
  }),
  loader: async ({ context: { queryClient }, params, deps }) => {
    const ids = { category_id: params.category_id, community_id: params.community_id };
    const lists = prefetchLists(
      queryClient,
      communityQuestionsQuery(ids, deps),
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
  const { page = 1, ...language } = Route.useSearch();
  const ids = { category_id, community_id };
  const renderLink = (search: PageSearch & LanguageSearch) => (
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
          <AllQuestions
            community={community}
            isInAllLanguages={language.all_languages !== undefined}
            languageLink={renderLink}
            page={page}
            pageLink={(page) => renderLink({ ...language, ...(page > 1 && { page }) })}
          />
          <FloatingAskButton community={community} />
        </>
      )}
    </CommunityPage>
  );
}
