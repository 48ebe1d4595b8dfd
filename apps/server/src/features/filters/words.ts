import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { buildMatcher, type Matcher, type Pattern } from "./matcher.ts";

/** The words of one language, ready to be looked for. */
export interface WordList {
  locale: Locale;
  entries: Pattern[];
  matcher: Matcher;
}

/** For the receiver's language, the lists that apply: what is short and rude in English travels. */
export type WordLists = Record<Locale, WordList[]>;

/**
 * Reads our lists and, from `folder`, what the operator adds to them or takes away. A file is
 * `<locale>.txt` with one entry a line:
 *
 *     word      looked for as a whole word, where the script has spaces
 *     word*     also at the beginning of a longer one; *word at the end
 *     !phrase   harmless: what is found inside of it doesn't count
 *     -entry    takes away an entry from above; -* takes away all of them
 *     # …       a remark
 */
export function loadWordLists(folder?: string): WordLists {
  const lists = Object.fromEntries(
    locales.map((locale) => {
      const entries = entriesOf(locale, folder);
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

/** The two Chinese lists apply together, so what one of them excuses the other excuses too. */
const SISTERS: Partial<Record<Locale, Locale>> = { "zh-CN": "zh-TW", "zh-TW": "zh-CN" };

function entriesOf(locale: Locale, folder: string | undefined): Pattern[] {
  const sister = SISTERS[locale];
  const excused = sister ? readList(sister, folder).filter(({ harmless }) => harmless) : [];
  return [...readList(locale, folder), ...excused];
}

function readList(locale: Locale, folder: string | undefined): Pattern[] {
  const file = `${locale}.txt`;
  const ours = readLines(join(import.meta.dirname, "words", file));
  return parseWordList(folder === undefined ? ours : [...ours, ...readLines(join(folder, file))]);
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}

/** Reads entries in the order in which they stand, see `loadWordLists`. */
export function parseWordList(lines: readonly string[]): Pattern[] {
  const entries = new Map<string, Pattern>();
  for (const line of lines) {
    const entry = line.trim();
    if (entry === "" || entry.startsWith("#")) continue;
    if (entry === "-*") entries.clear();
    else if (entry.startsWith("-")) entries.delete(entry.slice(1).trim());
    else entries.set(entry, patternOf(entry));
  }
  return [...entries.values()];
}

function patternOf(entry: string): Pattern {
  return {
    word: entry.replace(/^[!*]+|\*+$/g, ""),
    open_start: entry.startsWith("*"),
    open_end: entry.endsWith("*"),
    harmless: entry.startsWith("!"),
  };
}
