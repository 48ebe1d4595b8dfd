import { type Banner, getBanner } from "@toibako/contract/banners.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { noTexts } from "@toibako/contract/locales.ts";
import {
  editedBannersPerPage,
  getEditedBanner,
  listEditedBanners,
  saveBanner,
} from "@toibako/contract/staff/contents/banners.ts";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  buildTexts,
  uploadContentPicture,
  uploadContentVideo,
} from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { buildVideo } from "#platform/testing/videos.ts";
import { hasBanners } from "./queries.ts";

const site = await openSite();
const { database, db } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();

const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#0a0" } })
  .png()
  .toBuffer();
const image_uri = (await uploadContentPicture(admin, "site_banner", picture)).data.url;
const video_uri = (await uploadContentVideo(admin, buildVideo())).data.url;

const events: string[] = [];
site.services.bus.subscribe("all_pages", () => events.push("all_pages"));

beforeEach(async () => {
  await database.executeSql("delete from banners");
  events.length = 0;
});

type BannerBody = Input<typeof saveBanner>["body"];
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const buildBanner = (): BannerBody => ({
  version: 0,
  kind: "modal",
  image_uri,
  video_uri: null,
  target_uri: "https://shop.example/winter?from=toibako",
  modal_titles: buildTexts("Winter"),
  modal_descriptions: buildTexts("Snow"),
  alternative_texts: buildTexts("A snowman"),
  modal_background_color: "#102040",
  modal_text_color: "#ffffff",
  starts_at: inHours(-1),
  ends_at: inHours(1),
  locale: "all",
  audience: "all",
  priority: 10,
  is_shown: true,
});

const save = (body: Partial<BannerBody> = {}, id = createPublicId()) =>
  admin.send(saveBanner, { params: { id }, body: { ...buildBanner(), ...body } });

async function read(browser: Browser, query: Input<typeof getBanner>["query"] = { locale: "en" }) {
  return (await browser.send(getBanner, { query })).data;
}

test("ADS-10 a banner answers its picture, target, texts and colours in the reader's language, as soon as it is saved", async () => {
  const nothing = await read(visitor);
  expect(nothing).toMatchObject({ should_show: false, id: null, modal_title: null });
  expect(await hasBanners(db)).toBe(false);
  const { status, data } = await save();
  expect(status).toBe(200);
  await expect.poll(() => events).toEqual(["all_pages"]);
  expect(await hasBanners(db)).toBe(true);
  const shown = await read(visitor, { locale: "dt" });
  expect(shown).toEqual({
    should_show: true,
    id: data.banner.id,
    banner_image_uri: image_uri,
    still_image_uri: image_uri,
    media_kind: "picture",
    width: 1200,
    height: 900,
    alternative_text: "A snowman dt",
    banner_target_uri: "https://shop.example/winter?from=toibako",
    modal_title: "Winter dt",
    modal_description: "Snow dt",
    modal_background_color: "#102040",
    modal_text_color: "#ffffff",
    starts_at: data.banner.starts_at,
    ends_at: data.banner.ends_at,
    locale: "all",
    audience: "all",
    priority: 10,
  });
  // Without a banner the reply has the same fields.
  expect(Object.keys(nothing).sort()).toEqual(Object.keys(shown).sort());
});

test("ADS-10 a linked picture alone has no texts or colours of a modal, and a video has its own size and a still picture", async () => {
  await save({ kind: "plain", video_uri, modal_titles: noTexts });
  expect(await read(yui)).toMatchObject({
    should_show: true,
    banner_image_uri: video_uri,
    still_image_uri: image_uri,
    media_kind: "video",
    width: 64,
    height: 48,
    alternative_text: "A snowman en",
    modal_title: null,
    modal_description: null,
    modal_background_color: null,
    modal_text_color: null,
  });
});

test("ADS-10 only a banner of now, of the reader's language and of its audience is shown, and of several the one with the highest priority", async () => {
  const ids: Record<string, string> = {};
  const add = async (name: string, body: Partial<BannerBody>) => {
    ids[name] = (await save(body)).data.banner.id;
  };
  await add("hidden", { is_shown: false, priority: 99 });
  await add("later", { starts_at: inHours(1), ends_at: inHours(2), priority: 99 });
  await add("over", { starts_at: inHours(-2), ends_at: inHours(-1), priority: 99 });
  await add("Korean", { locale: "ko", priority: 30 });
  await add("for visitors", { audience: "visitor", priority: 20 });
  await add("for accounts", { audience: "user", priority: 20 });
  await add("for all", { priority: 1 });
  const find = async (browser: Browser, query?: Input<typeof getBanner>["query"]) => {
    const { id } = await read(browser, query);
    return Object.keys(ids).find((name) => ids[name] === id);
  };
  expect(await find(visitor)).toBe("for visitors");
  expect(await find(yui)).toBe("for accounts");
  expect(await find(yui, { locale: "ko" })).toBe("Korean");
  // Closed banners give way to the next one.
  const closed = ids["for visitors"] ?? "";
  expect(await find(visitor, { locale: "en", closed })).toBe("for all");
  const all = await read(visitor, { locale: "en", closed: `${closed},${ids["for all"]}` });
  expect(all.should_show).toBe(false);
  const malformed = await visitor.sendRaw("GET", "/api/v2/banners?closed=x");
  expect(malformed.status).toBe(400);
});

