import { createFileRoute } from "@tanstack/react-router";
import { validateQuerySearch, validateTextSearch } from "#lib/page/search.ts";
import { PeopleSearch, type PeopleSearchValues } from "#widgets/staff/people-search.tsx";

export const Route = createFileRoute("/$locale/adm/people/")({
  // Every page loads what this function imports, so the component leaves out unknown kinds of searches.
  validateSearch: (search: Record<string, unknown>): PeopleSearchValues => ({
    ...validateTextSearch(search, ["by", "after"]),
    ...validateQuerySearch(search),
  }),
  component: People,
});

function People() {
  return <PeopleSearch search={Route.useSearch()} />;
}
