import { createFileRoute } from "@tanstack/react-router";
import { validateTextSearch } from "#lib/page/search.ts";
import { SealList, type SealSearch, sealListQuery } from "#widgets/staff/seal-list.tsx";

export const Route = createFileRoute("/$locale/adm/seals")({
  validateSearch: (search: Record<string, unknown>): SealSearch => ({
    ...(search.state === "all" && { state: "all" }),
    ...validateTextSearch(search, ["after"]),
  }),
  loaderDeps: ({ search }) => search,
  // The page says so if the console is closed.
  loader: ({ context: { queryClient }, deps }) => queryClient.prefetchQuery(sealListQuery(deps)),
  component: Seals,
});

function Seals() {
  return <SealList search={Route.useSearch()} />;
}
