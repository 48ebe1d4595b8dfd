import { postAnswer } from "@toibako/contract/answers.ts";
import { cardThemes, postOgpImage } from "@toibako/contract/cards.ts";
import { locales } from "@toibako/contract/locales.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const visitor = site.visitor();

function card(viewer: Browser, id: string, which = "") {
  return viewer.raw("GET", `/cards/questions/${id}${which}.png`);
}

async function answered(body: string) {
  const id = await site.ask(visitor, "yui", body);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  await site.services.jobs.drain();
  return id;
}

const filesOf = async (id: string) =>
  (await site.services.storage.list(`cards/questions/${id}`)).map((name) => name.split("-")[0]);

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
    "cache-control": "public, no-cache",
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

test("SHARE-01 ASK-06 the tall picture is for a phone's screen, under the same rule of who may see it", async () => {
  const id = await site.ask(visitor, "yui", "たて長");
  for (const other of [kenta, visitor, site.visitor()]) {
    expect((await card(other, id, ".tall")).status).toBe(404);
  }
  const own = await card(yui, id, ".tall");
  expect([own.bytes.readUInt32BE(16), own.bytes.readUInt32BE(20)]).toEqual([1080, 1920]);
  expect(own.headers["cache-control"]).toBe("private, no-store");
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  const shown = await card(visitor, id, ".tall");
  expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "public, no-cache"]);
});

test("SHARE-01 with an answer there is a picture of both, and none before", async () => {
  const id = await site.ask(visitor, "yui", "答えは？");
  expect((await card(yui, id, ".answer")).status).toBe(404);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "答え" } });
  const both = await card(visitor, id, ".answer");
  expect([both.status, both.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
  expect(both.bytes.equals((await card(visitor, id)).bytes)).toBe(false);
});

test("SHARE-01 the job that follows an answer draws both wide pictures, the tall one waits", async () => {
  const id = await answered("先に描く");
  expect(new Set(await filesOf(id))).toEqual(new Set(["answer", "wide"]));
});

test("SHARE-01 cards take the receiver's theme and name at once; one look of each is kept", async () => {
  const id = await answered("テーマは？");
  const { image_url } = (await visitor.send(getQuestion, { params: { id } })).data.question;
  const urls = [`/cards/questions/${id}.png`, "/cards/profiles/ja/yui.png"];
  const before = await Promise.all(urls.map((url) => visitor.raw("GET", url)));
  for (const body of [{ card_theme: "night" }, { displaying_name: "よるのゆい" }] as const) {
    await yui.send(putUser, { body });
    const after = await Promise.all(urls.map((url) => visitor.raw("GET", url)));
    for (const [at, { bytes }] of after.entries()) {
      expect(before[at]?.bytes.equals(bytes)).toBe(false);
    }
  }
  const now = (await visitor.send(getQuestion, { params: { id } })).data.question;
  expect(now.image_url).not.toBe(image_url);
  expect(now.item?.image_url).toBe(now.image_url);
  expect(new Set(await filesOf(id))).toEqual(new Set(["answer", "wide"]));
});

test("SHARE-01 who has the picture already is told that it is the same, as long as it is", async () => {
  const id = await answered("同じ？");
  const { etag } = (await card(visitor, id)).headers;
  const again = (known = String(etag)) =>
    visitor.raw("GET", `/cards/questions/${id}.png`, undefined, { "if-none-match": known });
  const same = await again();
  expect([same.status, same.bytes.length]).toEqual([304, 0]);
  await yui.send(putUser, { body: { card_theme: "sakura" } });
  expect((await again()).status).toBe(200);
});

test("PRIV-10 SHARE-01 what is deleted is seen nowhere, and its pictures go", async () => {
  const id = await answered("消す");
  const { etag } = (await card(visitor, id)).headers;
  await card(visitor, id, ".tall");
  expect((await filesOf(id)).length).toBe(3);
  const { services } = site;
  await services.database.executeSql("delete from questions where uuid_hash = $1", [id]);
  const headers = { "if-none-match": String(etag) };
  const gone = await visitor.raw("GET", `/cards/questions/${id}.png`, undefined, headers);
  expect(gone.status).toBe(404);
  await services.database.executeSql(
    "insert into pgboss.job (name, data) values ('forget_cards', $1)",
    [{ uuid_hash: id }],
  );
  await services.jobs.drain();
  expect(await filesOf(id)).toEqual([]);
});

test("SHARE-03 the share image is drawn anew, under an address that networks don't know yet", async () => {
  const image = async () =>
    (await visitor.send(getUser, { params: { id: "yui" } })).data.user.image_url;
  const known = await image();
  const { status, data } = await yui.send(postOgpImage, {});
  expect(status).toBe(201);
  expect(data.image_url).toMatch(/^\/cards\/profiles\/ja\/yui\.png\?v=[\w-]{8}$/);
  expect(data.image_url).not.toBe(known);
  expect(await image()).toBe(data.image_url);
  expect((await site.services.storage.list("cards/profiles/yui")).length).toBe(1);
  const shown = await visitor.raw("GET", data.image_url);
  expect([shown.status, shown.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
  expect((await yui.send(postOgpImage, {})).data.image_url).not.toBe(data.image_url);
});

test("SHARE-02 another name or introduction gives the profile's image another address", async () => {
  const image = async () =>
    (await visitor.send(getUser, { params: { id: "kenta" } })).data.user.image_url;
  const seen = [await image()];
  for (const body of [{ self_introduction: "こんにちは" }, { card_theme: "mono" }] as const) {
    await kenta.send(putUser, { body });
    seen.push(await image());
  }
  await kenta.send(putUser, { body: { ml_filter: "low" } });
  expect(new Set([...seen, await image()]).size).toBe(3);
});

test.each(cardThemes)(
  "SHARE-01 the theme %s can be seen, small, before it is chosen",
  async (theme) => {
    for (const [format, width, height] of [
      ["wide", 480, 252],
      ["tall", 360, 640],
    ] as const) {
      const { status, bytes } = await visitor.raw("GET", `/cards/themes/th/${theme}.${format}.png`);
      expect([status, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        200,
        width,
        height,
      ]);
      expect(bytes.length).toBeLessThan(40_000);
    }
  },
);

test("SHARE-01 other themes and languages have no preview", async () => {
  for (const url of [
    "ja/gold.wide",
    "fr/mint.wide",
    "ja/__proto__.tall",
    "ja/mint.square",
    "ja/mint",
  ]) {
    expect((await visitor.raw("GET", `/cards/themes/${url}.png`)).status).toBe(404);
  }
});
