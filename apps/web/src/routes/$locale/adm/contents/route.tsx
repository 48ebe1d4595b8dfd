import { createFileRoute, notFound } from "@tanstack/react-router";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";

export const Route = createFileRoute("/$locale/adm/contents")({
  // For moderators they don't exist.
  beforeLoad: async ({ context: { queryClient } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (user?.role !== "admin") throw notFound();
  },
});
