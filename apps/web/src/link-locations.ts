import { LRUCache } from "lru-cache";
import { memoizeShortTexts } from "./memoize-short-texts.ts";
import type { AppRouter } from "./router.tsx";

type BuildLocation = AppRouter["buildLocation"];
type Location = ReturnType<BuildLocation>;

/** Locations by the key of their destination. A page has about 30 links, most of which occur on many pages. */
const locations = new LRUCache<string, Location>({ max: 2_000 });

/**
 * Makes the router of a rendered page share the locations of its links with all other rendered pages.
 * The location of a link that depends on the page that contains it is not cached.
 */
export function cacheLinkLocations(router: AppRouter): void {
  const build: BuildLocation = router.buildLocation;
  router.buildLocation = (options: Destination) => {
    const key = createCacheKey(options);
    const cached = key && locations.get(key);
    if (cached) return cached;
    const location = build(options as never);
    if (key) locations.set(key, location);
    return location;
  };
}

/** Characters. Locations with longer keys are not cached, because such keys quote the address of a page. */
const maxKeyLength = 300;

interface Destination {
  to?: unknown;
  params?: unknown;
  search?: unknown;
  hash?: unknown;
  state?: unknown;
  mask?: unknown;
  unsafeRelative?: unknown;
}

/** Returns the cache key of a destination; undefined if the destination depends on the page that links to it. */
function createCacheKey(options: Destination): string | undefined {
  const { to, params = {}, search = {}, hash = "", state, mask, unsafeRelative } = options;
  if (typeof to !== "string" || !to.startsWith("/$locale")) return undefined;
  if (typeof hash !== "string" || state || mask || unsafeRelative) return undefined;
  if (!isRecord(params) || !isRecord(search)) return undefined;
  let key = `${to} ${JSON.stringify(hash)}`;
  for (const name of listParameters(to)) {
    const value = params[name];
    if (typeof value !== "string") return undefined;
    key += JSON.stringify(value);
  }
  for (const name in search) key += JSON.stringify([name, search[name]]);
  return key.length <= maxKeyLength ? key : undefined;
}

/** The names of the parameters in a route's path: locale and account in "/$locale/$account". */
const listParameters = memoizeShortTexts((to: string) =>
  to.split("/").flatMap((part) => (part.startsWith("$") ? part.slice(1) : [])),
);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
