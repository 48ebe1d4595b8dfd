import { bareName, SERVER_LAYERS, WEB_LAYERS } from "./place.ts";
import type { Finding } from "./source.ts";
import { CONTRACT_WORDS, EMPTY_WORDS, EXTRA_WORDS, FEATURES, SERVER_WORDS } from "./words.ts";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|gen|config|d))*\.(tsx?|css)$/;
const KEBAB_FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MIGRATION = /^\d{8}T\d{4}-[a-z0-9-]+(\.test)?\.ts$/;

/** Folder and file names: features and their files come from a closed list. */
export function checkVocabulary(path: string): Finding[] {
  const checks = [checkNames, checkLayer, checkFeature, checkContract];
  const found = checks.flatMap((check) => check(path));
  return found.map(([what, where]) => ({ path, line: 1, what, where }));
}

type Remark = [what: string, where: string];

function checkNames(path: string): Remark[] {
  const parts = path.split("/");
  const file = parts.at(-1) ?? "";
  const remarks: Remark[] = [];
  const empty = parts.map(bareName).find((word) => EMPTY_WORDS.has(word));
  if (empty !== undefined) {
    remarks.push([`"${empty}" says nothing`, "Name it by what it does, beside what uses it."]);
  }
  // The paths of pages are the router's own language: $locale, __root, -parts.
  if (path.includes("/src/routes/") || path.includes("/src/locales/")) return remarks;
  if (path.includes("/src/migrations/")) {
    if (!MIGRATION.test(file)) {
      remarks.push([`migration "${file}"`, "Name it by time and content: 20261201T0900-talks.ts."]);
    }
    return remarks;
  }
  const odd = parts.slice(0, -1).find((folder) => !KEBAB_FOLDER.test(folder));
  if (!KEBAB.test(file) || odd !== undefined) {
    remarks.push([`name "${odd ?? file}"`, "Files and folders are written in kebab-case."]);
  }
  return remarks;
}

function checkLayer(path: string): Remark[] {
  const match = /^apps\/(server|web)\/src\/([^/]+)(\/?)/.exec(path);
  const [, side, first = "", slash] = match ?? [];
  const words = side === "server" ? [...SERVER_LAYERS, "migrations"] : WEB_LAYERS;
  const entry = side === "web" && slash === "";
  if (side === undefined || entry || words.includes(bareName(first))) return [];
  return [[`"${first}" is no layer of the ${side}`, `The layers are ${words.join(", ")}.`]];
}

function checkFeature(path: string): Remark[] {
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

function checkServerFile(inside: string, extra: readonly string[]): Remark[] {
  const parts = inside.split("/");
  const file = bareName(parts.at(-1) ?? "");
  const folder = parts.length > 1 ? parts[0] : undefined;
  if (inside.includes(".test.") && parts.length <= 2) return [];
  const words = [...Object.keys(SERVER_WORDS), ...extra];
  const known = words.includes(file) || (folder !== undefined && words.includes(folder));
  if (known && parts.length <= 2) return [];
  const list = Object.entries(SERVER_WORDS).map(([word, what]) => `${word}.ts (${what})`);
  return [[`"${inside}" is no word of a server feature`, `Move the code into ${list.join(", ")}.`]];
}

function checkWebFile(inside: string, extra: readonly string[]): Remark[] {
  if (/^queries(\/[^/]+)?(\.test)?\.ts$/.test(inside)) return [];
  if (/^components\/([^/]+\/)?[^/]+\.tsx$/.test(inside)) return [];
  if (/^[^/]+\.test\.tsx?$/.test(inside) || extra.includes(bareName(inside))) return [];
  return [
    [
      `"${inside}" is no word of a web feature`,
      "Queries and mutations go to queries.ts, what draws to components/*.tsx, what every feature needs to lib/.",
    ],
  ];
}

function checkContract(path: string): Remark[] {
  const match = /^packages\/contract\/src\/([^/]+)/.exec(path);
  if (match === null) return [];
  const word = bareName(match[1] ?? "");
  if (FEATURES.has(word) || CONTRACT_WORDS.has(word)) return [];
  return [
    [
      `"${word}" is no word of the contract`,
      "Put it into the file of its feature, or add the word to CONTRACT_WORDS in scripts/structure/words.ts.",
    ],
  ];
}
