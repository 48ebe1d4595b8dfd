/** The part of Vite's manifest that is used here. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>;

/** The tags that load a page's scripts and styles. */
export interface Assets {
  /** For the head: the styles, the entry, and preloads of what the given routes import. */
  tags(routes: string[], locale: string, nonce: string): string;
}

/** Placeholder of the nonce in cached tags. */
const placeholder = "{nonce}";

/** Caches the tags of each combination of routes and locale. */
export function createAssets(manifest: Manifest): Assets {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error("The manifest names no entry");
  const routeFiles = Object.keys(manifest).filter((key) => key.startsWith("src/routes/"));
  const byRoute = Map.groupBy(routeFiles, toRouteId);
  const prepared = new Map<string, string>();

  function prepare(routes: string[], locale: string): string {
    const parts = routes.flatMap((route) => byRoute.get(route) ?? []);
    const chunks = listImportedChunks(manifest, [
      entry ?? "",
      `virtual:catalog/${locale}`,
      ...parts,
    ]);
    const styles = new Set(chunks.flatMap(({ css }) => css ?? []));
    const [first, ...others] = chunks.map(({ file }) => file);
    return [
      ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
      `<script type="module" nonce="${placeholder}" src="/${first}"></script>`,
      ...others.map((file) => `<link rel="modulepreload" nonce="${placeholder}" href="/${file}">`),
    ].join("");
  }

  return {
    tags(routes, locale, nonce) {
      const key = [locale, ...routes].join(" ");
      const tags = prepared.get(key) ?? prepare(routes, locale);
      prepared.set(key, tags);
      return tags.replaceAll(placeholder, nonce);
    },
  };
}

/** The route id of a manifest key: `src/routes/$locale/index.tsx?tsr-split=component` → `/$locale/`. */
function toRouteId(key: string): string {
  const path = key.replace(/^src\/routes/, "").replace(/\.tsx(\?.*)?$/, "");
  return path.replace(/\/route$/, "").replace(/\/index$/, "/");
}

/** The chunks of the given keys and of all their imports, without duplicates, the given ones first. */
function listImportedChunks(manifest: Manifest, starts: string[]): Manifest[string][] {
  const keys = new Set(starts);
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  return [...keys].flatMap((key) => manifest[key] ?? []);
}
