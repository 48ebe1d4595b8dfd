import type { Viewer } from "#platform/identity/viewer.ts";

/** Everyone, visitors included, may like any answer except their own. */
export function mayLike(viewer: Viewer, answerer_pk: number): boolean {
  return viewer.user?.pk !== answerer_pk;
}
