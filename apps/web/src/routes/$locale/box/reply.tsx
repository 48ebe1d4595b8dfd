import { createFileRoute } from "@tanstack/react-router";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";

export const Route = createFileRoute("/$locale/box/reply")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map((page) => receivedItemsQuery("confirmed", page, "20"))),
  component: CheckedQuestions,
});

function CheckedQuestions() {
  return <ReceivedQuestions status="confirmed" pages={Route.useSearch()} />;
}
