import { createFileRoute } from "@tanstack/react-router";
import { type CaseSearch, casesQuery } from "#features/staff/queries.ts";
import { validateTextSearch } from "#lib/page/search.ts";
import { CaseQueue } from "#widgets/staff/case-queue.tsx";

export const Route = createFileRoute("/$locale/adm/cases/")({
  // Every page loads what this function imports, so `casesQuery` leaves out unknown kinds.
  validateSearch: (search: Record<string, unknown>): CaseSearch => ({
    ...(search.state === "decided" && { state: "decided" }),
    ...validateTextSearch(search, ["kind", "after"]),
  }),
  loaderDeps: ({ search }) => search,
  // The page says so if the console is closed.
  loader: ({ context: { queryClient }, deps }) => queryClient.prefetchQuery(casesQuery(deps)),
  component: Queue,
});

function Queue() {
  return <CaseQueue search={Route.useSearch()} />;
}
