import { createFileRoute } from "@tanstack/react-router";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";

export const Route = createFileRoute("/$locale/box/reply")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map((page) => receivedItemsQuery("confirmed", page, "20"))),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("inbox.tab_confirmed"), noindex: true }),
  component: CheckedQuestions,
});

function CheckedQuestions() {
  return <ReceivedQuestions status="confirmed" pages={Route.useSearch()} />;
}
