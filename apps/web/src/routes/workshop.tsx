import { createFileRoute, lazyRouteComponent, notFound } from "@tanstack/react-router";

/** Shows the parts of the design system in all their states. Exists only during development. */
export const Route = createFileRoute("/workshop")({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound();
  },
  ...(import.meta.env.DEV && {
    component: lazyRouteComponent(() => import("#ui/workshop.tsx"), "Workshop"),
  }),
});
