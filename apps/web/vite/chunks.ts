import { join } from "node:path";
import { publicRoutes } from "../src/lib/page/public-routes.ts";

/** The part of the bundler's interface that chunk names need. */
export interface Modules {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
    dynamicImporters?: readonly string[];
  } | null;
}

const source = join(import.meta.dirname, "../src");
/** Matches the modules of React, the router and the query cache; `exports:` are those of react-exports.ts. */
const libraries =
  /^\0exports:|node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;
/** Matches the modules that are not part of `libraries` and may share a chunk. */
const ownCode = /apps\/web\/src\/|packages\/contract|lucide-react|vite\/preload-helper/;
/** Matches the modules of the buttons to sign in with a provider, which the top page and the login pages show. */
const signIn = /features\/accounts\/(providers|components\/provider-)|ui\/marks\/providers/;

/** Matches the modules of communities, which load only when a reader opens one of their pages or modals. */
export const communityModules =
  /\b(features|widgets|routes\/\$locale|contract\/src)\/communities\b/;

/**
 * Matches the modules of rarely opened parts of the site: the settings, the page of held data, the page of answers
 * that were brought along, the pages of left accounts and of mailed links, and some dialogs.
 */
export const settingsModules =
  /routes\/\$locale\/(stg_?|me\/privacy|\$account_\/brought|acc\/(left|mail_links|password_resets|unsubscriptions))\b|factors\/components\/(passkey-dialogs|totp-dialogs|recovery-codes)|modals\/(identity-confirmation|authorization-email)/;

export const entryModules = [join(source, "entry-client.tsx")];
/** The components of public pages except profiles: `/$locale/` is in routes/$locale/index.tsx. */
export const publicPageModules = publicRoutes.map((route) =>
  join(source, `routes${route.replace(/\/$/, "/index")}.tsx?tsr-split=component`),
);

/**
 * The chunks that pages share, because few chunks load faster on phones than fifty:
 *
 * - libraries: code that most releases leave unchanged.
 * - shell: our own code that every page needs, the entry, and the component of profiles. Nearly every page
 *   needs most of what profiles need, and code compresses better in one file.
 * - sign-in: the buttons to sign in with a provider.
 * - public: what the other public pages have in common.
 * - settings, account, communities: what only settings, only pages for accounts, or only communities
 *   have in common.
 *
 * A module goes into the first chunk that matches, together with its imports, so the order matters.
 */
const chunkNames: ((id: string, modules: Modules) => string | null)[] = [
  (id) => (libraries.test(id) ? "libraries" : null),
  (id, modules) => (isReachable(id, entryModules, modules) ? "shell" : null),
  (id) => (signIn.test(id) ? "sign-in" : null),
  (id, modules) =>
    isShareable(id, modules) && isReachable(id, publicPageModules, modules) ? "public" : null,
  (id, modules) =>
    isShareable(id, modules) && isOnlyIn(settingsModules, id, modules) ? "settings" : null,
  (id, modules) => (isShareable(id, modules) && !communityModules.test(id) ? "account" : null),
  (id, modules) => (isShareable(id, modules) ? "communities" : null),
];

/** The bundler's groups; the first that matches wins. */
export const groups = chunkNames.map((name, index) => ({
  name,
  priority: chunkNames.length - index,
  // Apart from libraries and the shell, what only one page needs stays in that page's chunk.
  minShareCount: index < 2 ? 1 : 2,
}));

/**
 * The components of routes, whose ids have a `?`, are chunks of their own, and so are modules that are loaded
 * on demand. In a shared chunk, a visitor who opens such a part would load all that pages of accounts share, and
 * the bundler's code for the module's exports would be a further file of every page.
 */
function isShareable(id: string, modules: Modules): boolean {
  const { dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  return ownCode.test(id) && !id.includes("?") && dynamicImporters.length === 0;
}

const reachableFrom = new WeakMap<readonly string[], Set<string>>();

function isReachable(id: string, roots: readonly string[], modules: Modules): boolean {
  const reachable = reachableFrom.get(roots) ?? listLoaded(roots, modules);
  reachableFrom.set(roots, reachable);
  return reachable.has(id);
}

/** Lists the modules that are loaded with the given ones, which they import statically. */
export function listLoaded(roots: readonly string[], modules: Modules): Set<string> {
  const loaded = new Set(roots);
  // Iterating over a set includes what is added meanwhile.
  for (const id of loaded) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
  }
  return loaded;
}

const loadedOutside = new WeakMap<RegExp, Set<string>>();

function isOnlyIn(parts: RegExp, id: string, modules: Modules): boolean {
  const outside = loadedOutside.get(parts) ?? listLoadedOutside(parts, modules);
  loadedOutside.set(parts, outside);
  return !outside.has(id);
}

/** Lists the modules that can be loaded without a dynamic import of a module whose id matches `parts`. */
export function listLoadedOutside(parts: RegExp, modules: Modules): Set<string> {
  const loaded = new Set(entryModules);
  // Iterating over a set includes what is added meanwhile.
  for (const id of loaded) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    for (const imported of importedIds) loaded.add(imported);
    for (const opened of dynamicallyImportedIds) if (!parts.test(opened)) loaded.add(opened);
  }
  return loaded;
}
