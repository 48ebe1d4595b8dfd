import { readFileSync } from "node:fs";
import { cardThemes } from "@toibako/contract/cards.ts";
import { locales } from "@toibako/contract/locales.ts";
import { describe, expect, test } from "vitest";
import data from "./first-communities.json" with { type: "json" };

const { categories, communities } = data;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const countGraphemes = (text: string) => [...segmenter.segment(text)].length;

// Matches elements and attributes of an SVG that are not plain shapes.
const activeContent = /<(?!\/?(?:svg|g|path|rect|circle|ellipse)\b)|\son\w+=|href|url\(|style=/;

function expectTextInEveryLocale(texts: Record<string, string>): void {
  expect(Object.keys(texts).sort()).toEqual([...locales].sort());
  for (const text of Object.values(texts)) {
    expect(text).not.toBe("");
    expect(text).toBe(text.trim());
  }
}

function expectPlainSvg(path: string, viewBox: string): void {
  const svg = readFileSync(new URL(path, import.meta.url), "utf8");
  expect(svg).toContain(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" `);
  expect(svg).not.toMatch(activeContent);
  expect(svg.length).toBeLessThanOrEqual(6144);
}

test("COMM-36 the first install has at least 3 categories and 12 communities, with unique ids", () => {
  expect(categories.length).toBeGreaterThanOrEqual(3);
  expect(communities.length).toBeGreaterThanOrEqual(12);
  for (const entries of [categories, communities]) {
    const ids = entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]*$/.test(id))).toEqual([]);
  }
});

test.each(locales)("COMM-36 names of communities and of categories are unique in %s", (locale) => {
  for (const entries of [categories, communities]) {
    const names = entries.map(({ names }) => names[locale]);
    expect(new Set(names).size).toBe(names.length);
  }
});

test.each(categories)("COMM-36 category $id is named in every language and used", (category) => {
  expectTextInEveryLocale(category.names);
  expect(communities.map(({ category_id }) => category_id)).toContain(category.id);
});

describe.each(communities)("first community $id", (community) => {
  test("COMM-36 has a name of at most 9 characters in every language", () => {
    expectTextInEveryLocale(community.names);
    for (const name of Object.values(community.names)) {
      expect(countGraphemes(name), name).toBeLessThanOrEqual(9);
      expect(name).not.toContain("#");
    }
  });

  test("COMM-36 has a description of at most 120 characters in every language", () => {
    expectTextInEveryLocale(community.descriptions);
    for (const description of Object.values(community.descriptions)) {
      expect(countGraphemes(description), description).toBeLessThanOrEqual(120);
    }
  });

  test("COMM-36 has two to four rules in every language", () => {
    expectTextInEveryLocale(community.rules);
    for (const rules of Object.values(community.rules)) {
      const lines = rules.split("\n");
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(lines).not.toContain("");
    }
  });

  test("COMM-36 has a category, a card theme, an icon and a banner", () => {
    expect(categories.map(({ id }) => id)).toContain(community.category_id);
    expect(cardThemes).toContain(community.card_theme);
    expectPlainSvg(`./pictures/icons/${community.id}.svg`, "0 0 96 96");
    expectPlainSvg(`./pictures/banners/${community.id}.svg`, "0 0 1200 400");
  });
});
