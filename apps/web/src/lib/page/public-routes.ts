/** The page on which most visitors arrive. Its component and its texts are loaded with the shell. */
export const profileRoute = "/$locale/$account";

/**
 * The other pages on which visitors arrive, questions and the top page; and the offline page, which the
 * service worker fetches for every visitor. The build keeps their scripts and texts apart from those of
 * pages for accounts.
 */
export const publicRoutes = ["/$locale/q/$uuid", "/$locale/", "/$locale/offline"];

const communityRoutePrefix = "/$locale/communities/";

/**
 * Matches the routes that use the group "setting-texts": the settings, the page of held data, the page of answers that
 * were brought along, the page of a left account, and the pages of mailed links.
 */
const settingRoutePattern =
  /^\/\$locale\/(stg|me\/privacy|\$account_\/brought|acc\/(left|mail_links|password_resets|unsubscriptions))/;

/** The files of texts of a language; lib/i18n/catalogs.ts says what each contains. */
export type TextGroup =
  | "catalog"
  | "public-texts"
  | "more-texts"
  | "community-texts"
  | "setting-texts";

/** Returns the groups of texts that a page with these routes needs. */
export function listTextGroups(routes: string[]): TextGroup[] {
  if (routes.includes(profileRoute)) return ["catalog"];
  if (routes.some((route) => publicRoutes.includes(route))) return ["catalog", "public-texts"];
  const groups: TextGroup[] = ["catalog", "more-texts"];
  if (routes.some((route) => route.startsWith(communityRoutePrefix)))
    groups.push("community-texts");
  if (routes.some((route) => settingRoutePattern.test(route))) groups.push("setting-texts");
  return groups;
}
