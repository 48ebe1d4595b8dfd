import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Locale, locales, mapLocales } from "@toibako/contract/locales.ts";
import { countCharacters, isBlank } from "@toibako/contract/text.ts";
import { buildMatcher, type Matcher, type Pattern } from "./matcher.ts";
import { normalizeForMatching } from "./normalize.ts";

/** The words of one language, with a matcher for them. */
export interface WordList {
  locale: Locale;
  entries: Pattern[];
  matcher: Matcher;
}

/** For each language of a receiver, the lists that apply. The English list applies to all languages. */
export type WordLists = Record<Locale, WordList[]>;

/** The lines that staff have added to a list, by language. */
export type AddedLines = Partial<Record<Locale, string>>;

/**
 * Reads the built-in lists, then the operator's changes in `folder`, and then the added lines. A file is `<locale>.txt`
 * with one entry a line:
 *
 *     word      matches a whole word, where the script has spaces
 *     word*     also matches at the beginning of a longer word; *word at the end
 *     !phrase   harmless: matches inside it, or overlapping it at an end, are ignored
 *     -entry    removes an earlier entry; -* removes all of them
 *     # …       a comment
 *
 * Building a matcher takes up to 0.2 seconds, so those of `former` are used again for languages with the same entries.
 */
export function loadWordLists(
  folder?: string,
  added: AddedLines = {},
  former?: WordLists,
): WordLists {
  const lists = mapLocales((locale): WordList => {
    const entries = readEntries(locale, folder, added);
    // The first list of a language is its own.
    const known = former?.[locale][0];
    if (known && isDeepStrictEqual(known.entries, entries)) return known;
    return { locale, entries, matcher: buildMatcher(entries) };
  });
  const { en, "zh-CN": simplified, "zh-TW": traditional } = lists;
  return {
    ja: [lists.ja, en],
    en: [en],
    "zh-CN": [simplified, traditional, en],
    "zh-TW": [traditional, simplified, en],
    ko: [lists.ko, en],
    dt: [lists.dt, en],
    th: [lists.th, en],
  };
}

/** The two Chinese lists apply together, and so do their harmless phrases. */
const relatedLocales: Partial<Record<Locale, Locale>> = { "zh-CN": "zh-TW", "zh-TW": "zh-CN" };

function readEntries(locale: Locale, folder: string | undefined, added: AddedLines): Pattern[] {
  const readList = (name: Locale) =>
    parseWordList([...readQuestionLines(name, folder), ...splitLines(added[name])]);
  const related = relatedLocales[locale];
  const sharedPhrases = related ? readList(related).filter(({ isHarmless }) => isHarmless) : [];
  return [...readList(locale), ...sharedPhrases];
}

/** Reads the lines of the list for questions before those that staff have added. */
export function readQuestionLines(locale: Locale, folder: string | undefined): string[] {
  return readFiles(`${locale}.txt`, folder);
}

/** Reads the lines of the list for messages before those that staff have added. */
export function readMessageLines(locale: Locale, folder: string | undefined): string[] {
  return readFiles(join("messages", `${locale}.txt`), folder);
}

/** Reads the lines of a built-in file, and then those of the operator's file of the same name. */
function readFiles(name: string, folder: string | undefined): string[] {
  const folders = [join(import.meta.dirname, "words"), ...(folder === undefined ? [] : [folder])];
  return folders.flatMap((path) => readLines(join(path, name)));
}

/**
 * Builds the matcher of the site's list for messages: the built-in lists of `words/messages/`, the operator's changes in
 * the folder `messages` of `folder`, and then the added lines. The lists of all languages apply to every message, because
 * a message has no language.
 */
export function buildMessageMatcher(folder?: string, added: AddedLines = {}): Matcher {
  return buildMatcher(
    locales.flatMap((locale) =>
      parseWordList([...readMessageLines(locale, folder), ...splitLines(added[locale])]),
    ),
  );
}

/**
 * Builds the matcher of contacts: texts by which people exchange accounts of other services, or addresses. In the lists
 * of `words/contacts/`, `(a|b|)` stands for each of the spellings between the bars.
 */
export function buildContactMatcher(): Matcher {
  const lines = locales.flatMap((locale) =>
    readLines(join(import.meta.dirname, "words", "contacts", `${locale}.txt`)),
  );
  return buildMatcher(parseWordList(lines.flatMap(expandAlternatives)));
}

/** Spells out the alternatives of an entry, from the first pair of parentheses on. */
function expandAlternatives(line: string): string[] {
  const [, before, spellings, after] = line.match(/^([^#(]*)\(([^)]*)\)(.*)$/) ?? [];
  if (spellings === undefined) return [line];
  return spellings
    .split("|")
    .flatMap((spelling) => expandAlternatives(`${before}${spelling}${after}`));
}

function readLines(file: string): string[] {
  return existsSync(file) ? splitLines(readFileSync(file, "utf8")) : [];
}

const splitLines = (lines = ""): string[] => lines.split("\n");

/** Reads entries in the order of the lines; see `loadWordLists` for the syntax. */
export function parseWordList(lines: readonly string[]): Pattern[] {
  const entries = new Map<string, Pattern>();
  for (const entry of lines.map((line) => line.trim()).filter(isEntry)) {
    if (entry === "-*") entries.clear();
    else if (entry.startsWith("-")) entries.delete(entry.slice(1).trim());
    else entries.set(entry, toPattern(entry));
  }
  return [...entries.values()];
}

/** Counts the entries of lines, without comments. */
export const countEntries = (lines: string | undefined): number =>
  splitLines(lines).filter((line) => isEntry(line.trim())).length;

/** Whether a line has an entry and is no comment. */
const isEntry = (line: string): boolean => line !== "" && !line.startsWith("#");

function toPattern(entry: string): Pattern {
  return {
    word: entry.replace(/^[!*]+|\*+$/g, ""),
    canEndLongerWord: entry.startsWith("*"),
    canStartLongerWord: entry.endsWith("*"),
    isHarmless: entry.startsWith("!"),
  };
}

/** What is wrong with a line. */
type LineProblem = "invalid_word_line_empty" | "invalid_word_line_length";

/** Finds the first line that no list can use, by its number from 1. */
export function findFaultyLine(
  lines: readonly string[],
  maxCharacters: number,
): { line: number; problem: LineProblem } | undefined {
  for (const [index, line] of lines.entries()) {
    const problem = findLineProblem(line.trim(), maxCharacters);
    if (problem) return { line: index + 1, problem };
  }
  return undefined;
}

function findLineProblem(entry: string, maxCharacters: number): LineProblem | undefined {
  if (countCharacters(entry, maxCharacters) > maxCharacters) return "invalid_word_line_length";
  if (!isEntry(entry) || entry === "-*") return undefined;
  const { word, isHarmless = false } = toPattern(entry.replace(/^-/, ""));
  const isUseless = isHarmless ? normalizeForMatching(word).letters === "" : isBlank(word);
  return isUseless ? "invalid_word_line_empty" : undefined;
}
