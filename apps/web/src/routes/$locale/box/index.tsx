import { createFileRoute, Link } from "@tanstack/react-router";
import { receivedItemsQuery } from "#features/inbox/queries.ts";
import { pageSearch } from "../-item/page-search.ts";
import { loadLists } from "../-load-lists.ts";
import { Part } from "./-part.tsx";

export const Route = createFileRoute("/$locale/box/")({
  validateSearch: pageSearch,
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: ({ context: { queryClient }, deps: { page } }) =>
    loadLists(queryClient, receivedItemsQuery("unread", page, "20")),
  component: Unread,
});

function Unread() {
  const { page = 1 } = Route.useSearch();
  const { locale } = Route.useParams();
  return (
    <Part
      status="unread"
      page={page}
      link={(page) => (
        <Link to="/$locale/box" params={{ locale }} search={page > 1 ? { page } : {}} />
      )}
    />
  );
}
