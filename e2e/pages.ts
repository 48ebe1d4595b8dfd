import { globSync } from "node:fs";
import { join } from "node:path";
import { pageSlugs } from "@toibako/contract/help.ts";

// These lists name every page by its path without the language. `whole-pages.spec.ts` compares them with
// the routes, so that the journeys through all pages visit every page.

const community = "/communities/daily/categories/life";

/** The path of the same community in calls, where the category comes before the community. */
export const communityInCalls = "communities/life/daily";

/** Pages of communities, for visitors and accounts. */
const communityPages = [
  "/communities",
  community,
  `${community}?tab=box`,
  `${community}/items`,
  `${community}/users`,
];

/** Pages for everybody. */
export const visitorPages = [
  "",
  "/acc/login",
  "/acc/regist",
  "/acc/password_resets",
  "/acc/left",
  "/not_login_user",
  "/hp",
  "/guide",
  "/inquiry",
  "/help_lines",
  "/offline",
  ...communityPages,
  "/communities/samples",
  "/me/friends?tab=recommend",
  "/me/friends?tab=timeline",
  "/me/privacy",
  "/itr",
  "/itr?service=line",
  ...pageSlugs.map((slug) => `/fxp/${slug}`),
  "/diagnosis",
  "/diagnosis/first-game-letter-----",
  "/fxp/release_notes",
  "/fxp/transparency",
];

/** Pages that show what the signed-in account has, and say so while it has nothing. */
export const filledPages = [
  "/me/home",
  "/me/home?tab=received",
  "/me/home?tab=send",
  "/me/notices",
  "/me/talks",
  "/me/friends",
  "/me/friends?tab=recommend",
  "/me/friends?tab=follows",
  "/me/friends?query=a",
  "/me/decisions",
  "/follows",
  `${community}/mine`,
  "/communities/suggestions",
  "/box",
  "/box/reply",
  "/box/dust",
  "/box/held",
  "/stg/archive",
];

/** Pages of the signed-in account. */
export const accountPages = [
  ...filledPages,
  "/diagnosis",
  "/diagnosis/first-game-box--------",
  "/me/setup",
  "/me/ready",
  "/me/share",
  "/me/push?account=another_account",
  "/me/friends/import_from_wlc",
  ...communityPages,
  `${community}/users?tab=recommended_users`,
  "/me/privacy",
  "/stg",
  "/stg?tab=card",
  "/stg/payment_cancel/survey",
  "/stg/leave",
  "/stg/destroy",
];

/** Lists the pages of an account, of a question, and of a question to the community. */
export const listSharedPages = (account: string, uuid: string, uuidInCommunity: string) => [
  `/${account}`,
  `/${account}/brought`,
  `/${account}/message`,
  `/q/${uuid}`,
  `/q/${uuid}/share`,
  formatCommunityQuestion(uuidInCommunity),
];

/** Returns the path of the page of a question to the community. */
export const formatCommunityQuestion = (uuid: string) => `${community}/items/${uuid}`;

/** Pages of mail links whose secret is not valid; they have the status 404. */
export const invalidLinkPages = [
  "/acc/password_resets/unknown",
  "/acc/mail_links/unknown",
  "/acc/unsubscriptions/unknown",
];

const routes = join(import.meta.dirname, "../apps/web/src/routes/$locale");

/** Lists the paths of all routes without the language, such as `/fxp/$slug`. */
export function listRoutes(): string[] {
  return (
    globSync("**/*.tsx", { cwd: routes })
      .map((file) => `/${file.replaceAll("\\", "/").replace(/\.tsx$/, "")}`)
      .filter((route) => !route.endsWith("/route"))
      // In the router's file names, `stg_/leave` is the address `/stg/leave` without the layout of `stg`.
      .map((route) => route.replaceAll("_/", "/"))
      .map((route) => route.replace(/\/index$/, ""))
  );
}
