import { createFileRoute } from "@tanstack/react-router";
import { NoTalkOpen } from "#widgets/talks/no-talk-open.tsx";

export const Route = createFileRoute("/$locale/me/talks/")({ component: NoTalkOpen });
