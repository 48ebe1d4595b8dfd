import { createFileRoute } from "@tanstack/react-router";
import { NoTalkOpen } from "#widgets/talks/talks-page.tsx";

export const Route = createFileRoute("/$locale/me/talks/")({ component: NoTalkOpen });
