import { createFileRoute } from "@tanstack/react-router";
import { caseKinds } from "@toibako/contract/staff/cases.ts";
import { type CaseSearch, casesQuery } from "#features/staff/queries.ts";
import { CaseQueue } from "#widgets/staff/case-queue.tsx";

export const Route = createFileRoute("/$locale/adm/")({
  validateSearch: (search: Record<string, unknown>): CaseSearch => {
    const kind = caseKinds.find((known) => known === search.kind);
    return {
      ...(search.state === "decided" && { state: "decided" }),
      ...(kind && { kind }),
      ...(typeof search.after === "string" && { after: search.after }),
    };
  },
  loaderDeps: ({ search }) => search,
  // The page says so if the console is closed.
  loader: ({ context: { queryClient }, deps }) => queryClient.prefetchQuery(casesQuery(deps)),
  component: Queue,
});

function Queue() {
  return <CaseQueue search={Route.useSearch()} />;
}
