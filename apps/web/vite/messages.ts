import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import type { Message, Token } from "#lib/i18n/message.ts";

type Kind = "any" | "number" | "string";
type Parameters = Map<string, Kind>;

/** The texts of one language by `feature.key`; an Error in place of a text that can't be compiled. */
export type SourceCatalog = Map<string, Message | Error>;
export type Catalogs = Record<Locale, SourceCatalog>;

/** Reads and compiles `<folder>/<locale>/<feature>.json` for all languages. */
export function readCatalogs(folder: string): Catalogs {
  const entries = locales.map((locale) => [locale, readCatalog(join(folder, locale))] as const);
  return Object.fromEntries(entries) as Catalogs;
}

function readCatalog(folder: string): SourceCatalog {
  const catalog: SourceCatalog = new Map();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()) {
    const feature = basename(file, ".json");
    const texts = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
    for (const [key, text] of Object.entries(texts))
      catalog.set(`${feature}.${key}`, compile(text));
  }
  return catalog;
}

/** Compiles a text; one without parameters stays a string. Returns the error if it can't be compiled. */
export function compile(text: string): Message | Error {
  try {
    const tokens = compileMessageOrThrow(text) as Token[];
    // Throws for a parameter whose type isn't supported.
    collectParameters(tokens);
    return tokens.every((token) => typeof token === "string") ? tokens.join("") : tokens;
  } catch (error) {
    return error as Error;
  }
}

const kinds: Record<string, Kind> = {
  plural: "number",
  selectordinal: "number",
  number: "number",
  select: "string",
};

/** A message's parameters, nested ones included, and the type that each must have. */
function collectParameters(message: Message, parameters: Parameters = new Map()): Parameters {
  if (typeof message === "string") return parameters;
  for (const token of message) {
    if (typeof token === "string") continue;
    const [name, type, cases = {}] = token;
    noteParameter(parameters, name, getKind(name, type));
    for (const inner of Object.values(cases)) {
      if (typeof inner === "object") collectParameters(inner, parameters);
    }
  }
  return parameters;
}

function getKind(name: string, type: string | undefined): Kind {
  const kind = type === undefined ? "any" : kinds[type];
  if (kind) return kind;
  throw new Error(`{${name}, ${type}} is not supported: format it on the server`);
}

function noteParameter(parameters: Parameters, name: string, kind: Kind) {
  const previousKind = parameters.get(name) ?? "any";
  if (kind === "any" || kind === previousKind) parameters.set(name, previousKind);
  else if (previousKind === "any") parameters.set(name, kind);
  else throw new Error(`{${name}} is used both as a number and for select`);
}

/** Lists the problems: unreadable texts, keys missing in a language, differing parameters. */
export function checkCatalogs(catalogs: Catalogs): string[] {
  return listKeys(catalogs).flatMap((key) => {
    const expected = [...collectAllParameters(catalogs, key).keys()];
    return locales.flatMap((locale) => {
      const message = catalogs[locale].get(key);
      if (message === undefined) return [`${locale}: "${key}" is missing`];
      if (message instanceof Error) return [`${locale}: "${key}": ${message.message}`];
      const parameters = collectParameters(message);
      const missing = expected.filter((name) => !parameters.has(name));
      return missing.map((name) => `${locale}: "${key}" lacks the parameter {${name}}`);
    });
  });
}

function listKeys(catalogs: Catalogs): string[] {
  return [...new Set(locales.flatMap((locale) => [...catalogs[locale].keys()]))].sort();
}

function collectAllParameters(catalogs: Catalogs, key: string): Parameters {
  const parameters: Parameters = new Map();
  for (const locale of locales) {
    const message = catalogs[locale].get(key);
    if (message !== undefined && !(message instanceof Error))
      collectParameters(message, parameters);
  }
  return parameters;
}

const typeNames: Record<Kind, string> = {
  any: "string | number",
  number: "number",
  string: "string",
};

/** Writes the type of all keys and their parameters; leaves the file alone when nothing changed. */
export function writeTypes(catalogs: Catalogs, file: string) {
  const lines = listKeys(catalogs).map((key) => {
    const fields = [...collectAllParameters(catalogs, key)].map(
      ([name, kind]) => `${name}: ${typeNames[kind]}`,
    );
    return `  ${JSON.stringify(key)}: ${fields.length > 0 ? `{ ${fields.join("; ")} }` : "undefined"};`;
  });
  const source = `/** Every text's key and parameters; made from src/locales. */\nexport interface Texts {\n${lines.join("\n")}\n}\n`;
  const exists = readdirSync(join(file, "..")).includes(basename(file));
  if (!exists || readFileSync(file, "utf8") !== source) writeFileSync(file, source);
}
