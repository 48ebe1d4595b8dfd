import { extraFiles, serverFiles } from "./words.ts";

/** The side, layer, feature and kind of a file. */
export interface FileLocation {
  side: "server" | "web" | "contract" | "sandbox" | "outside";
  /**
   * One of `serverLayers` or `webLayers`. Else `src` in the contract and the sandbox, `build` for files of
   * an app outside `src/`, `generated`, or the top folder of the repository.
   */
  layer: string;
  feature?: string;
  /** The kind of a feature's file: `commands`, `queries`, `components` … */
  kind?: string;
  isTest: boolean;
}

/** The layers from the top down: a layer may import itself and the layers below it. */
export const serverLayers = ["main", "app", "demo", "features", "platform"];
export const webLayers = ["entry", "routes", "widgets", "features", "ui", "lib", "locales"];

const testPath = /\.test\.tsx?$|\/testing\//;

/** Locates a path relative to the repository. */
export function locateFile(path: string): FileLocation {
  const isTest = testPath.test(path);
  const [top, name, src, ...rest] = path.split("/");
  if (top === "packages" && name === "contract") return { side: "contract", layer: "src", isTest };
  if (top === "packages" && name === "sandbox") return { side: "sandbox", layer: "src", isTest };
  if (top !== "apps" || (name !== "server" && name !== "web")) {
    return { side: "outside", layer: top ?? "", isTest };
  }
  if (src !== "src") return { side: name, layer: "build", isTest };
  const first = rest[0] ?? "";
  if (first === "features") {
    const feature = rest[1] ?? "";
    return { side: name, layer: "features", feature, kind: findKind(name, feature, rest), isTest };
  }
  // For a folder of the demo, such as `commands`, the same rules apply as for that folder of a feature.
  const kind = first === "demo" ? { kind: stripExtension(rest[1] ?? "") } : {};
  return { side: name, layer: findLayer(name, rest), ...kind, isTest };
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
function findKind(side: string, feature: string, rest: string[]): string {
  const inside = rest.slice(2);
  const extra = extraFiles[`${side}/${feature}`] ?? [];
  const kinds = [...Object.keys(serverFiles), "components", ...extra];
  const names = inside.map(stripExtension);
  return names.find((name) => kinds.includes(name)) ?? names.at(-1) ?? "";
}

/** `ask.test.ts` → `ask`. */
export function stripExtension(file: string): string {
  return file.replace(/(\.test)?\.(tsx?|css|json)$/, "");
}
