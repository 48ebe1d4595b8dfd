import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getHelpLines, getPage } from "@toibako/contract/help.ts";
import { locales } from "@toibako/contract/locales.ts";
import { beforeAll, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const readPage = (slug: string, locale: "ja" | "en") =>
  site.openBrowser().send(getPage, { params: { slug }, query: { locale } });

beforeAll(() => {
  const folder = join(site.services.config.data_dir, "pages/ja");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "terms.md"), "\uFEFF## はじめに\r\n\r\n<b>約束</b>です。\r\n");
  writeFileSync(join(folder, "privacy.md"), " \n");
  writeFileSync(join(folder, "secret.md"), "not a page");
  writeFileSync(join(folder, "../../faq.md"), "outside of the folder");
});

test("SHELL-15 the server sends the operator's own text of a page, with normalised line breaks and unchanged markup", async () => {
  const terms = await readPage("terms", "ja");
  expect(terms.status).toBe(200);
  expect(terms.data).toEqual({ page: { text: "## はじめに\n\n<b>約束</b>です。" } });
});

test("SHELL-15 the server sends no text where the operator has none", async () => {
  expect(await readPage("terms", "en")).toMatchObject({ status: 204 });
  expect(await readPage("privacy", "ja")).toMatchObject({ status: 204 });
  expect(await readPage("faq", "ja")).toMatchObject({ status: 204 });
});

test("SHELL-15 the endpoint for texts reads no other file", async () => {
  for (const slug of ["secret", "../../faq", "terms.md", "%2e%2e", ""]) {
    expect((await readPage(slug, "ja")).status, slug).toBe(404);
  }
  const url = "/api/v2/pages/terms?locale=..";
  expect((await site.app.inject({ url })).statusCode).toBe(400);
});

test("FEEL-10 every language has help lines, and a valid file of the operator replaces them", async () => {
  const readLines = async () => (await site.openBrowser().send(getHelpLines, {})).data;
  const builtIn = await readLines();
  const lines = builtIn.countries.flatMap(({ lines }) => lines);
  // Numbers of several countries in which the languages of the site are spoken.
  expect(lines.map(({ number }) => number)).toEqual(
    expect.arrayContaining(["0120-783-556", "988", "116 123", "142", "143", "109", "1925"]),
  );
  for (const locale of locales) {
    expect(
      builtIn.countries.some(({ locales }) => locales.includes(locale)),
      locale,
    ).toBe(true);
  }
  const file = join(site.services.config.data_dir, "pages/help-lines.json");
  const ownLines = { ...builtIn, compiled_on: "2030-01-02", countries: builtIn.countries.slice(1) };
  writeFileSync(file, `\uFEFF${JSON.stringify(ownLines)}`);
  expect(await readLines()).toEqual(ownLines);
  for (const faulty of ["{", "{}", JSON.stringify({ ...ownLines, compiled_on: "yesterday" })]) {
    writeFileSync(file, faulty);
    expect(await readLines(), faulty).toEqual(builtIn);
  }
});
