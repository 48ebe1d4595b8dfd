import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/$locale/me/friends")({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/$locale/me/friends"!</div>;
}
