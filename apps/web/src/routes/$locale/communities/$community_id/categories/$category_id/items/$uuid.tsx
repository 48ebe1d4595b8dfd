import { createFileRoute } from "@tanstack/react-router";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { truncateText } from "@toibako/contract/text.ts";
import {
  communityAnswersQuery,
  communityQuery,
  communityQuestionQuery,
  recommendedCommunitiesQuery,
} from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead, quotedQuestionLength } from "#lib/page/head.ts";
import { validatePageSearch } from "#lib/page/search.ts";
import { CommunityPage } from "#widgets/communities/community-page.tsx";
import { QuestionPage } from "#widgets/communities/question-page.tsx";

export const Route = createFileRoute(
  "/$locale/communities/$community_id/categories/$category_id/items/$uuid",
)({
  staticData: { isSameForVisitors: true },
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { queryClient, public_url }, params, deps: { page } }) => {
    const { uuid, category_id, community_id } = params;
    const ids = { category_id, community_id };
    const lists = prefetchLists(
      queryClient,
      communityAnswersQuery(ids, uuid, page),
      recommendedCommunitiesQuery(ids),
    );
    const [{ question }] = await Promise.all([
      queryClient.ensureQueryData(communityQuestionQuery(ids, uuid)),
      queryClient.ensureQueryData(communityQuery(ids)),
    ]);
    await lists;
    return buildQuestionHead(params.locale, public_url, question);
  },
  head: ({ params: { locale }, loaderData }) =>
    loaderData ? buildPageHead({ locale, ...loaderData }) : {},
  component: Question,
});

/**
 * Builds what `head` needs. The loader calls it, not `head` itself: `head` is in the scripts of all pages, and would bring
 * the texts of communities into them.
 */
function buildQuestionHead(locale: Locale, public_url: string, question: CommunityQuestion) {
  const { t } = getTexts(locale);
  const text = question.is_deleted ? t("common.removed_question") : question.text;
  const line = text.replaceAll("\n", " ");
  const quoted = { question: truncateText(line, quotedQuestionLength) };
  const { name } = question.associated_community;
  return {
    title: t("communities.question_page_title", { ...quoted, name }),
    description: t("communities.question_page_text", { n: question.answers_count, name }),
    // A deleted question has no picture.
    ...(!question.is_deleted && {
      image: {
        url: public_url + question.rasterizated_question_uri,
        alt: t("questions.card_alt", quoted),
      },
    }),
  };
}

function Question() {
  const { category_id, community_id, uuid } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const ids = { category_id, community_id };
  return (
    <CommunityPage ids={ids}>
      {(community) => (
        <QuestionPage key={uuid} ids={ids} uuid={uuid} community={community} page={page} />
      )}
    </CommunityPage>
  );
}
