import { createFileRoute } from "@tanstack/react-router";
import type { PeopleSearch as Search } from "#features/staff/queries/people.ts";
import { PeopleSearch } from "#widgets/staff/people-search.tsx";

export const Route = createFileRoute("/$locale/adm/people/")({
  // Every page loads this function, so the component checks the parameters.
  validateSearch: (search: Record<string, unknown>) => search as Search,
  component: People,
});

function People() {
  return <PeopleSearch search={Route.useSearch()} />;
}