test("ADS-10 the language of the page counts without a parameter, and times of any zone are the same moment", async () => {
  const inTokyo = (hours: number) => inHours(hours + 9).replace("Z", "+09:00");
  const ends_at = inTokyo(1);
  const { data } = await save({ starts_at: inTokyo(-1), ends_at });
  expect(data.banner.ends_at).toMatch(/Z$/);
  expect(Date.parse(data.banner.ends_at)).toBe(Date.parse(ends_at));
  expect((await read(visitor, {})).modal_title).toBe("Winter ja");
});

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "http://shop.example/",
  "https://yui:secret@shop.example/",
  "//shop.example/",
  "/\\shop.example/",
  "/\t/shop.example",
  "https:\\\\shop.example",
  "shop.example",
  "https://",
  "",
  `https://shop.example/${"a".repeat(500)}`,
])("ADS-10 a banner does not lead to %j", async (target_uri) => {
  const { status, error } = await save({ target_uri });
  expect([status, Object.keys(error?.details ?? {})]).toEqual([400, ["target_uri"]]);
});

test("ADS-10 a banner leads to pages of this site as well", async () => {
  const { data } = await save({ target_uri: "/communities?tab=all#top" });
  expect(data.banner.target_uri).toBe("/communities?tab=all#top");
});

test("ADS-10 colours with too little contrast are refused with their ratio", async () => {
  const colors = { modal_background_color: "#ffffff", modal_text_color: "#777777" };
  const { status, error } = await save(colors);
  expect(status).toBe(400);
  expect(error?.details.modal_text_color?.[0]).toContain("4.4:1");
  expect((await save({ ...colors, modal_text_color: "#767676" })).status).toBe(200);
  expect((await save({ modal_text_color: "red" })).error?.details).toHaveProperty(
    "modal_text_color",
  );
});

test("ADMIN-09 a banner needs a stored picture, an end after its start, and the texts of its languages once it is shown", async () => {
  const listProblems = async (body: Partial<BannerBody>) =>
    Object.keys((await save(body)).error?.details ?? {});
  expect(await listProblems({ image_uri: video_uri })).toEqual(["image_uri"]);
  expect(await listProblems({ video_uri: image_uri })).toEqual(["video_uri"]);
  expect(await listProblems({ image_uri: "https://other.example/a.png" })).toEqual(["image_uri"]);
  expect(await listProblems({ ends_at: inHours(-1) })).toEqual(["ends_at"]);
  for (const at of [
    "",
    "2026-12-31T23:59:60Z",
    "2026-12-31T23:59:00Z[Asia/Tokyo]",
    "0000-01-01T00:00:00Z",
    "0202-01-01T00:00:00Z",
    "9999-12-31T23:59:59-14:00",
  ]) {
    expect(await listProblems({ starts_at: at })).toContain("starts_at");
    expect(await listProblems({ ends_at: at })).toEqual(["ends_at"]);
  }
  const onlyThai = { ...noTexts, th: "หิมะ" };
  expect(await listProblems({ modal_titles: onlyThai, locale: "th" })).toEqual([]);
  expect(await listProblems({ modal_titles: onlyThai, locale: "ko" })).toEqual(["modal_titles.ko"]);
  expect(await listProblems({ modal_titles: onlyThai })).toHaveLength(6);
  expect(await listProblems({ kind: "plain", alternative_texts: noTexts })).toHaveLength(7);
  expect(await listProblems({ modal_titles: noTexts, is_shown: false })).toEqual([]);
  const long = { ...noTexts, en: "a".repeat(5_000) };
  expect(await listProblems({ modal_descriptions: long })).toContain("modal_descriptions.en");
});

test("ADMIN-09 a save over another one is refused, a repeated one succeeds, and both are in the log without texts", async () => {
  const { data } = await save();
  const { id } = data.banner;
  const changed = { ...buildBanner(), version: 1, priority: 11 };
  expect((await save(changed, id)).data.banner.version).toBe(2);
  expect((await save(changed, id)).status).toBe(200);
  const late = await save({ ...buildBanner(), version: 1, priority: 12 }, id);
  expect([late.status, late.error?.code]).toEqual([409, "case_changed"]);
  const { rows } = await database.executeSql(
    "select action, object, reason from audit where object = $1",
    [`banner ${id}`],
  );
  expect(rows).toEqual(
    [1, 2].map(() => ({ action: "banner.save", object: `banner ${id}`, reason: "shown" })),
  );
  const edited = await admin.send(getEditedBanner, { params: { id } });
  expect(edited.data.banner).toMatchObject({ priority: 11, version: 2 });
});

test("ADMIN-09 banners are listed in pages, those that end last first, with a title in any language", async () => {
  const list = async (after?: string) =>
    (await admin.send(listEditedBanners, { query: after === undefined ? {} : { after } })).data;
  const onlyThai = { ...noTexts, th: "หิมะ" };
  const last = await save({ ends_at: inHours(99), modal_titles: onlyThai, locale: "th" });
  const ends_at = inHours(1);
  for (let n = 0; n < editedBannersPerPage; n++) await save({ ends_at, is_shown: n > 0 });
  const first = await list();
  expect([first.banners.length, first.has_more]).toEqual([editedBannersPerPage, true]);
  const { id, starts_at } = last.data.banner;
  expect(first.banners[0]).toEqual({
    id,
    title: "หิมะ",
    starts_at,
    ends_at: last.data.banner.ends_at,
    locale: "th",
    audience: "all",
    priority: 10,
    is_shown: true,
  });
  const second = await list(first.banners.at(-1)?.id);
  expect(second).toMatchObject({ banners: [{ title: "Winter en" }], has_more: false });
  const ids = [...first.banners, ...second.banners].map((banner) => banner.id);
  expect(new Set(ids).size).toBe(editedBannersPerPage + 1);
});

test("ADS-10 the reply names nothing that staff keep for themselves", async () => {
  await save();
  const shown: Banner = await read(visitor);
  for (const field of ["version", "is_shown", "modal_titles", "image_uri"]) {
    expect(shown).not.toHaveProperty(field);
  }
});
