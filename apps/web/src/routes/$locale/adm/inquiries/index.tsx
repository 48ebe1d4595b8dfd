import { createFileRoute } from "@tanstack/react-router";
import type { InquirySearch } from "#features/staff/queries/inquiries.ts";
import { InquiryInbox } from "#widgets/staff/inquiry-inbox.tsx";

export const Route = createFileRoute("/$locale/adm/inquiries/")({
  // Every page loads this function, so `inquiriesQuery` checks the parameters.
  validateSearch: (search: Record<string, unknown>) => search as InquirySearch,
  component: Inbox,
});

function Inbox() {
  return <InquiryInbox search={Route.useSearch()} />;
}
