import type { Viewer } from "#platform/viewer.ts";

/** Everyone may like, visitors too; nobody likes what they wrote themself. */
export function mayLike(viewer: Viewer, answerer_pk: number): boolean {
  return viewer.user?.pk !== answerer_pk;
}
