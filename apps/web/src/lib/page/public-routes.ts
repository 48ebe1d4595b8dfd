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
 * Matches the routes that use the group "setting-texts": the settings, the page of held data, the page of answers that
 * were brought along, the page of a left account, and the pages of mailed links.
 */
const settings =
  /^\/\$locale\/(stg|me\/privacy|\$account_\/brought|acc\/(left|mail_links|password_resets|unsubscriptions))/;

/** The files of texts of a language; lib/i18n/catalogs.ts says what each contains. */
export type TextGroup =
  | "catalog"
  | "public-texts"
  | "more-texts"
  | "community-texts"
  | "setting-texts";

/** The texts that a page with these routes needs. */
export function listTextGroups(routes: string[]): TextGroup[] {
  const publicRoute = routes.find((route) => publicRoutes.includes(route));
  if (publicRoute === profileRoute) return ["catalog"];
  if (publicRoute !== undefined) return ["catalog", "public-texts"];
  const groups: TextGroup[] = ["catalog", "more-texts"];
  if (routes.some((route) => route.startsWith(communities))) groups.push("community-texts");
  if (routes.some((route) => settings.test(route))) groups.push("setting-texts");
  return groups;
}
