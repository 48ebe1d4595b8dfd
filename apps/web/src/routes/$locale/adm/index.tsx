import { createFileRoute } from "@tanstack/react-router";
import { overviewQuery } from "#features/staff/queries.ts";
import { StaffOverview } from "#widgets/staff/overview.tsx";

export const Route = createFileRoute("/$locale/adm/")({
  // The page says so if the console is closed.
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(overviewQuery()),
  component: StaffOverview,
});
