import { SERVER_LAYERS, stripExtension, WEB_LAYERS } from "./location.ts";
import type { Finding } from "./source.ts";
import { CONTRACT_WORDS, EXTRA_WORDS, FEATURES, SERVER_WORDS, VAGUE_NAMES } from "./words.ts";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|gen|config|d))*\.(tsx?|css)$/;
const KEBAB_FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MIGRATION = /^\d{8}T\d{4}-[a-z0-9-]+(\.test)?\.ts$/;

/** Checks file and folder names; words.ts lists the features and the files that they may have. */
export function checkVocabulary(path: string): Finding[] {
  const checks = [checkNames, checkLayer, checkRoute, checkWidget, checkFeature, checkContract];
  const found = checks.flatMap((check) => check(path));
  return found.map(([what, advice]) => ({ path, line: 1, what, advice }));
}

type Problem = [what: string, advice: string];

function checkNames(path: string): Problem[] {
  const parts = path.split("/");
  const file = parts.at(-1) ?? "";
  const problems: Problem[] = [];
  const vague = parts.map(stripExtension).find((word) => VAGUE_NAMES.has(word));
  if (vague !== undefined) {
    problems.push([`"${vague}" says nothing`, "Name it by what it does, beside what uses it."]);
  }
  // The router defines the file names of routes: $locale, __root.
  if (path.includes("/src/routes/") || path.includes("/src/locales/")) return problems;
  if (path.includes("/src/migrations/")) {
    if (!MIGRATION.test(file)) {
      problems.push([
        `migration "${file}"`,
        "Name it by time and content: 20261201T0900-talks.ts.",
      ]);
    }
    return problems;
  }
  const misnamedFolder = parts.slice(0, -1).find((folder) => !KEBAB_FOLDER.test(folder));
  if (!KEBAB.test(file) || misnamedFolder !== undefined) {
    problems.push([
      `name "${misnamedFolder ?? file}"`,
      "Files and folders are written in kebab-case.",
    ]);
  }
  return problems;
}

function checkLayer(path: string): Problem[] {
  const match = /^apps\/(server|web)\/src\/([^/]+)(\/?)/.exec(path);
  const [, side, first = "", slash] = match ?? [];
  const words = side === "server" ? [...SERVER_LAYERS, "migrations"] : WEB_LAYERS;
  const entry = side === "web" && slash === "";
  if (side === undefined || entry || words.includes(stripExtension(first))) return [];
  return [[`"${first}" is not a layer of the ${side}`, `The layers are ${words.join(", ")}.`]];
}

/** The router ignores a name with a dash in front, which would hide a component among the routes. */
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
  if (!FEATURES.has(feature)) {
    return [
      [
        `unknown feature "${feature}"`,
        "Use the feature's one name, or add the new one to FEATURES in scripts/structure/words.ts.",
      ],
    ];
  }
  const extra = EXTRA_WORDS[`${side}/${feature}`] ?? [];
  return side === "server" ? checkServerFile(inside, extra) : checkWebFile(inside, extra);
}

function checkServerFile(inside: string, extra: readonly string[]): Problem[] {
  const parts = inside.split("/");
  const file = stripExtension(parts.at(-1) ?? "");
  const folder = parts.length > 1 ? parts[0] : undefined;
  if (inside.includes(".test.") && parts.length <= 2) return [];
  const words = [...Object.keys(SERVER_WORDS), ...extra];
  const known = words.includes(file) || (folder !== undefined && words.includes(folder));
  if (known && parts.length <= 2) return [];
  const list = Object.entries(SERVER_WORDS).map(([word, what]) => `${word}.ts (${what})`);
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
  if (FEATURES.has(word) || CONTRACT_WORDS.has(word)) return [];
  return [
    [
      `"${word}" is not a feature of the contract`,
      "Put it into the file of its feature, or add the word to CONTRACT_WORDS in scripts/structure/words.ts.",
    ],
  ];
}
