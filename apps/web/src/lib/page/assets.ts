import { profileRoute, publicRoutes } from "./public-routes.ts";

/** The part of Vite's manifest that is used here. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
>;

/** When a page loads its scripts: at once, or when the browser is idle (see `starterScript`). */
export type ScriptTime = "now" | "later";

/** The tags that load a page's scripts and styles. */
export interface Assets {
  renderTags(routes: string[], locale: string, nonce: string, scriptTime: ScriptTime): AssetTags;
}

interface AssetTags {
  /** The script that loads the other scripts later; for the beginning of the head. */
  starter: string;
  /** The tags of the styles and of the scripts that load at once; for the head. */
  files: string;
}

/** Placeholder of the nonce in cached tags. */
const placeholder = "{nonce}";

/** Caches the tags of each combination of routes, locale and script time. */
export function createAssets(manifest: Manifest): Assets {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const routeFiles = Object.keys(manifest).filter((key) => key.startsWith("src/routes/"));
  const filesByRoute = Map.groupBy(routeFiles, toRouteId);
  const cachedTags = new Map<string, AssetTags>();

  function createTags(routes: string[], locale: string, scriptTime: ScriptTime): AssetTags {
    const ownRouteFiles = routes.flatMap((route) => filesByRoute.get(route) ?? []);
    const showsPayment = routes.some((route) => /^\/\$locale\/stg\b/.test(route));
    const showsConsole = routes.some((route) => /^\/\$locale\/adm\b/.test(route));
    const showsGames = routes.some((route) => /^\/\$locale\/games\b/.test(route));
    const isPublic = [profileRoute, ...publicRoutes].some((route) => routes.includes(route));
    const chunks = listImportedChunks(manifest, [
      ...entries,
      `virtual:public-texts/${locale}`,
      ...(isPublic ? [] : [`virtual:other-texts/${locale}`]),
      ...(showsPayment || showsGames || showsConsole ? ["src/lib/i18n/rare-texts.ts"] : []),
      ...(showsPayment ? [`virtual:billing-texts/${locale}`] : []),
      ...(showsGames ? [`virtual:games-texts/${locale}`] : []),
      ...(showsConsole ? [`virtual:staff-texts/${locale}`] : []),
      ...ownRouteFiles,
    ]);
    const scripts = chunks.map(({ file }) => `/${file}`);
    const styles = new Set(chunks.flatMap(({ css }) => css ?? []));
    const links = [...styles].map((file) => `<link rel="stylesheet" href="/${file}">`).join("");
    return scriptTime === "now"
      ? { starter: "", files: links + renderScripts(scripts) }
      : { starter: renderStarter(scripts), files: links };
  }

  return {
    renderTags(routes, locale, nonce, scriptTime) {
      const key = [scriptTime, locale, ...routes].join(" ");
      const { starter, files } = cachedTags.get(key) ?? createTags(routes, locale, scriptTime);
      cachedTags.set(key, { starter, files });
      const addNonce = (tags: string) => tags.replaceAll(placeholder, nonce);
      return { starter: addNonce(starter), files: addNonce(files) };
    },
  };
}

/** The first script is the shell, which imports the others. */
function renderScripts([shell, ...others]: string[]): string {
  return [
    `<script type="module" nonce="${placeholder}" src="${shell}"></script>`,
    ...others.map((file) => `<link rel="modulepreload" nonce="${placeholder}" href="${file}">`),
  ].join("");
}

/**
 * Fetches the scripts of a page when the browser is idle, or at the first touch, key or focus. The script
 * element that holds this code names the files in `data-scripts`: the first one is run, and the others,
 * which it imports, are fetched at the same time. This code must stand before the script that records early
 * input (lib/browser/early-input.ts), because that script stops clicks for all later listeners.
 *
 * If the event "load" doesn't come, because a picture never arrives, the scripts are fetched after 8 s.
 * Safari has no idle callback.
 */
const starterScript = `{const{nonce,dataset}=document.currentScript,kinds=["pointerdown","keydown","focusin","input","click"];let started;const start=()=>{if(started)return;started=true;for(const k of kinds)removeEventListener(k,start,true);dataset.scripts.split(" ").forEach((file,i)=>{const e=document.createElement(i?"link":"script");e.nonce=nonce;if(i){e.rel="modulepreload";e.href=file}else{e.type="module";e.src=file}document.head.append(e)})};for(const k of kinds)addEventListener(k,start,true);addEventListener("load",()=>window.requestIdleCallback?requestIdleCallback(start,{timeout:2e3}):setTimeout(start,200));setTimeout(start,8e3)}`;

function renderStarter(scripts: string[]): string {
  return `<script nonce="${placeholder}" data-scripts="${scripts.join(" ")}">${starterScript}</script>`;
}

/** Returns the route id of a manifest key: `src/routes/$locale/index.tsx?tsr-split=component` → `/$locale/`. */
function toRouteId(key: string): string {
  const path = key.replace(/^src\/routes/, "").replace(/\.tsx(\?.*)?$/, "");
  return path.replace(/\/route$/, "").replace(/\/index$/, "/");
}

/** Returns the chunks of the keys, followed by the chunks of all their imports, without duplicates. */
function listImportedChunks(manifest: Manifest, ownKeys: string[]): Manifest[string][] {
  const keys = new Set(ownKeys);
  // A loop over a set also visits the keys that are added while it runs.
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  return [...keys].flatMap((key) => manifest[key] ?? []);
}
