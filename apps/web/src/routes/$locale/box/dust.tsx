import { createFileRoute } from "@tanstack/react-router";
import { DeleteBinnedButton } from "#features/inbox/components/delete-binned-button.tsx";
import { EmptyBinButton } from "#features/inbox/components/empty-bin-button.tsx";
import type { BinSlots } from "#features/inbox/components/received-list.tsx";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { ReceivedQuestions } from "#widgets/inbox/received-questions.tsx";

export const Route = createFileRoute("/$locale/box/dust")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map((page) => receivedItemsQuery("hidden", page, "20"))),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("inbox.tab_hidden"), noindex: true }),
  component: Bin,
});

const bin: BinSlots = {
  renderHead: (items) => <EmptyBinButton items={items} />,
  renderDeleteButton: (item, { isBusy, rememberNeighbors }) => (
    <DeleteBinnedButton item={item} isBusy={isBusy} rememberNeighbors={rememberNeighbors} />
  ),
};

function Bin() {
  return <ReceivedQuestions status="hidden" pages={Route.useSearch()} bin={bin} />;
}
