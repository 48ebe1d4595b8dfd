import { locales } from "@toibako/contract/locales.ts";
import { describe, expect, test } from "vitest";
import { drawnIcons, drawnStamps, readDrawing, readIcon } from "./drawings.ts";
import { firstGroups } from "./first-groups.ts";

const stamps = firstGroups.flatMap((group) => group.stamps);

// Matches everything in an SVG that is not a plain shape: other elements, event handlers, links and styles.
const activeContent = /<(?!\/?(?:svg|g|path|rect|circle|ellipse)\b)|\son\w+=|href|url\(|style=/;

function expectPlainSvg(svg: string): void {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 240 240" /);
  expect(svg).not.toMatch(activeContent);
  expect(svg.length).toBeLessThan(4096);
}

test("ASK-06 there are at least three groups of eight stamps, with unique ids", () => {
  expect(firstGroups.length).toBeGreaterThanOrEqual(3);
  expect(firstGroups.map((group) => group.stamps.length)).toEqual(firstGroups.map(() => 8));
  const ids = [...firstGroups, ...stamps].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
});

test.each(firstGroups)("ASK-07 group $id has an icon and a name in every language", (group) => {
  expectPlainSvg(readIcon(group.id).toString());
  expect(Object.keys(group.names).sort()).toEqual([...locales].sort());
});

describe.each(stamps)("stamp $id", ({ id, texts }) => {
  test("ASK-06 is a small square SVG of plain shapes, without letters", () => {
    expectPlainSvg(readDrawing(id).toString());
  });

  test("ASK-10 has a short text in every language", () => {
    expect(Object.keys(texts).sort()).toEqual([...locales].sort());
    for (const text of Object.values(texts)) {
      expect(text.trim()).toBe(text);
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(64);
    }
  });
});

test("ASK-06 ASK-07 every stamp and group of a first install has a drawing", () => {
  const ids = stamps.map(({ id }) => id);
  expect(ids.filter((id) => !drawnStamps.has(id))).toEqual([]);
  expect(firstGroups.filter(({ id }) => !drawnIcons.has(id))).toEqual([]);
});
