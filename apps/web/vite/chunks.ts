import { join } from "node:path";
import { publicRoutes } from "../src/lib/page/public-routes.ts";

/** The part of the bundler's interface that chunk names need. */
interface Modules {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicImporters?: readonly string[];
  } | null;
}

const source = join(import.meta.dirname, "../src");

/**
 * The entry, which contains the component of profiles, and the components of the other public pages: `/$locale/` is in
 * routes/$locale/index.tsx.
 */
export const publicModules = [
  join(source, "entry-client.tsx"),
  ...publicRoutes.map((route) =>
    join(source, `routes${route.replace(/\/$/, "/index")}.tsx?tsr-split=component`),
  ),
];

/** Matches the modules of React, the router and the query cache. */
const libraries = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;
/** Matches the modules outside of `libraries` that may share a chunk. */
const ownCode = /apps\/web\/src\/|packages\/contract|lucide-react|vite\/preload-helper/;
/** Matches what only dialogs need, which are loaded on demand: the code that draws QR codes. */
const dialogCode = /src\/ui\/drawings\/qr-code\./;
/** Matches the modules that only pages of talks and rooms need. Other pages too make calls about conversations. */
const conversationCode =
  /src\/(lib\/conversation|features\/(messages|rooms|talks)\/components|widgets\/(conversation|rooms|talks))\//;
/** Matches the modules that only pages of payment need. */
const billingCode = /src\/(features|widgets)\/billing\/|packages\/contract\/src\/billing[./]/;

/** Matches the modules that show games, which most sites don't have. */
const gamesCode = /src\/(features|widgets)\/games\//;

/** Matches the modules that only the console of staff needs. */
const staffCode = /src\/(features|widgets)\/staff\/|packages\/contract\/src\/staff\//;

/**
 * The chunks that pages share, because few chunks load faster on phones than fifty. A module goes into the first one
 * that matches, together with its imports:
 *
 * - libraries: code that most releases leave unchanged.
 * - shell: all other code that the entry imports, with the component of profiles.
 * - public: what the other public pages have in common.
 * - account: what other pages have in common.
 * - conversations: what only the pages of talks and rooms have in common.
 * - billing: what only the pages of payment have in common.
 * - games: what only the page and the cards of games have in common.
 * - staff: what only the pages of the console have in common.
 */
export const groups = [
  { name: "libraries", test: libraries, priority: 4 },
  { name: "shell", tags: ["$initial" as const], priority: 3 },
  {
    name: (id: string, modules: Modules) =>
      isShareable(id, modules) && listPublic(modules).has(id) ? "public" : null,
    debugName: "public",
    minShareCount: 2,
    priority: 2,
  },
  {
    name: (id: string, modules: Modules) =>
      isShareable(id, modules) &&
      ![conversationCode, billingCode, gamesCode, staffCode].some((code) => code.test(id))
        ? "account"
        : null,
    debugName: "account",
    minShareCount: 2,
    priority: 1,
  },
  {
    name: (id: string, modules: Modules) =>
      isShareable(id, modules) && conversationCode.test(id) ? "conversations" : null,
    debugName: "conversations",
    minShareCount: 2,
    priority: 0,
  },
  {
    name: (id: string, modules: Modules) =>
      isShareable(id, modules) && billingCode.test(id) ? "billing" : null,
    debugName: "billing",
    minShareCount: 2,
    priority: 0,
  },
  {
    name: (id: string, modules: Modules) =>
      isShareable(id, modules) && gamesCode.test(id) ? "games" : null,
    debugName: "games",
    minShareCount: 2,
    priority: 0,
  },
  {
    name: (id: string, modules: Modules) =>
      isShareable(id, modules) && staffCode.test(id) ? "staff" : null,
    debugName: "staff",
    minShareCount: 2,
    priority: 0,
  },
];

/**
 * Modules that are loaded on demand stay chunks of their own: in a shared chunk, opening one would load all that pages
 * for accounts share. The ids of routes' components have a `?`.
 */
function isShareable(id: string, modules: Modules): boolean {
  const { dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  const isOnDemand = dialogCode.test(id) || dynamicImporters.length > 0;
  return ownCode.test(id) && !id.includes("?") && !isOnDemand;
}

let publicIds: Set<string> | undefined;

/** Lists the modules that public pages import statically. */
function listPublic(modules: Modules): Set<string> {
  if (publicIds) return publicIds;
  publicIds = new Set(publicModules);
  // Iterating over a set includes what is added meanwhile.
  for (const id of publicIds) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) publicIds.add(imported);
  }
  return publicIds;
}
