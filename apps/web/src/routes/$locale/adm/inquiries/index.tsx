import { createFileRoute } from "@tanstack/react-router";
import type { InquirySearch } from "#features/staff/queries/inquiries.ts";
import { validateTextSearch } from "#lib/page/search.ts";
import { InquiryInbox } from "#widgets/staff/inquiry-inbox.tsx";

export const Route = createFileRoute("/$locale/adm/inquiries/")({
  // Every page loads what this function imports, so `inquiriesQuery` leaves out unknown topics.
  validateSearch: (search: Record<string, unknown>): InquirySearch => ({
    ...(search.state === "closed" && { state: "closed" }),
    ...validateTextSearch(search, ["topic", "after"]),
  }),
  component: Inbox,
});

function Inbox() {
  return <InquiryInbox search={Route.useSearch()} />;
}
