import { createFileRoute, notFound } from "@tanstack/react-router";
import { isContentKind } from "@toibako/contract/staff/contents/kinds.ts";
import { validateTextSearch } from "#lib/page/search.ts";
import { ContentsOfKind } from "#widgets/staff/contents.tsx";

export const Route = createFileRoute("/$locale/adm/contents/$kind/")({
  validateSearch: (search: Record<string, unknown>) => validateTextSearch(search, ["after"]),
  beforeLoad: ({ params: { kind } }) => {
    if (!isContentKind(kind)) throw notFound();
    return { kind };
  },
  component: Contents,
});

function Contents() {
  return <ContentsOfKind kind={Route.useRouteContext().kind} after={Route.useSearch().after} />;
}
