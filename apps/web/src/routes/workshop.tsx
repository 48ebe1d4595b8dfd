import { createFileRoute, lazyRouteComponent, notFound } from "@tanstack/react-router";

/** Every part of the design system in every state; there while developing only. */
export const Route = createFileRoute("/workshop")({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound();
  },
  ...(import.meta.env.DEV && {
    component: lazyRouteComponent(() => import("#ui/workshop.tsx"), "Workshop"),
  }),
});
