import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * The page of the plan, which few visits to the settings show. The server can't render it before `loadPlanPage` has
 * resolved.
 */
export const LazyPlanPage = lazyRouteComponent(() => import("./plan-page.tsx"), "PlanPage");

export const loadPlanPage = async (): Promise<void> => LazyPlanPage.preload?.();
