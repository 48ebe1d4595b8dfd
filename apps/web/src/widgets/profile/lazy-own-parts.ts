import { lazyRouteComponent } from "@tanstack/react-router";

const load = () => import("./own-parts.tsx");

/**
 * The parts that an account sees on its own profile only. They are loaded on demand, because most readers of
 * profiles are others. The server can't render them before `loadOwnParts` has resolved.
 */
export const LazyOwnStart = lazyRouteComponent(load, "OwnProfileStart");
export const LazyOwnEnd = lazyRouteComponent(load, "OwnProfileEnd");
export const LazyOwnAside = lazyRouteComponent(load, "OwnAside");

export async function loadOwnParts(): Promise<void> {
  await Promise.all([LazyOwnStart, LazyOwnEnd, LazyOwnAside].map(async (part) => part.preload?.()));
}
