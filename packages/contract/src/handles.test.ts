import { readdirSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isHandle } from "./handles.ts";
import { locales } from "./locales.ts";
import { isReservedHandle } from "./reserved-handles.ts";

test.each(["abc", "ABC", "a_1", "___", "123", "abcdefghij0123456789"])(
  "AUTH-02 %s is a valid handle",
  (account) => {
    expect(isHandle(account)).toBe(true);
  },
);

test.each([
  "",
  "ab",
  "abcdefghij01234567890",
  "a-b",
  "a b",
  "a.b",
  "abc\n",
  "あいう",
  "ａｂｃ",
  "abc/",
  "%61bc",
])("AUTH-02 %j is not a valid handle", (account) => {
  expect(isHandle(account)).toBe(false);
});

test("AUTH-03 reserved handles are reserved in every letter case", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("admin", "support", "root", "me", "box"),
      fc.nat(),
      (name, bits) => {
        const cased = Array.from(name, (letter, index) =>
          (bits >> index) & 1 ? letter.toUpperCase() : letter,
        );
        expect(isReservedHandle(cased.join(""))).toBe(true);
      },
    ),
  );
});

test("AUTH-03 API-14 first path segments of pages can't be registered as handles", () => {
  const folder = new URL("../../../apps/web/src/routes/$locale/", import.meta.url);
  const segments = readdirSync(folder)
    // A folder such as `stg_` contains pages below `/stg` that don't use the layout of `stg`.
    .map((name) => (name.split(".")[0] ?? "").replace(/_$/, ""))
    .filter((name) => isHandle(name) && name !== "index" && name !== "route");
  expect(segments).toContain("box");
  expect(
    [...segments, ...locales].filter((name) => isHandle(name) && !isReservedHandle(name)),
  ).toEqual([]);
});

test("AUTH-03 API-14 every first path segment of the specification is reserved", () => {
  // Includes segments of pages and endpoints that don't exist yet, so that nobody can register them
  // before they do.
  const specified =
    `me not_login_user q box hp inquiry guide stg acc auth fxp itr communities follows
    payment adm diagnosis api message`.split(/\s+/);
  expect(specified.filter((segment) => !isReservedHandle(segment))).toEqual([]);
});

test("AUTH-03 API-14 the public files and folders of the site are reserved", () => {
  const folder = new URL("../../../apps/web/public/", import.meta.url);
  const names = readdirSync(folder).map((name) => name.split(".")[0] ?? "");
  expect(names).toContain("pictures");
  expect(names.filter((name) => isHandle(name) && !isReservedHandle(name))).toEqual([]);
});
