/** Of Vite's manifest, what is read here. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>;

/** The tags that bring a page its scripts and styles. */
export interface Assets {
  /** For the head: styles, the entry, and early fetches of all that the given routes need. */
  tags(routes: string[], locale: string, nonce: string): string;
}

/** Stands for the nonce in prepared tags. */
const placeholder = "{nonce}";

/** Reads the manifest once; the tags of each combination of routes are put together once. */
export function createAssets(manifest: Manifest): Assets {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error("The manifest names no entry");
  const routeFiles = Object.keys(manifest).filter((key) => key.startsWith("src/routes/"));
  const byRoute = Map.groupBy(routeFiles, routeOf);
  const prepared = new Map<string, string>();

  function prepare(routes: string[], locale: string): string {
    const parts = routes.flatMap((route) => byRoute.get(route) ?? []);
    const chunks = closure(manifest, [entry ?? "", `virtual:catalog/${locale}`, ...parts]);
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

/** `src/routes/$locale/index.tsx?tsr-split=component` → `/$locale/`, as the route tree says it. */
function routeOf(key: string): string {
  const path = key.replace(/^src\/routes/, "").replace(/\.tsx(\?.*)?$/, "");
  return path.replace(/\/route$/, "").replace(/\/index$/, "/");
}

/** The chunks of the given keys and of all that they import, each once, the given ones first. */
function closure(manifest: Manifest, starts: string[]): Manifest[string][] {
  const keys = new Set(starts);
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  return [...keys].flatMap((key) => manifest[key] ?? []);
}
