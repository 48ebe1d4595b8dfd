import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { locales } from "@toibako/contract/locales.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { expect, test } from "vitest";
import { loadBuiltInText } from "../src/features/help/queries/built-in-texts.ts";
import { fillFigures } from "./figures.ts";

const folder = resolve(import.meta.dirname, "../src/locales");
const names = globSync("en/pages/*.md", { cwd: folder }).map((file) => basename(file, ".md"));
const readSource = (locale: string, name: string) =>
  readFileSync(`${folder}/${locale}/pages/${name}.md`, "utf8");

test("SHELL-15 the name of a figure is replaced by its number, and an unknown name throws", () => {
  expect(fillFigures("erased after {{bin_days}} days")).toBe(
    `erased after ${retentionDays.bin} days`,
  );
  expect(() => fillFigures("after {{bin_dayz}} days")).toThrow("{{bin_dayz}}");
});

test.each(names)(
  "SHELL-15 the page %s has its figures filled in, in every language",
  async (name) => {
    for (const locale of locales) {
      const text = await loadBuiltInText(locale, name);
      expect(text, locale).toBe(fillFigures(readSource(locale, name)));
      expect(text, locale).not.toMatch(/[{}]/);
    }
  },
);

test.each(["privacy", "terms"])(
  "SHELL-15 the page %s has the same figures in every language, and no number that is typed by hand",
  (name) => {
    const listFigures = (locale: string) => readSource(locale, name).match(/\{\{\w+\}\}/g);
    const first = listFigures("en");
    expect(first?.length).toBeGreaterThan(0);
    for (const locale of locales) {
      expect(listFigures(locale), locale).toEqual(first);
      const typed = readSource(locale, name).replaceAll("Argon2id", "").match(/\d+/g);
      expect(typed, locale).toBeNull();
    }
  },
);

test("SHELL-15 notices and senders' addresses are kept equally long, because the privacy page has one figure for both", () => {
  expect(retentionDays.notice).toBe(retentionDays.sender_address);
});
