import { createFileRoute } from "@tanstack/react-router";
import { Screen } from "../-shell/screen.tsx";

export const Route = createFileRoute("/$locale/me/talks")({ component: () => <Screen>…</Screen> });
