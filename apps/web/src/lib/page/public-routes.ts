/** The page on which most visitors arrive. */
const profileRoute = "/$locale/$account";

/**
 * The pages on which visitors arrive: profiles, questions and the top page. The build keeps their
 * scripts and texts apart from those of pages for accounts.
 */
export const publicRoutes = [profileRoute, "/$locale/q/$uuid", "/$locale/"];

/**
 * The files of texts of a language: what the shell and profiles name, what else the other public pages
 * name, and what else any part names.
 */
export type TextGroup = "catalog" | "public-texts" | "more-texts";

/** The texts that a page with these routes needs. */
export function listTextGroups(routes: string[]): TextGroup[] {
  const shown = routes.find((route) => publicRoutes.includes(route));
  if (shown === profileRoute) return ["catalog"];
  return ["catalog", shown === undefined ? "more-texts" : "public-texts"];
}
