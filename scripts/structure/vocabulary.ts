import { serverLayers, stripExtension, webLayers } from "./location.ts";
import type { Finding } from "./source.ts";
import { contractFiles, extraFiles, features, serverFiles } from "./words.ts";

/** Checks where a file may be; words.ts lists the features and the files that they may have. */
export function checkVocabulary(path: string): Finding[] {
  const checks = [checkLayer, checkRoute, checkWidget, checkFeature, checkContract];
  const problems = checks.flatMap((check) => check(path));
  return problems.map(([violation, advice]) => ({ path, line: 1, violation, advice }));
}

type Problem = [violation: string, advice: string];

function checkLayer(path: string): Problem[] {
  const match = /^apps\/(server|web)\/src\/([^/]+)(\/?)/.exec(path);
  const [, side, first = "", slash] = match ?? [];
  const layers = side === "server" ? [...serverLayers, "migrations"] : webLayers;
  const isEntry = side === "web" && slash === "";
  if (side === undefined || isEntry || layers.includes(stripExtension(first))) return [];
  return [[`"${first}" is not a layer of the ${side}`, `The layers are ${layers.join(", ")}.`]];
}

/** The router ignores files and folders whose names begin with a dash, so they aren't routes. */
function checkRoute(path: string): Problem[] {
  const [, inside] = /^apps\/web\/src\/routes\/(.+)$/.exec(path) ?? [];
  if (inside === undefined || !inside.split("/").some((part) => part.startsWith("-"))) return [];
  return [
    [
      `"${inside}" is not a path`,
      "Routes hold path files only. What composes features goes to widgets/<name>/, what one feature draws to its components/, what every page needs to lib/.",
    ],
  ];
}

function checkWidget(path: string): Problem[] {
  const [, inside] = /^apps\/web\/src\/widgets\/(.+)$/.exec(path) ?? [];
  if (inside === undefined || inside.split("/").length === 2) return [];
  return [[`"${inside}" is not a file of a widget`, "Put it into widgets/<name>/<file>."]];
}

function checkFeature(path: string): Problem[] {
  const match = /^apps\/(server|web)\/src\/features\/([^/]+)\/(.+)$/.exec(path);
  const [, side, feature, inside] = match ?? [];
  if (side === undefined || feature === undefined || inside === undefined) {
    return path.includes("/src/features/")
      ? [["a file beside the features", "Put it into the folder of its feature."]]
      : [];
  }
  if (!features.has(feature)) {
    return [
      [
        `unknown feature "${feature}"`,
        "Use the feature's one name, or add the new one to features in scripts/structure/words.ts.",
      ],
    ];
  }
  const extra = extraFiles[`${side}/${feature}`] ?? [];
  return side === "server" ? checkServerFile(inside, extra) : checkWebFile(inside, extra);
}

function checkServerFile(inside: string, extra: readonly string[]): Problem[] {
  const parts = inside.split("/");
  const file = stripExtension(parts.at(-1) ?? "");
  const folder = parts.length > 1 ? parts[0] : undefined;
  if (inside.includes(".test.") && parts.length <= 2) return [];
  const names = [...Object.keys(serverFiles), ...extra];
  const isKnown = names.includes(file) || (folder !== undefined && names.includes(folder));
  if (isKnown && parts.length <= 2) return [];
  const list = Object.entries(serverFiles).map(([name, content]) => `${name}.ts (${content})`);
  return [
    [
      `"${inside}" is not a file name of a server feature`,
      `Move the code into ${list.join(", ")}.`,
    ],
  ];
}

function checkWebFile(inside: string, extra: readonly string[]): Problem[] {
  if (/^queries(\/[^/]+)?(\.test)?\.ts$/.test(inside)) return [];
  if (/^components\/([^/]+\/)?[^/]+\.tsx$/.test(inside)) return [];
  if (/^[^/]+\.test\.tsx?$/.test(inside) || extra.includes(stripExtension(inside))) return [];
  return [
    [
      `"${inside}" is not a file name of a web feature`,
      "Queries and mutations go to queries.ts, what draws to components/*.tsx, what every feature needs to lib/.",
    ],
  ];
}

function checkContract(path: string): Problem[] {
  const match = /^packages\/contract\/src\/([^/]+)/.exec(path);
  if (match === null) return [];
  const word = stripExtension(match[1] ?? "");
  if (features.has(word) || contractFiles.has(word)) return [];
  return [
    [
      `"${word}" is not a feature of the contract`,
      "Put it into the file of its feature, or add it to contractFiles in scripts/structure/words.ts.",
    ],
  ];
}
