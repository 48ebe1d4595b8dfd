import { getCurrentUser } from "@toibako/contract/accounts.ts";
import type { AdSlot } from "@toibako/contract/ads/slots.ts";
import { getAdTags } from "@toibako/contract/ads.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  getEditedAdTag,
  listEditedAdTags,
  saveAdTag,
} from "@toibako/contract/staff/contents/ad-tags.ts";
import { listAudit } from "@toibako/contract/staff/roles.ts";
import { expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openMemoryShop } from "#platform/testing/buyers.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { listTaggedAdSlots } from "./queries.ts";

const native_ad_script_url = "https://native.example/ads.js";
const public_url = "https://box.example";
const shop = await openMemoryShop({}, { native_ad_script_url, public_url });
const { site } = shop;
const { services } = site;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const visitor = site.openBrowser();

type TagBody = Input<typeof saveAdTag>["body"];
const tag: Omit<TagBody, "version"> = {
  tag_type: "default",
  id: "place-1",
  width: 320,
  height: 50,
  body: "<p>Buy!</p>",
  ios_group_id: "",
  ios_unit_id: "",
  android_group_id: "",
  android_unit_id: "",
};

/** Saves a tag over the stored version. */
async function store(slot: AdSlot, changes: Partial<TagBody> = {}, by = admin) {
  const { version } = (await admin.send(getEditedAdTag, { params: { slot } })).data.ad_tag;
  return by.send(saveAdTag, { params: { slot }, body: { version, ...tag, ...changes } });
}

const read = async (slot: AdSlot, by: Browser = visitor, headers = {}) =>
  (await by.send(getAdTags, { query: { slot } }, headers)).data.ad_tags;

const openFrame = (query: string, headers: Record<string, string> = {}) =>
  visitor.sendRaw<null>("GET", `/ads/frame?${query}`, undefined, headers);

const iphone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)" };
const android = { "user-agent": "Mozilla/5.0 (Linux; Android 16; Pixel 11)" };

const setBirthday = (account: string, birthday: string) =>
  services.database.executeSql("update users set birthday = $1 where account = $2", [
    birthday,
    account,
  ]);

const events: string[] = [];
services.bus.subscribe("all_pages", () => events.push("all_pages"));

test("ADS-01 ADS-02 a slot has no tag until an admin saves one, and then answers exactly it", async () => {
  expect(await read("header_promo")).toEqual([]);
  expect(await listTaggedAdSlots(services)).toEqual([]);
  expect((await openFrame("slot=header_promo")).status).toBe(404);
  expect((await store("header_promo")).status).toBe(200);
  const { id, width, height, body, tag_type } = tag;
  expect(await read("header_promo")).toEqual([{ id, width, height, body, tag_type }]);
  expect(await listTaggedAdSlots(services)).toEqual([
    { slot: "header_promo", width, height, is_empty: false },
  ]);
  expect(events).toHaveLength(1);
  const reply = await visitor.send(getAdTags, { query: { slot: "header_promo" } });
  expect(reply.headers["cache-control"]).toBe("private, no-store");
});

test("ADS-01 a slot that shall stay empty says so, and one without a text has no tag", async () => {
  await store("footer_promo", { tag_type: "none" });
  expect(await read("footer_promo")).toMatchObject([{ tag_type: "none", body: "" }]);
  expect((await openFrame("slot=footer_promo")).status).toBe(404);
  await store("footer_promo", { body: "" });
  expect(await read("footer_promo")).toEqual([]);
  expect((await listTaggedAdSlots(services)).map(({ slot }) => slot)).not.toContain("footer_promo");
});

