import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import type { Message, Token } from "#lib/i18n/message.ts";

type ParameterType = "any" | "number" | "string";
type Parameters = Map<string, ParameterType>;

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

/** Compiles a text; a text without parameters becomes a string. Returns the error if compiling fails. */
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

/** The types of parameters by their format in ICU's syntax. */
const parameterTypes: Record<string, ParameterType> = {
  plural: "number",
  selectordinal: "number",
  number: "number",
  select: "string",
};

/** Adds to `parameters` those of a message and of its cases, with their types. Returns `parameters`. */
function collectParameters(message: Message, parameters: Parameters = new Map()): Parameters {
  if (typeof message === "string") return parameters;
  for (const token of message) {
    if (typeof token === "string") continue;
    const [name, format, cases = {}] = token;
    addParameter(parameters, name, getParameterType(name, format));
    for (const caseMessage of Object.values(cases)) {
      if (typeof caseMessage === "object") collectParameters(caseMessage, parameters);
    }
  }
  return parameters;
}

function getParameterType(name: string, format: string | undefined): ParameterType {
  const type = format === undefined ? "any" : parameterTypes[format];
  if (type) return type;
  throw new Error(`{${name}, ${format}} is not supported: format it on the server`);
}

function addParameter(parameters: Parameters, name: string, type: ParameterType) {
  const previousType = parameters.get(name) ?? "any";
  if (type === "any" || type === previousType) parameters.set(name, previousType);
  else if (previousType === "any") parameters.set(name, type);
  else throw new Error(`{${name}} is used both as a number and for select`);
}

/** Lists the problems: texts that can't be compiled, and keys and parameters that are missing in a language. */
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

const typeNames: Record<ParameterType, string> = {
  any: "string | number",
  number: "number",
  string: "string",
};

/** Writes the type of all keys and their parameters, if it differs from the type in the file. */
export function writeTypes(catalogs: Catalogs, file: string) {
  const lines = listKeys(catalogs).map((key) => {
    const fields = [...collectAllParameters(catalogs, key)].map(
      ([name, type]) => `${name}: ${typeNames[type]}`,
    );
    return `  ${JSON.stringify(key)}: ${fields.length > 0 ? `{ ${fields.join("; ")} }` : "undefined"};`;
  });
  const source = `/** Every text's key and parameters; made from src/locales. */\nexport interface Texts {\n${lines.join("\n")}\n}\n`;
  const exists = readdirSync(join(file, "..")).includes(basename(file));
  if (!exists || readFileSync(file, "utf8") !== source) writeFileSync(file, source);
}
