import type { PublicUser } from "@toibako/contract/profiles.ts";
import type { ComponentType } from "react";
import { createLazyPart } from "#lib/page/lazy-part.tsx";

type OwnPart = ComponentType<{ user: PublicUser }>;

const load = async () =>
  (await import("./own-parts.tsx")) as unknown as Record<string, ComponentType<object>>;
const start = createLazyPart(load, "OwnProfileStart");
const aside = createLazyPart(load, "OwnAside");

/**
 * The parts that an account sees on its own profile only. They are loaded on demand, because most readers of
 * profiles are others. The server can't render them before `loadOwnParts` has resolved.
 */
export const LazyOwnStart = start as OwnPart;
export const LazyOwnAside = aside as OwnPart;

export async function loadOwnParts(): Promise<void> {
  await Promise.all([start.preload(), aside.preload()]);
}
