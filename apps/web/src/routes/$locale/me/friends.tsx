import { createFileRoute } from "@tanstack/react-router";
import { Screen } from "../-shell/screen.tsx";

export const Route = createFileRoute("/$locale/me/friends")({
  validateSearch: ({ tab }): { tab?: "timeline" | "recommend" } =>
    tab === "timeline" || tab === "recommend" ? { tab } : {},
  component: () => <Screen>…</Screen>,
});
