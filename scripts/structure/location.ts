import { EXTRA_WORDS, SERVER_WORDS } from "./words.ts";

/** The side, layer, feature and kind of a file. */
export interface FileLocation {
  side: "server" | "web" | "contract" | "sandbox" | "outside";
  /** One of `SERVER_LAYERS` or `WEB_LAYERS`, else `src`, `build`, `generated` or the top folder. */
  layer: string;
  feature?: string;
  /** The kind of a feature's file: `commands`, `queries`, `components` … */
  word?: string;
  test: boolean;
}

/** From the top down: a layer may import itself and what stands below it. */
export const SERVER_LAYERS = ["main", "app", "demo", "features", "platform"];
export const WEB_LAYERS = ["entry", "routes", "widgets", "features", "ui", "lib", "locales"];

const TEST = /\.test\.tsx?$|\/testing\//;

/** Locates a path relative to the repository. */
export function locateFile(path: string): FileLocation {
  const test = TEST.test(path);
  const [top, name, src, ...rest] = path.split("/");
  if (top === "packages" && name === "contract") return { side: "contract", layer: "src", test };
  if (top === "packages" && name === "sandbox") return { side: "sandbox", layer: "src", test };
  if (top !== "apps" || (name !== "server" && name !== "web")) {
    return { side: "outside", layer: top ?? "", test };
  }
  if (src !== "src") return { side: name, layer: "build", test };
  const first = rest[0] ?? "";
  if (first === "features") {
    const feature = rest[1] ?? "";
    return { side: name, layer: "features", feature, word: findWord(name, feature, rest), test };
  }
  const word = first === "demo" ? { word: stripExtension(rest[1] ?? "") } : {};
  return { side: name, layer: findLayer(name, rest), ...word, test };
}

function findLayer(side: "server" | "web", rest: string[]): string {
  const first = rest[0] ?? "";
  // Migrations belong to the platform layer, because they run before any feature.
  if (first === "migrations") return "platform";
  if (rest.length > 1) return first;
  if (first.includes(".gen.")) return "generated";
  return side === "web" ? "entry" : stripExtension(first);
}

/** The kind of a feature's file: its own name, or that of its folder. */
function findWord(side: string, feature: string, rest: string[]): string {
  const inside = rest.slice(2);
  const known = [...Object.keys(SERVER_WORDS), "components"];
  const words = inside.map(stripExtension);
  const extra = EXTRA_WORDS[`${side}/${feature}`] ?? [];
  return words.find((word) => known.includes(word) || extra.includes(word)) ?? words.at(-1) ?? "";
}

/** `ask.test.ts` → `ask`. */
export function stripExtension(file: string): string {
  return file.replace(/(\.test)?\.(tsx?|css|json)$/, "");
}
