import { setImmediate } from "node:timers/promises";
import type { HeldRule } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { buildMatcher, type Matcher } from "./matcher.ts";
import { readText } from "./normalize.ts";
import type { Level, Score } from "./score.ts";
import type { WordLists } from "./words.ts";

/** What a receiver has set. */
export interface Rules {
  locale: Locale;
  /** Decides in Japanese. */
  ml_filter: Level | "none";
  /** Decides in the other languages. */
  use_ngword_filter: boolean;
  /** The receiver's own words, see `ownWords`. */
  own_words: Matcher;
}

export interface FilterSources {
  lists: WordLists;
  score: Score;
}

/**
 * The first rule that holds the text back. All of them look at it, whichever catches it: how long
 * asking takes tells nothing of what comes of the question.
 */
export async function heldBy(
  text: string,
  { locale, own_words, use_ngword_filter, ml_filter }: Rules,
  { lists, score }: FilterSources,
): Promise<HeldRule | undefined> {
  const reading = readText(text);
  const own = own_words.find(reading);
  const listed = lists[locale].map((list) => ({ list, word: list.matcher.find(reading) }));
  const judges = locale === "ja" && ml_filter !== "none";
  const found = judges ? await score(text) : undefined;

  if (own !== undefined) return { kind: "own_ng_word", word: own };
  if (!(locale === "ja" ? judges : use_ngword_filter)) return undefined;
  for (const { list, word } of listed) {
    if (word !== undefined) return { kind: "ng_word", word, list: list.locale };
  }
  if (!judges || !found || STRICTNESS[ml_filter] < STRICTNESS[found.level]) return undefined;
  return { kind: "ml", category: found.category };
}

const STRICTNESS: Record<Level, number> = { low: 1, medium: 2, high: 3 };

/** Cheap for the hundred words of a user; keep it while the words stay the same. */
export function ownWords(words: readonly string[]): Matcher {
  return buildMatcher(words.map((word) => ({ word })));
}

/**
 * Which of the texts these own words would have held. As all of an inbox takes a second, others are
 * served between one text and the next.
 */
export async function preview(texts: readonly string[], words: readonly string[]) {
  const matcher = ownWords(words);
  const found: string[] = [];
  for (const text of texts) {
    await setImmediate();
    if (matcher.find(readText(text)) !== undefined) found.push(text);
  }
  return found;
}
