import { createFileRoute } from "@tanstack/react-router";
import { OpenedCase } from "#widgets/staff/opened-case.tsx";

export const Route = createFileRoute("/$locale/adm/cases/$id")({ component: CasePage });

function CasePage() {
  const { id } = Route.useParams();
  return <OpenedCase key={id} id={id} />;
}
