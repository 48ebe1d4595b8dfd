import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getPage, replaceableTexts } from "@toibako/contract/help.ts";
import {
  type Locale,
  mapLocales,
  noTexts,
  type TranslatedText,
} from "@toibako/contract/locales.ts";
import {
  getEditedPage,
  listEditedPages,
  pageTextLimit,
  savePage,
} from "@toibako/contract/staff/contents/pages.ts";
import { beforeAll, expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const site = await openSite();
const { database } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");

const save = (slug: string, version: number, texts: Partial<TranslatedText>, by = admin) =>
  by.send(savePage, { params: { slug }, body: { version, texts: { ...noTexts, ...texts } } });
const readEdited = (slug: string, by = admin) => by.send(getEditedPage, { params: { slug } });

/** What a visitor gets; undefined for the built-in text. */
async function readText(slug: string, locale: Locale) {
  const { status, data } = await site
    .openBrowser()
    .send(getPage, { params: { slug }, query: { locale } });
  return status === 204 ? undefined : data?.page.text;
}

async function readSources(slug: string) {
  const { pages } = (await admin.send(listEditedPages, {})).data;
  return pages.find((page) => page.slug === slug)?.sources;
}

beforeAll(() => {
  const folder = join(site.services.config.data_dir, "pages/ja");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "terms.md"), "ファイル\r\n");
});

test("ADMIN-09 SHELL-15 a saved text goes before the operator's file, and the file before the built-in text", async () => {
  expect(await readText("terms", "ja")).toBe("ファイル");
  const { page } = (await readEdited("terms")).data;
  expect(page).toEqual({
    slug: "terms",
    texts: noTexts,
    files: { ...noTexts, ja: "ファイル" },
    version: 0,
  });
  await save("terms", 0, { ja: " 新しい規約 \n", en: "New terms" });
  expect(await readText("terms", "ja")).toBe("新しい規約");
  expect(await readText("terms", "en")).toBe("New terms");
  expect(await readText("terms", "th")).toBeUndefined();
  const others = {
    "zh-CN": "built_in",
    "zh-TW": "built_in",
    ko: "built_in",
    dt: "built_in",
    th: "built_in",
  };
  expect(await readSources("terms")).toEqual({ ...others, ja: "staff", en: "staff" });
  // An empty text gives the page back to the file or to the built-in text.
  await save("terms", 1, { ja: " \n" });
  expect(await readText("terms", "ja")).toBe("ファイル");
  expect(await readText("terms", "en")).toBeUndefined();
  expect(await readSources("terms")).toEqual({ ...others, ja: "file", en: "built_in" });
});

test("ADMIN-09 every page with a fixed text can be edited, and no other", async () => {
  const { pages } = (await admin.send(listEditedPages, {})).data;
  expect(pages.map(({ slug }) => slug)).toEqual([...replaceableTexts]);
  for (const slug of ["itr", "../terms", "__proto__"]) {
    expect((await readEdited(slug)).status, slug).toBe(404);
    expect((await save(slug, 0, { en: "Text" })).status, slug).toBe(404);
  }
});

test.each([
  ["privacy", "/fxp/privacy"],
  ["faq", "/hp"],
  ["guide", "/guide"],
])("ADMIN-09 saving %s removes %s from the page cache of every process", async (slug, path) => {
  const invalidated = await site.collectInvalidatedPages(async () => {
    await save(slug, 0, { en: "## Text" });
    // The process of a call whose reply was lost may have ended before it told the others.
    await save(slug, 0, { en: "## Text" });
    // A refused call changes nothing.
    await save(slug, 0, { en: "## Other" });
  });
  expect(invalidated).toEqual([[path], [path]]);
});

test("ADMIN-09 another process shows a saved text at once", async () => {
  const other = await openSite(
    { secret_key: site.services.config.secret_key },
    { database: { ...database, close: async () => undefined } },
  );
  await save("company", 0, { en: "About us" });
  const call = { params: { slug: "company" }, query: { locale: "en" } } as const;
  expect((await other.openBrowser().send(getPage, call)).data?.page.text).toBe("About us");
});

test("ADMIN-09 a page saved from an old tab is refused, and a repeated call isn't", async () => {
  const slug = "guidelines";
  expect((await save(slug, 0, { ko: "하나" })).data.page.version).toBe(1);
  expect((await save(slug, 0, { ko: "하나" })).data.page.version).toBe(1);
  expect((await save(slug, 1, { ko: "둘" })).data.page.version).toBe(2);
  for (const version of [0, 1, 9]) {
    const old = await save(slug, version, { ko: "셋" });
    expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  }
  expect((await readEdited(slug)).data.page).toMatchObject({ version: 2, texts: { ko: "둘" } });
});

test("ADMIN-05 ADMIN-09 only admins edit pages, and each save is in the audit log with its languages and without its text", async () => {
  for (const [by, status] of [
    [moderator, 403],
    [yui, 404],
  ] as const) {
    const replies = [
      await by.send(listEditedPages, {}),
      await readEdited("terms", by),
      await save("terms", 0, { en: "Mine" }, by),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
  }
  const slug = "commercial-transactions";
  await save(slug, 0, { ja: "ひみつ", dt: "Geheim" });
  await save(slug, 1, { ja: "ひみつ", th: "ลับ" });
  const { rows } = await database.executeSql(
    "select action, reason from audit where object = $1 order by number",
    [`page ${slug}`],
  );
  expect(rows).toEqual([
    { action: "page.save", reason: "dt, ja" },
    { action: "page.save", reason: "dt, th" },
  ]);
});

test("ADMIN-09 the longest texts are accepted in all languages, a longer one is refused and named, and markup stays text", async () => {
  const { version } = (await readEdited("terms")).data.page;
  const longest = mapLocales(() => "あ".repeat(pageTextLimit));
  expect((await save("terms", version, longest)).status).toBe(200);
  const refused = await save("terms", version + 1, { th: "ก".repeat(pageTextLimit + 1) });
  expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([400, ["texts.th"]]);
  const hostile = '<img src=x onerror="alert(1)"> [link](javascript:alert(1))';
  await save("terms", version + 1, { en: hostile });
  expect(await readText("terms", "en")).toBe(hostile);
});
