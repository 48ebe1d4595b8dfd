import { globSync } from "node:fs";
import { join } from "node:path";
import { pageSlugs } from "@toibako/contract/help.ts";

// Every page is named here, as its path below the language; `whole-pages.spec.ts` compares the lists
// with the routes, so that the journeys through all pages miss none.

const community = "/communities/daily/categories/life";

/** The same community in the paths of calls, which have the two ids in the other order. */
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
];

/** Pages of the signed-in account. */
export const accountPages = [
  "/me/setup",
  "/me/ready",
  "/me/home",
  "/me/home?tab=received",
  "/me/home?tab=send",
  "/me/notices",
  "/me/friends",
  "/me/push?account=another_account",
  "/me/friends?tab=recommend",
  "/me/friends?tab=follows",
  "/me/friends?query=a",
  "/me/friends/import_from_wlc",
  "/follows",
  ...communityPages,
  `${community}/users?tab=recommended_users`,
  `${community}/mine`,
  "/communities/suggestions",
  "/me/privacy",
  "/box",
  "/box/reply",
  "/box/dust",
  "/box/held",
  "/stg",
  "/stg/archive",
  "/stg/leave",
  "/stg/destroy",
];

/** The pages of an account, of a question, and of a question to the community. */
export const listSharedPages = (account: string, uuid: string, uuidInCommunity: string) => [
  `/${account}`,
  `/${account}/brought`,
  `/q/${uuid}`,
  formatCommunityQuestion(uuidInCommunity),
];

/** The page of a question to the community. */
export const formatCommunityQuestion = (uuid: string) => `${community}/items/${uuid}`;

/** Pages whose feature isn't built yet; they have the status 404. */
export const unbuiltPages = ["/me/talks"];

/** Pages of mail links whose secret is not valid; they have the status 404. */
export const usedLinkPages = [
  "/acc/password_resets/unknown",
  "/acc/mail_links/unknown",
  "/acc/unsubscriptions/unknown",
];

const routes = join(import.meta.dirname, "../apps/web/src/routes/$locale");

/** The addresses of all routes, such as `/fxp/$slug`. */
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
