import { createFileRoute, notFound } from "@tanstack/react-router";
import { isKindWithPages } from "@toibako/contract/staff/contents/kinds.ts";
import { OpenedContent } from "#widgets/staff/contents.tsx";

export const Route = createFileRoute("/$locale/adm/contents/$kind/$id")({
  beforeLoad: ({ params: { kind } }) => {
    if (!isKindWithPages(kind)) throw notFound();
    return { kind };
  },
  component: ContentPage,
});

function ContentPage() {
  const { id } = Route.useParams();
  const { kind } = Route.useRouteContext();
  return <OpenedContent key={`${kind}/${id}`} kind={kind} id={id} />;
}
