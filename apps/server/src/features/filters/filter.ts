import { setImmediate } from "node:timers/promises";
import type { HeldRule } from "@toibako/contract/filters.ts";
import { hasFilterLevels, type Locale } from "@toibako/contract/locales.ts";
import { buildMatcher, type Matcher } from "./matcher.ts";
import { type PreparedText, prepareText } from "./normalize.ts";
import type { Level, TextClassifier } from "./score.ts";
import type { WordList, WordLists } from "./words.ts";

/** The filter settings of a receiver. */
export interface FilterSettings {
  locale: Locale;
  /** Applies to receivers whose language is Japanese; "none" switches off their word lists as well. */
  ml_filter: Level | "none";
  /** Applies to receivers with any other language. */
  use_ngword_filter: boolean;
  /** The receiver's own words, see `buildOwnWordMatcher`. */
  ownWordMatcher: Matcher;
}

export interface FilterSources {
  /** Reads the lists of the site as they are now. */
  readWordLists: () => Promise<WordLists>;
  classifyText: TextClassifier;
}

/**
 * Returns the first rule that holds the text. Runs all rules even after a match, so that the response
 * time doesn't reveal whether a question was held.
 */
export async function findHoldingRule(
  text: string,
  { locale, ownWordMatcher, use_ngword_filter, ml_filter }: FilterSettings,
  { readWordLists, classifyText }: FilterSources,
): Promise<HeldRule | undefined> {
  const wordLists = await readWordLists();
  const prepared = prepareText(text);
  const ownWord = ownWordMatcher.find(prepared);
  const listRule = findListRule(prepared, wordLists[locale]);
  const usesModel = hasFilterLevels(locale) && ml_filter !== "none";
  const usesLists = hasFilterLevels(locale) ? usesModel : use_ngword_filter;
  const finding = usesModel ? await classifyText(text) : undefined;

  if (ownWord !== undefined) return { kind: "own_ng_word", word: ownWord };
  if (!usesLists) return undefined;
  if (listRule) return listRule;
  if (!usesModel || !finding) return undefined;
  const isHarmful = strictnessOfLevel[ml_filter] >= strictnessOfLevel[finding.level];
  return isHarmful ? { kind: "ml", category: finding.category } : undefined;
}

/**
 * Returns the rule of the site's word lists that holds a public text in this language. The classifier isn't
 * used, because receivers choose its level, and a public text has no receiver.
 */
export function findSiteRule(
  text: string,
  locale: Locale,
  wordLists: WordLists,
): HeldRule | undefined {
  return findListRule(prepareText(text), wordLists[locale]);
}

/** Returns the first match in the lists. Searches all of them, so that the response time doesn't reveal a match. */
function findListRule(prepared: PreparedText, lists: readonly WordList[]): HeldRule | undefined {
  const rules = lists.flatMap(({ locale, matcher }): HeldRule[] => {
    const word = matcher.find(prepared);
    return word === undefined ? [] : [{ kind: "ng_word", word, list: locale }];
  });
  return rules[0];
}

const strictnessOfLevel: Record<Level, number> = { low: 1, medium: 2, high: 3 };

/** Builds the matcher of a user's own words. Slow: cache it while the words stay the same. */
export function buildOwnWordMatcher(words: readonly string[]): Matcher {
  return buildMatcher(words.map((word) => ({ word, ignoresSpaces: true })));
}

/**
 * Returns the texts that contain one of the words. Many long texts take a second, so it yields to
 * other requests between the texts.
 */
export async function findMatchingTexts(texts: readonly string[], words: readonly string[]) {
  const matcher = buildOwnWordMatcher(words);
  const matchingTexts: string[] = [];
  for (const text of texts) {
    await setImmediate();
    if (matcher.find(prepareText(text)) !== undefined) matchingTexts.push(text);
  }
  return matchingTexts;
}