test("ADS-03 the frame is sandboxed by its own headers, reads no cookie, and only this site can frame it", async () => {
  const minor = await shop.createBuyer();
  await setBirthday(minor.account, `${new Date().getFullYear() - 10}-01-01`);
  const query = vi.spyOn(services.db, "query");
  const readsSession = () => query.mock.calls.some(([text]) => /\bsessions\b/.test(text));
  const { status, headers, text } = await minor.sendRaw<null>(
    "GET",
    "/ads/frame?slot=header_promo",
  );
  expect([readsSession(), query.mock.calls.length]).toEqual([false, 1]);
  // A call that reads the viewer by the same cookie.
  expect(await read("header_promo", minor)).toEqual([]);
  expect(readsSession()).toBe(true);
  query.mockRestore();
  expect(status).toBe(200);
  expect(text).toContain(tag.body);
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy).toContain("sandbox allow-scripts allow-popups");
  expect(policy).toContain("frame-ancestors 'self'");
  for (const name of ["worker-src", "object-src", "base-uri", "form-action"])
    expect(policy).toContain(`${name} 'none'`);
  expect(policy).toContain("script-src https: 'unsafe-inline'");
  expect(headers).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "cache-control": "no-store",
  });
  expect(headers["permissions-policy"]).toMatch(/camera=\(\).*geolocation=\(\).*payment=\(\)/);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["x-frame-options"]).toBeUndefined();
});

test("ADS-04 ADS-07 BOX-04 the inbox has no tag, whatever is stored", async () => {
  const ids = { ios_group_id: "1", ios_unit_id: "2" };
  for (const slot of ["box", "reply"] as const) {
    expect((await store(slot, ids)).status).toBe(200);
    expect(await read(slot, visitor, iphone)).toEqual([]);
    expect((await openFrame(`slot=${slot}`, iphone)).status).toBe(404);
    const { ad_tag } = (await admin.send(getEditedAdTag, { params: { slot } })).data;
    expect(ad_tag).toMatchObject(ids);
  }
  const slots = (await listTaggedAdSlots(services)).map(({ slot }) => slot);
  expect(slots).toEqual(["header_promo"]);
});

test("ADS-01 PAY-01 nobody under 18 and nobody with the plan gets a tag, and their account says so", async () => {
  const buyer = await shop.createBuyer();
  const minor = await shop.createBuyer();
  const [today = ""] = new Date().toISOString().split("T");
  const year = Number(today.slice(0, 4)) - 18;
  // The day before the 18th birthday in every time zone.
  await setBirthday(minor.account, `${year + 1}${today.slice(4)}`.replace("-02-29", "-02-28"));
  const isAdFree = async (by: Browser) => {
    const { data } = await by.send(getCurrentUser, {});
    return "user" in data && data.user.is_ad_free;
  };
  expect([await isAdFree(buyer), await isAdFree(minor)]).toEqual([false, true]);
  expect(await read("header_promo", buyer)).toHaveLength(1);
  expect(await read("header_promo", minor)).toEqual([]);
  expect((await shop.pay(buyer)).status).toBeLessThan(300);
  expect(await isAdFree(buyer)).toBe(true);
  expect(await read("header_promo", buyer)).toEqual([]);
});

test("ADS-06 the three ids of Geniee get one passback call after the frame has loaded, others none", async () => {
  const script = '<script src="https://cdn.example/wrapper.js"></script>';
  const show = async (id: string, body = script) => {
    await store("footer_promo", { tag_type: "geniee", id, body });
    return (await openFrame("slot=footer_promo")).text;
  };
  for (const id of ["1516454", "1516455", "1516450"]) {
    const html = await show(id);
    expect(html).toContain(`<div data-cptid="${id}"></div>`);
    expect(html.split(`applyPassback("${id}", "[data-cptid='${id}']")`)).toHaveLength(2);
    expect(html).toMatch(/addEventListener\("load".*\{ once: true \}/s);
    expect(html.indexOf("gnshbrequest")).toBeLessThan(html.indexOf(script));
  }
  const other = await show("1516451");
  expect(other).toContain('<div data-cptid="1516451"></div>');
  expect(other).not.toContain("applyPassback");
  // The network's own markup has the element already.
  const whole = await show("7", `<div data-cptid="7"></div>${script}`);
  expect(whole.split('data-cptid="7"')).toHaveLength(2);
  await store("footer_promo", { tag_type: "adrea", id: "1516454" });
  expect((await openFrame("slot=footer_promo")).text).not.toContain("applyPassback");
});

test("ADS-07 ADS-08 the native script gets the ids of the platform, the public page and the page before it", async () => {
  const ids = {
    ios_group_id: "g1",
    ios_unit_id: "u1",
    android_group_id: "g2",
    android_unit_id: "",
  };
  await store("timeline", { ...ids, body: "<p>tag</p>" });
  const readScript = (html: string) => {
    const [, address = ""] = /<script src="([^"]+)"/.exec(html) ?? [];
    return address.replace(/&(amp|#38|#x26);/g, "&");
  };
  const open = async (page: string, referrer: string, headers = iphone) => {
    const query = new URLSearchParams({ slot: "timeline", page, referrer });
    return (await openFrame(String(query), headers)).text;
  };
  const address = new URL(readScript(await open("/ja/me/friends", "/ja/yui")));
  expect(address.origin + address.pathname).toBe(native_ad_script_url);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    group_id: "g1",
    unit_id: "u1",
    page_url: `${public_url}/ja/me/friends`,
    referrer: `${public_url}/ja/yui`,
  });
  // Addresses that aren't public, or aren't paths, are not passed on.
  for (const path of ["/ja/box", "/ja/stg", "https://evil.example/", "/ja/me/talks/1", "//evil"]) {
    const { searchParams } = new URL(readScript(await open(path, path)));
    expect([searchParams.get("page_url"), searchParams.get("referrer")]).toEqual(["", ""]);
  }
  // A unit without its id is none; then the tag is shown.
  expect(await open("/ja/me/friends", "", android)).toContain("<p>tag</p>");
  await store("timeline", { ...ids, body: "" });
  expect(await read("timeline", visitor, iphone)).toHaveLength(1);
  expect(await read("timeline", visitor, android)).toEqual([]);
  // Other slots don't know native units.
  await store("community_list", { ...ids, body: "<p>tag</p>" });
  expect((await openFrame("slot=community_list", iphone)).text).toContain("<p>tag</p>");
});

