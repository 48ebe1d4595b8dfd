import { createFileRoute } from "@tanstack/react-router";
import { OpenedContent } from "#widgets/staff/contents.tsx";

export const Route = createFileRoute("/$locale/adm/contents/$kind/$id")({
  component: ContentPage,
});

function ContentPage() {
  const { kind, id } = Route.useParams();
  return <OpenedContent key={`${kind}/${id}`} kind={kind} id={id} />;
}
