import { readFileSync } from "node:fs";
import { locales } from "@toibako/contract/locales.ts";
import { checkText, normalizeText, textLimits } from "@toibako/contract/text.ts";
import { describe, expect, test } from "vitest";
import first from "../features/communities/first-communities.json" with { type: "json" };
import { findSiteRule } from "../features/filters/filter.ts";
import { loadWordLists } from "../features/filters/words.ts";

type DemoCommunities = Record<string, { body: string; answers: string[] }[]>;

const wordLists = loadWordLists();

function readCommunities(locale: string): DemoCommunities {
  return JSON.parse(readFileSync(new URL(`./communities/${locale}.json`, import.meta.url), "utf8"));
}

describe.each(locales)("demo communities in %s", (locale) => {
  const communities = readCommunities(locale);
  const questions = Object.values(communities).flat();
  const texts = questions.flatMap(({ body, answers }) => [body, ...answers]);

  test("are at least twelve of the communities with which a new site begins, with three to six questions each", () => {
    const ids = first.communities.map(({ id }) => id);
    expect(Object.keys(communities).length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(communities).filter((id) => !ids.includes(id))).toEqual([]);
    for (const [id, { length }] of Object.entries(communities)) {
      expect(length, id).toBeGreaterThanOrEqual(3);
      expect(length, id).toBeLessThanOrEqual(6);
    }
  });

  test("have unique questions with up to five answers", () => {
    const bodies = questions.map(({ body }) => body);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(questions.filter(({ answers }) => answers.length > 5)).toEqual([]);
  });

  test("have valid and normalised texts that the site's word lists don't hold", () => {
    for (const text of texts) {
      expect(checkText(text, textLimits.question), text).toBeUndefined();
      expect(normalizeText(text)).toBe(text);
      expect(findSiteRule(text, locale, wordLists), text).toBeUndefined();
    }
  });
});
