import { locales } from "@toibako/contract/locales.ts";
import { describe, expect, test } from "vitest";
import { findStamp, readIcon, readPicture, stampGroups } from "./groups.ts";

const stamps = stampGroups.flatMap((group) => group.stamps);

// Matches everything in an SVG that is not a plain shape: other elements, event handlers, links and styles.
const activeContent = /<(?!\/?(?:svg|g|path|rect|circle|ellipse)\b)|\son\w+=|href|url\(|style=/;

function expectPlainSvg(svg: string): void {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 240 240" /);
  expect(svg).not.toMatch(activeContent);
  expect(svg.length).toBeLessThan(4096);
}

test("ASK-06 there are at least three groups of eight stamps, with unique ids", () => {
  expect(stampGroups.length).toBeGreaterThanOrEqual(3);
  expect(stampGroups.map((group) => group.stamps.length)).toEqual(stampGroups.map(() => 8));
  const ids = [...stampGroups, ...stamps].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
});

test.each(stampGroups)("ASK-07 group $id has an icon and a name in every language", (group) => {
  expectPlainSvg(readIcon(group.id).toString());
  expect(Object.keys(group.names).sort()).toEqual([...locales].sort());
});

describe.each(stamps)("stamp $id", ({ id, texts }) => {
  test("ASK-06 is a small square SVG of plain shapes, without letters", () => {
    expectPlainSvg(readPicture(id).toString());
  });

  test("ASK-10 has a short text in every language", () => {
    expect(Object.keys(texts).sort()).toEqual([...locales].sort());
    for (const text of Object.values(texts)) {
      expect(text.trim()).toBe(text);
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(64);
    }
  });

  test("ASK-10 is found by its id", () => {
    expect(findStamp(id)?.texts).toEqual(texts);
  });
});

test("ASK-10 an unknown id returns no stamp", () => {
  expect(findStamp("__proto__")).toBeUndefined();
});
