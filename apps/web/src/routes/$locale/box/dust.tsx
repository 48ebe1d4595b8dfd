import { createFileRoute } from "@tanstack/react-router";
import { DeleteBinned } from "#features/inbox/components/delete-binned.tsx";
import { EmptyBin } from "#features/inbox/components/empty-bin.tsx";
import type { BinSlots } from "#features/inbox/components/received-list.tsx";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { validatePageSearch } from "#lib/page/search.ts";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";

export const Route = createFileRoute("/$locale/box/dust")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context: { queryClient }, deps: { page } }) =>
    prefetchLists(queryClient, receivedItemsQuery("hidden", page, "20")),
  component: Bin,
});

const bin: BinSlots = {
  head: (items) => <EmptyBin items={items} />,
  deleteNow: (item, { busy, rememberNeighbors }) => (
    <DeleteBinned item={item} busy={busy} rememberNeighbors={rememberNeighbors} />
  ),
};

function Bin() {
  const { page = 1 } = Route.useSearch();
  return <ReceivedQuestions status="hidden" page={page} bin={bin} />;
}
