/** Of Vite's manifest, what is read here. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean; name?: string }
>;

/** The tags that bring a page its scripts and styles. */
export interface Assets {
  /** For the head: styles, the entry, and early fetches of all that the given routes need. */
  tags(routes: string[], locale: string, nonce: string): string;
}

/** Reads the manifest once; the tags of each combination of routes are put together once. */
export function createAssets(manifest: Manifest): Assets {
  const [entry] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry) ?? [];
  if (!entry) throw new Error("The manifest names no entry");
  const byRoute = Map.groupBy(
    Object.keys(manifest).filter((key) => key.startsWith("src/routes/")),
    routeOf,
  );
  const made = new Map<string, string>();

  function make(routes: string[], locale: string): string {
    const catalog = Object.keys(manifest).find((key) => key.endsWith(`virtual:catalog/${locale}`));
    const starts = [entry ?? "", ...routes.flatMap((route) => byRoute.get(route) ?? [])];
    const chunks = closure(manifest, catalog ? [...starts, catalog] : starts);
    const styles = chunks.flatMap((key) => manifest[key]?.css ?? []);
    return [
      ...new Set(styles.map((file) => `<link rel="stylesheet" href="/${file}">`)),
      ...chunks.slice(1).map((key) => preload(manifest[key]?.file ?? "")),
      `<script type="module" src="/${manifest[entry ?? ""]?.file}" nonce="{nonce}"></script>`,
    ].join("");
  }

  return {
    tags(routes, locale, nonce) {
      const key = `${locale} ${routes.join(" ")}`;
      let tags = made.get(key);
      if (tags === undefined) made.set(key, (tags = make(routes, locale)));
      return tags.replaceAll("{nonce}", nonce);
    },
  };
}

function preload(file: string): string {
  return `<link rel="modulepreload" href="/${file}" nonce="{nonce}">`;
}

/** `src/routes/$locale/index.tsx?tsr-split=component` → `/$locale/`, as the route tree says it. */
function routeOf(key: string): string {
  const path = key.replace(/^src\/routes/, "").replace(/\.tsx(\?.*)?$/, "");
  return path.replace(/\/route$/, "").replace(/\/index$/, "/");
}

/** The given chunks and all that they import, each once, the given ones first. */
function closure(manifest: Manifest, starts: string[]): string[] {
  const found = new Set(starts);
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next);
  return [...found];
}
