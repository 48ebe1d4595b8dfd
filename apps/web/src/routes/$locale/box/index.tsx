import { createFileRoute } from "@tanstack/react-router";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { validatePageSearch } from "#lib/page/search.ts";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";

export const Route = createFileRoute("/$locale/box/")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context: { queryClient }, deps: { page } }) =>
    prefetchLists(queryClient, receivedItemsQuery("unread", page, "20")),
  component: Unread,
});

function Unread() {
  const { page = 1 } = Route.useSearch();
  return <ReceivedQuestions status="unread" page={page} />;
}
