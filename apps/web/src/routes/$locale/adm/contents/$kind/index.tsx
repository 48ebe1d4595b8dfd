import { createFileRoute } from "@tanstack/react-router";
import { ContentsOfKind } from "#widgets/staff/contents.tsx";

export const Route = createFileRoute("/$locale/adm/contents/$kind/")({
  validateSearch: (search: Record<string, unknown>): { after?: string } =>
    typeof search.after === "string" ? { after: search.after } : {},
  component: Contents,
});

function Contents() {
  return <ContentsOfKind kind={Route.useParams().kind} after={Route.useSearch().after} />;
}
