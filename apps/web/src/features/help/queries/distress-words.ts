import { queryOptions } from "@tanstack/react-query";
import type { Locale } from "@toibako/contract/locales.ts";
import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";

const wordLists = import.meta.glob<string>("../../../locales/*/distress.txt", {
  query: "?raw",
  import: "default",
});

/** A matcher for the words with which people write about hurting themselves, in a language and in English. */
export const distressWordsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["distress", locale],
    queryFn: async () => {
      const lists = [...new Set([locale, "en"])].map(async (name) =>
        wordLists[`../../../locales/${name}/distress.txt`]?.(),
      );
      return createPhraseMatcher((await Promise.all(lists)).join("\n"));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Returns a matcher for the phrases of a list, which has one phrase per line. A phrase in Latin letters
 * matches whole words; if it ends with `*`, its last word also matches the beginning of a longer word.
 * Phrases in other scripts match anywhere, and spaces are ignored.
 */
export function createPhraseMatcher(list: string) {
  const phrases = list.split("\n").map(normalizeSpelling).filter(Boolean);
  const latinPhrases = phrases.filter((phrase) => /^[\p{Script=Latin}' *-]+$/u.test(phrase));
  const latinPatterns = latinPhrases.map((phrase) =>
    phrase.endsWith("*") ? phrase.slice(0, -1) : `${phrase}(?!\\p{L})`,
  );
  const latinPattern =
    latinPhrases.length > 0
      ? new RegExp(`(?<!\\p{L})(?:${latinPatterns.join("|")})`, "u")
      : undefined;
  const otherPhrases = phrases
    .filter((phrase) => !latinPhrases.includes(phrase))
    .map((phrase) => phrase.replaceAll(" ", ""));
  return {
    matches(text: string): boolean {
      const normalized = normalizeSpelling(text);
      const withoutSpaces = normalized.replaceAll(" ", "");
      return (
        (latinPattern?.test(normalized) ?? false) ||
        otherPhrases.some((phrase) => withoutSpaces.includes(phrase))
      );
    },
  };
}

/** Removes differences of character width, case, apostrophes and spaces. */
function normalizeSpelling(text: string): string {
  return normalizeUnicode(text, "NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}
