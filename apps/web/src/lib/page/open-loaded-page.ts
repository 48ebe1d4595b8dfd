import type { AnyRouter } from "@tanstack/react-router";

/**
 * Loads a page of this site, then shows it. A form that calls it keeps what was written on the screen meanwhile, instead
 * of the placeholders of a page that takes long to load.
 */
export async function openLoadedPage(router: AnyRouter, path: string): Promise<void> {
  const { pathname, searchParams } = new URL(path, window.location.origin);
  // If it can't be loaded now, opening it tries again and shows why.
  await router
    .preloadRoute({ to: pathname, search: Object.fromEntries(searchParams) })
    .catch(() => undefined);
  await router.navigate({ href: path });
}
