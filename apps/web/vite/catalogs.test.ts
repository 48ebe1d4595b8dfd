import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Catalogs, checkCatalogs, compile, readCatalogs } from "./messages.ts";

/** Creates catalogs with the same texts in every language. `changed` replaces the texts of some languages. */
function createCatalogs(
  texts: Record<string, string>,
  changed: Partial<Record<keyof Catalogs, Record<string, string>>> = {},
): Catalogs {
  const compileCatalog = (catalog: Record<string, string>) =>
    new Map(Object.entries(catalog).map(([key, text]) => [key, compile(text)]));
  const createCatalog = (locale: keyof Catalogs) => compileCatalog(changed[locale] ?? texts);
  return {
    ja: createCatalog("ja"),
    en: createCatalog("en"),
    "zh-CN": createCatalog("zh-CN"),
    "zh-TW": createCatalog("zh-TW"),
    ko: createCatalog("ko"),
    dt: createCatalog("dt"),
    th: createCatalog("th"),
  };
}

test("SHELL-01 all seven languages have every text with the same parameters", () => {
  const catalogs = readCatalogs(resolve(import.meta.dirname, "../src/locales"));
  expect(Object.keys(catalogs)).toEqual(["ja", "en", "zh-CN", "zh-TW", "ko", "dt", "th"]);
  expect(catalogs.ja.size).toBeGreaterThan(0);
  expect(checkCatalogs(catalogs)).toEqual([]);
});

test("FEEL-01 Japanese texts join the characters of 方法, which browsers break after phrases", () => {
  const folder = resolve(import.meta.dirname, "../src/locales/ja");
  const broken = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .filter((name) => readFileSync(resolve(folder, name), "utf8").includes("方法"));
  expect(broken).toEqual([]);
});

test("SHELL-01 the check names a text that is missing in one language", () => {
  const catalogs = createCatalogs({ "a.b": "x", "a.c": "y" }, { ko: { "a.b": "x" } });
  expect(checkCatalogs(catalogs)).toEqual(['ko: "a.c" is missing']);
});

test("SHELL-01 the check names a parameter that is missing in one language, even if others have it inside a plural", () => {
  const text = "{count, plural, one {# by {name}} other {# by {name}}}";
  const catalogs = createCatalogs({ "a.b": text }, { ja: { "a.b": "{count}" } });
  expect(checkCatalogs(catalogs)).toEqual(['ja: "a.b" lacks the parameter {name}']);
});

test("SHELL-01 the check names a text that can't be parsed", () => {
  const [problem] = checkCatalogs(createCatalogs({ "a.b": "x" }, { th: { "a.b": "{name" } }));
  expect(problem).toContain('th: "a.b"');
});

test("a parameter with a date format is refused, because the server formats dates", () => {
  expect(compile("{day, date, short}")).toBeInstanceOf(Error);
});
