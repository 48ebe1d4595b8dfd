import { createFileRoute } from "@tanstack/react-router";
import { NoTalkOpen } from "#widgets/talks/no-talk-open.tsx";

export const Route = createFileRoute("/$locale/me/talks/")({ component: NoneOpen });

function NoneOpen() {
  const { tab = "talks" } = Route.useSearch();
  return <NoTalkOpen tab={tab} />;
}
