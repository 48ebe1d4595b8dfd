import { createFileRoute } from "@tanstack/react-router";
import { OpenedInquiry } from "#widgets/staff/opened-inquiry.tsx";

export const Route = createFileRoute("/$locale/adm/inquiries/$id")({ component: InquiryPage });

function InquiryPage() {
  const { id } = Route.useParams();
  return <OpenedInquiry key={id} id={id} />;
}
