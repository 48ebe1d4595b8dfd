/** The page on which most visitors arrive. */
const profileRoute = "/$locale/$account";

/**
 * The pages on which visitors arrive: profiles, questions and the top page. The build keeps their
 * scripts and texts apart from those of pages for accounts.
 */
export const publicRoutes = [profileRoute, "/$locale/q/$uuid", "/$locale/"];

/** The beginning of the routes of communities. */
const communities = "/$locale/communities/";

/**
 * The routes whose texts only they name: settings, what is stored, what was brought along, and the pages of mailed
 * links.
 */
const settings =
  /^\/\$locale\/(stg|me\/privacy|\$account_\/brought|acc\/(left|mail_links|password_resets|unsubscriptions))/;

/**
 * The files of texts of a language: what the shell and profiles name, what else the other public pages
 * name, what else any part names except communities and settings, and what only those name.
 */
export type TextGroup =
  | "catalog"
  | "public-texts"
  | "more-texts"
  | "community-texts"
  | "setting-texts";

/** The texts that a page with these routes needs. */
export function listTextGroups(routes: string[]): TextGroup[] {
  const shown = routes.find((route) => publicRoutes.includes(route));
  if (shown === profileRoute) return ["catalog"];
  if (shown !== undefined) return ["catalog", "public-texts"];
  const groups: TextGroup[] = ["catalog", "more-texts"];
  if (routes.some((route) => route.startsWith(communities))) groups.push("community-texts");
  if (routes.some((route) => settings.test(route))) groups.push("setting-texts");
  return groups;
}
