import { createFileRoute, Link } from "@tanstack/react-router";
import { communityQuestionsQuery } from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildCommunityHead } from "#lib/page/community-head.ts";
import {
  type LanguageSearch,
  type PageSearch,
  validateLanguageSearch,
  validatePageSearch,
} from "#lib/page/search.ts";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import { loadCommunityPage } from "#widgets/communities/load-community-page.ts";
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
  loader: ({ context: { queryClient }, params, deps }) => {
    const ids = { category_id: params.category_id, community_id: params.community_id };
    return loadCommunityPage(queryClient, ids, communityQuestionsQuery(ids, deps));
  },
  head: ({ params: { locale }, loaderData }) =>
    buildCommunityHead(locale, "communities.questions_title", loaderData),
  component: Questions,
});

function Questions() {
  const { t } = useTexts();
  const { locale, category_id, community_id } = Route.useParams();
  const { page = 1, ...languageSearch } = Route.useSearch();
  const ids = { category_id, community_id };
  const renderLink = (search: PageSearch & LanguageSearch) => (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/items"
      params={{ locale, ...ids }}
      search={search}
    />
  );
  return (
    <CommunityPage ids={ids} hasAds hasAskButton>
      {(community) => (
        <>
          <h1 className="mb-3 text-lg">
            {t("communities.questions_title", { name: community.name })}
          </h1>
          <AllQuestions
            community={community}
            isInAllLanguages={languageSearch.all_languages !== undefined}
            languageLink={renderLink}
            page={page}
            pageLink={(page) => renderLink({ ...languageSearch, ...(page > 1 && { page }) })}
          />
        </>
      )}
    </CommunityPage>
  );
}
