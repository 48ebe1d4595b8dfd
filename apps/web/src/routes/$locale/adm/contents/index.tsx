import { createFileRoute } from "@tanstack/react-router";
import { ContentKinds } from "#widgets/staff/contents.tsx";

export const Route = createFileRoute("/$locale/adm/contents/")({ component: ContentKinds });
