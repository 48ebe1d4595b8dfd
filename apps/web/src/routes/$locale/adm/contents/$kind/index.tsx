import { createFileRoute, notFound } from "@tanstack/react-router";
import { isContentKind } from "@toibako/contract/staff/contents/kinds.ts";
import { ContentsOfKind } from "#widgets/staff/contents.tsx";

export const Route = createFileRoute("/$locale/adm/contents/$kind/")({
  validateSearch: (search: Record<string, unknown>): { after?: string } =>
    typeof search.after === "string" ? { after: search.after } : {},
  beforeLoad: ({ params: { kind } }) => {
    if (!isContentKind(kind)) throw notFound();
    return { kind };
  },
  component: Contents,
});

function Contents() {
  return <ContentsOfKind kind={Route.useRouteContext().kind} after={Route.useSearch().after} />;
}
