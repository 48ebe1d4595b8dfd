import { getLanguageTag, locales } from "@toibako/contract/locales.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { choosePreferredLocale } from "./locale.ts";

test.each([
  [undefined, "ja"],
  ["", "ja"],
  ["*", "ja"],
  ["fr", "ja"],
  ["en-US,en;q=0.9", "en"],
  ["de-AT", "dt"],
  ["zh", "zh-CN"],
  ["zh-Hans-SG", "zh-CN"],
  ["zh-TW", "zh-TW"],
  ["zh-HK;q=0.8", "zh-TW"],
  ["zh-Hant", "zh-TW"],
  ["KO-kr", "ko"],
  ["fr;q=1, th;q=0.4, en;q=0.5", "en"],
  ["en;q=0, ko;q=0.1", "ko"],
  ["en;q=x, th", "th"],
] as const)("SHELL-01 a reader who prefers %j gets %s", (header, locale) => {
  expect(choosePreferredLocale(header)).toBe(locale);
});

test("SHELL-01 any Accept-Language yields a supported locale", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 800 }), (header) => {
      expect(locales).toContain(choosePreferredLocale(header));
    }),
  );
});

test("SHELL-03 the locale dt has the language tag de", () => {
  expect(getLanguageTag("dt")).toBe("de");
  for (const locale of locales) {
    expect(Intl.getCanonicalLocales(getLanguageTag(locale))).toEqual([getLanguageTag(locale)]);
  }
});
