import { createFileRoute, Link } from "@tanstack/react-router";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { pageSearch } from "../-item/page-search.ts";
import { loadLists } from "../-load-lists.ts";
import { Part } from "./-part.tsx";

export const Route = createFileRoute("/$locale/box/dust")({
  validateSearch: pageSearch,
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context: { queryClient }, deps: { page } }) =>
    loadLists(queryClient, receivedItemsQuery("hidden", page, "20")),
  component: Bin,
});

function Bin() {
  const { page = 1 } = Route.useSearch();
  const { locale } = Route.useParams();
  return (
    <Part
      status="hidden"
      page={page}
      link={(page) => (
        <Link to="/$locale/box/dust" params={{ locale }} search={page > 1 ? { page } : {}} />
      )}
    />
  );
}