test("ADMIN-09 ADS-01 a save from an old form gets 409, a repeated save succeeds, and the log names the slot without the text", async () => {
  const params = { slot: "overlay" } as const;
  const body = { version: 0, ...tag };
  expect((await admin.send(saveAdTag, { params, body })).data.ad_tag.version).toBe(1);
  expect((await admin.send(saveAdTag, { params, body })).data.ad_tag.version).toBe(1);
  const late = { ...body, body: "<p>Other</p>" };
  const refused = await admin.send(saveAdTag, { params, body: late });
  expect([refused.status, refused.error?.code]).toEqual([409, "case_changed"]);
  expect((await moderator.send(saveAdTag, { params, body })).status).toBe(403);
  const { entries } = (await admin.send(listAudit, { query: { action: "ad_tag.save" } })).data;
  expect(entries.filter(({ object }) => object === "ad tag overlay")).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toContain("Buy!");
  const { ad_tags } = (await admin.send(listEditedAdTags, {})).data;
  expect(ad_tags.find(({ slot }) => slot === "overlay")).toEqual({
    slot: "overlay",
    tag_type: "default",
    width: 320,
    height: 50,
    has_body: true,
    has_native_ids: false,
  });
});

test("ADS-01 bad tags and slots are refused by the name of the field", async () => {
  const fields = async (changes: object) => {
    const { status, error } = await store("community_question_top", changes);
    return [status, Object.keys(error?.details ?? {})];
  };
  expect(await fields({ width: 0 })).toEqual([400, ["width"]]);
  expect(await fields({ height: 601 })).toEqual([400, ["height"]]);
  expect(await fields({ width: undefined })).toEqual([400, ["width"]]);
  expect(await fields({ id: 'a"b' })).toEqual([400, ["id"]]);
  expect(await fields({ tag_type: "other" })).toEqual([400, ["tag_type"]]);
  expect(await fields({ tag_type: "geniee", id: "" })).toEqual([400, ["id"]]);
  expect(await fields({ body: "a".repeat(65_537) })).toEqual([400, ["body"]]);
  // Characters of three bytes.
  expect(await fields({ body: "広".repeat(30_000) })).toEqual([400, ["body"]]);
  expect((await store("community_question_top", { body: "a".repeat(5_000_000) })).status).toBe(413);
  expect(await read("community_question_top")).toEqual([]);
  const unknown = { slot: "sidebar" as AdSlot };
  expect((await visitor.send(getAdTags, { query: unknown })).status).toBe(400);
  expect((await admin.send(getEditedAdTag, { params: unknown })).status).toBe(404);
  expect((await openFrame("slot=sidebar")).status).toBe(404);
});
