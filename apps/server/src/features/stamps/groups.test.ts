import { locales } from "@toibako/contract/locales.ts";
import { describe, expect, test } from "vitest";
import { findStamp, readIcon, readPicture, stampGroups } from "./groups.ts";

const stamps = stampGroups.flatMap((group) => group.stamps);

// What a picture could do besides showing shapes.
const alive = /<(?!\/?(?:svg|g|path|rect|circle|ellipse)\b)|\son\w+=|href|url\(|style=/;

function check(svg: string): void {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 240 240" /);
  expect(svg).not.toMatch(alive);
  expect(svg.length).toBeLessThan(4096);
}

test("ASK-06 there are at least three groups of eight, and no id twice", () => {
  expect(stampGroups.length).toBeGreaterThanOrEqual(3);
  expect(stampGroups.map((group) => group.stamps.length)).toEqual(stampGroups.map(() => 8));
  const ids = [...stampGroups, ...stamps].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
});

test.each(stampGroups)("ASK-07 group $id has an icon and a name in every language", (group) => {
  check(readIcon(group.id).toString());
  expect(Object.keys(group.names).sort()).toEqual([...locales].sort());
});

describe.each(stamps)("stamp $id", ({ id, texts }) => {
  test("ASK-06 is a small square of plain shapes, without letters", () => {
    check(readPicture(id).toString());
  });

  test("ASK-10 asks in every language, briefly", () => {
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

test("ASK-10 there is no stamp of an unknown id", () => {
  expect(findStamp("__proto__")).toBeUndefined();
});
