import { postAnswer } from "@toibako/contract/answers.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const visitor = site.visitor();

function card(viewer: Browser, id: string) {
  return viewer.raw("GET", `/cards/questions/${id}.png`);
}

/** The parts of a PNG by name; where metadata would stand there is a part for it. */
function partsOf(png: Buffer): string[] {
  const parts: string[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    parts.push(png.toString("latin1", at + 4, at + 8));
  }
  return parts;
}

test("SHARE-01 PRIV-01 before the answer a card is its receiver's alone, the asker's neither", async () => {
  const id = await site.ask(visitor, "yui", "ないしょ");
  for (const other of [kenta, visitor, site.visitor()]) {
    const missing = await card(other, id);
    expect(missing.status).toBe(404);
    expect(missing.headers["cache-control"]).toBe("no-store");
  }
  const own = await card(yui, id);
  expect(own.status).toBe(200);
  expect(own.headers["cache-control"]).toBe("private, no-store");
});

test("SHARE-01 PRIV-06 after the answer everyone gets the same 1200×630 picture, without metadata", async () => {
  const id = await site.ask(visitor, "yui", "日本語と한국어、ภาษาไทย 👨‍👩‍👧‍👦 と长文".repeat(40));
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  const shown = await card(visitor, id);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=86400",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  expect([shown.bytes.readUInt32BE(16), shown.bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const known = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];
  expect(partsOf(shown.bytes).filter((part) => !known.includes(part))).toEqual([]);
  for (const viewer of [yui, kenta, site.visitor("th")]) {
    expect((await card(viewer, id)).bytes.equals(shown.bytes)).toBe(true);
  }
});

test("SHARE-01 PRIV-01 who asked makes no difference to the picture", async () => {
  const ids = await Promise.all(
    [kenta, visitor, site.visitor("dt")].map((asker) => site.ask(asker, "yui", "同じ")),
  );
  const cards = await Promise.all(ids.map((id) => card(yui, id)));
  expect(cards.every(({ bytes }) => cards[0]?.bytes.equals(bytes))).toBe(true);
});

test.each(["AAAAAAAAAAAAAAAAAAAAAA", "x", "..%2F..%2Fsecret", "%00", "'--"])(
  "SHARE-01 there is no card of %s",
  async (id) => {
    expect([400, 404]).toContain((await card(visitor, id)).status);
  },
);

test.each(["YUI", "yui"])("SHARE-02 PRIV-06 the profile of %s has its card", async (account) => {
  const shown = await visitor.raw("GET", `/cards/profiles/ja/${account}.png`);
  expect([shown.status, shown.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
  expect(partsOf(shown.bytes).filter((part) => /^[a-z]/.test(part) && part !== "tRNS")).toEqual([]);
});

test("SHARE-02 unknown accounts and languages have none", async () => {
  for (const url of ["profiles/ja/nobody_here", "profiles/fr/yui", "site/fr"]) {
    expect((await visitor.raw("GET", `/cards/${url}.png`)).status).toBe(404);
  }
});

test.each(locales)("SHARE-02 SHELL-31 the site has its card in %s", async (locale) => {
  const shown = await visitor.raw("GET", `/cards/site/${locale}.png`);
  expect([shown.status, shown.bytes.readUInt32BE(20)]).toEqual([200, 630]);
});
