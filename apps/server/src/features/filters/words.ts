import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { buildMatcher, type Matcher, type Pattern } from "./matcher.ts";

/** The words of one language, with a matcher for them. */
export interface WordList {
  locale: Locale;
  entries: Pattern[];
  matcher: Matcher;
}

/** For each language of a receiver, the lists that apply. The English list applies to all languages. */
export type WordLists = Record<Locale, WordList[]>;

/**
 * Reads the built-in lists, and then the operator's changes in `folder`. A file is `<locale>.txt` with
 * one entry a line:
 *
 *     word      matches a whole word, where the script has spaces
 *     word*     also matches at the beginning of a longer word; *word at the end
 *     !phrase   harmless: matches inside it, or overlapping it at an end, are ignored
 *     -entry    removes an earlier entry; -* removes all of them
 *     # …       a comment
 */
export function loadWordLists(folder?: string): WordLists {
  const lists = Object.fromEntries(
    locales.map((locale) => {
      const entries = readEntries(locale, folder);
      return [locale, { locale, entries, matcher: buildMatcher(entries) }];
    }),
  ) as Record<Locale, WordList>;
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

function readEntries(locale: Locale, folder: string | undefined): Pattern[] {
  const related = relatedLocales[locale];
  const sharedPhrases = related
    ? readList(related, folder).filter(({ isHarmless }) => isHarmless)
    : [];
  return [...readList(locale, folder), ...sharedPhrases];
}

function readList(locale: Locale, folder: string | undefined): Pattern[] {
  const file = `${locale}.txt`;
  const builtInLines = readLines(join(import.meta.dirname, "words", file));
  return parseWordList(
    folder === undefined ? builtInLines : [...builtInLines, ...readLines(join(folder, file))],
  );
}

/** An entry of the site's list for messages that staff have added, in the syntax of `loadWordLists`. */
export interface AddedEntry {
  locale: Locale;
  word: string;
}

/**
 * Builds the matcher of the site's list for messages: the built-in lists of `words/messages/`, the operator's changes in
 * the folder `messages` of `folder`, and then the added entries. The lists of all languages apply to every message,
 * because a message has no language.
 */
export function buildMessageMatcher(added: readonly AddedEntry[], folder?: string): Matcher {
  const folders = [join(import.meta.dirname, "words"), ...(folder === undefined ? [] : [folder])];
  return buildMatcher(
    locales.flatMap((locale) => {
      const lines = folders.flatMap((path) => readLines(join(path, "messages", `${locale}.txt`)));
      const ownAdded = added.filter((entry) => entry.locale === locale);
      return parseWordList([...lines, ...ownAdded.map(({ word }) => word)]);
    }),
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
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}

/** Reads entries in the order of the lines; see `loadWordLists` for the syntax. */
export function parseWordList(lines: readonly string[]): Pattern[] {
  const entries = new Map<string, Pattern>();
  for (const line of lines) {
    const entry = line.trim();
    if (entry === "" || entry.startsWith("#")) continue;
    if (entry === "-*") entries.clear();
    else if (entry.startsWith("-")) entries.delete(entry.slice(1).trim());
    else entries.set(entry, toPattern(entry));
  }
  return [...entries.values()];
}

function toPattern(entry: string): Pattern {
  return {
    word: entry.replace(/^[!*]+|\*+$/g, ""),
    canEndLongerWord: entry.startsWith("*"),
    canStartLongerWord: entry.endsWith("*"),
    isHarmless: entry.startsWith("!"),
  };
}
