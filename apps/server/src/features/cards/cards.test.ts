import { postAnswer } from "@toibako/contract/answers.ts";
import { cardThemes, drawingLimits, postOgpImage } from "@toibako/contract/cards.ts";
import { locales } from "@toibako/contract/locales.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion } from "@toibako/contract/questions.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
// Visitors ask Yui; Kenta is another account.
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const visitor = site.openBrowser();

function requestCard(viewer: Browser, id: string, suffix = "") {
  return viewer.sendRaw("GET", `/cards/questions/${id}${suffix}.png`);
}

async function askAndAnswer(body: string) {
  const id = await site.askQuestion(visitor, "yui", body);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  await site.services.jobs.drain();
  return id;
}

const listPictureNames = async (id: string) =>
  (await site.services.storage.list(`cards/questions/${id}`)).map((name) => name.split("-")[0]);

/** Returns the names of the chunks of a PNG; metadata would have its own chunks. */
function readChunkNames(png: Buffer): string[] {
  const parts: string[] = [];
  for (let offset = 8; offset < png.length; offset += png.readUInt32BE(offset) + 12) {
    parts.push(png.toString("latin1", offset + 4, offset + 8));
  }
  return parts;
}

test("SHARE-01 PRIV-01 before the answer the receiver gets the card, but not the sender or anybody else", async () => {
  const id = await site.askQuestion(visitor, "yui", "ないしょ");
  for (const other of [kenta, visitor, site.openBrowser()]) {
    const missing = await requestCard(other, id);
    expect(missing.status).toBe(404);
    expect(missing.headers["cache-control"]).toBe("no-store");
  }
  const own = await requestCard(yui, id);
  expect(own.status).toBe(200);
  expect(own.headers["cache-control"]).toBe("private, no-store");
});

test("SHARE-01 PRIV-06 after the answer everybody gets the same 1200×630 picture without metadata", async () => {
  const id = await site.askQuestion(
    visitor,
    "yui",
    "日本語と한국어、ภาษาไทย 👨‍👩‍👧‍👦 と长文".repeat(40),
  );
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  const shown = await requestCard(visitor, id);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, no-cache",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  // A PNG has its width at byte 16 and its height at byte 20.
  expect([shown.bytes.readUInt32BE(16), shown.bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  const pixelChunks = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"];
  expect(readChunkNames(shown.bytes).filter((part) => !pixelChunks.includes(part))).toEqual([]);
  for (const viewer of [yui, kenta, site.openBrowser("th")]) {
    expect((await requestCard(viewer, id)).bytes.equals(shown.bytes)).toBe(true);
  }
});

test("SHARE-01 PRIV-01 the picture does not depend on the sender", async () => {
  const ids = await Promise.all(
    [kenta, visitor, site.openBrowser("dt")].map((sender) =>
      site.askQuestion(sender, "yui", "同じ"),
    ),
  );
  const cards = await Promise.all(ids.map((id) => requestCard(yui, id)));
  expect(cards.every(({ bytes }) => cards[0]?.bytes.equals(bytes))).toBe(true);
});

test.each(["AAAAAAAAAAAAAAAAAAAAAA", "x", "..%2F..%2Fsecret", "%00", "'--"])(
  "SHARE-01 there is no card for the id %s",
  async (id) => {
    expect([400, 404]).toContain((await requestCard(visitor, id)).status);
  },
);

test.each(["YUI", "yui"])(
  "SHARE-02 PRIV-06 the profile of %s has a card without metadata",
  async (account) => {
    const shown = await visitor.sendRaw("GET", `/cards/profiles/ja/${account}.png`);
    expect([shown.status, shown.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
    // The names of optional chunks, such as metadata, start with a small letter.
    expect(
      readChunkNames(shown.bytes).filter((part) => /^[a-z]/.test(part) && part !== "tRNS"),
    ).toEqual([]);
  },
);

test("SHARE-02 unknown accounts and languages have no card", async () => {
  for (const url of ["profiles/ja/nobody_here", "profiles/fr/yui", "site/fr"]) {
    expect((await visitor.sendRaw("GET", `/cards/${url}.png`)).status).toBe(404);
  }
});

test.each(locales)("SHARE-02 SHELL-31 the site has a card in %s", async (locale) => {
  const shown = await visitor.sendRaw("GET", `/cards/site/${locale}.png`);
  expect([shown.status, shown.bytes.readUInt32BE(20)]).toEqual([200, 630]);
});

test("SHARE-01 ASK-06 the tall picture has the size of a phone's screen and the same access rules", async () => {
  const id = await site.askQuestion(visitor, "yui", "たて長");
  for (const other of [kenta, visitor, site.openBrowser()]) {
    expect((await requestCard(other, id, ".tall")).status).toBe(404);
  }
  const own = await requestCard(yui, id, ".tall");
  expect([own.bytes.readUInt32BE(16), own.bytes.readUInt32BE(20)]).toEqual([1080, 1920]);
  expect(own.headers["cache-control"]).toBe("private, no-store");
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  const shown = await requestCard(visitor, id, ".tall");
  expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "public, no-cache"]);
});

test("SHARE-01 the picture with the answer exists only after the question is answered", async () => {
  const id = await site.askQuestion(visitor, "yui", "答えは？");
  expect((await requestCard(yui, id, ".answer")).status).toBe(404);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "答え" } });
  const both = await requestCard(visitor, id, ".answer");
  expect([both.status, both.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
  expect(both.bytes.equals((await requestCard(visitor, id)).bytes)).toBe(false);
});

test("FEEL-04 the tall picture shows the answer once there is one", async () => {
  const id = await site.askQuestion(visitor, "yui", "たては？");
  const question = await requestCard(yui, id, ".tall");
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  const answered = await requestCard(yui, id, ".tall");
  const { rows } = await site.services.database.executeSql(
    "update answers set text = 'いいえ' where text = 'はい' and question_pk = (select pk from questions where uuid_hash = $1) returning id",
    [id],
  );
  expect(rows).toHaveLength(1);
  const edited = await requestCard(yui, id, ".tall");
  expect(answered.bytes.readUInt32BE(20)).toBe(1920);
  expect(answered.bytes.equals(question.bytes)).toBe(false);
  expect(answered.bytes.equals(edited.bytes)).toBe(false);
});

test("SHARE-01 the job after an answer draws both wide pictures and not the tall one", async () => {
  const id = await askAndAnswer("先に描く");
  expect(new Set(await listPictureNames(id))).toEqual(new Set(["answer", "wide"]));
});

test("SHARE-01 cards show a new theme or name immediately, and outdated pictures are removed", async () => {
  const id = await askAndAnswer("テーマは？");
  const { image_url } = (await visitor.send(getQuestion, { params: { id } })).data.question;
  const urls = [`/cards/questions/${id}.png`, "/cards/profiles/ja/yui.png"];
  let before = await Promise.all(urls.map((url) => visitor.sendRaw("GET", url)));
  for (const body of [{ card_theme: "night" }, { displaying_name: "よるのゆい" }] as const) {
    await yui.send(putUser, { body });
    const after = await Promise.all(urls.map((url) => visitor.sendRaw("GET", url)));
    for (const [index, { bytes }] of after.entries()) {
      expect(before[index]?.bytes.equals(bytes)).toBe(false);
    }
    before = after;
  }
  const current = (await visitor.send(getQuestion, { params: { id } })).data.question;
  expect(current.image_url).not.toBe(image_url);
  expect(current.item?.image_url).toBe(current.image_url);
  const remainingNames = await listPictureNames(id);
  expect(remainingNames).toHaveLength(2);
  expect(new Set(remainingNames)).toEqual(new Set(["answer", "wide"]));
});

test("SHARE-01 a request for an unchanged picture gets the status 304", async () => {
  const id = await askAndAnswer("同じ？");
  const { etag } = (await requestCard(visitor, id)).headers;
  const requestAgain = (known = String(etag)) =>
    visitor.sendRaw("GET", `/cards/questions/${id}.png`, undefined, { "if-none-match": known });
  const same = await requestAgain();
  expect([same.status, same.bytes.length]).toEqual([304, 0]);
  await yui.send(putUser, { body: { card_theme: "sakura" } });
  expect((await requestAgain()).status).toBe(200);
});

test("PRIV-10 SHARE-01 a deleted question has no picture, and the job delete_cards removes its files", async () => {
  const id = await askAndAnswer("消す");
  const { etag } = (await requestCard(visitor, id)).headers;
  await requestCard(visitor, id, ".tall");
  expect((await listPictureNames(id)).length).toBe(3);
  const { services } = site;
  await services.database.executeSql("delete from questions where uuid_hash = $1", [id]);
  const headers = { "if-none-match": String(etag) };
  const gone = await visitor.sendRaw("GET", `/cards/questions/${id}.png`, undefined, headers);
  expect(gone.status).toBe(404);
  await services.database.executeSql(
    "insert into pgboss.job (name, data) values ('delete_cards', $1)",
    [{ uuid_hash: id }],
  );
  await services.jobs.drain();
  expect(await listPictureNames(id)).toEqual([]);
});

test("SHARE-03 redrawing the share image gives it a new address", async () => {
  const readImageUrl = async () =>
    (await visitor.send(getUser, { params: { id: "yui" } })).data.user.image_url;
  const formerUrl = await readImageUrl();
  const { status, data } = await yui.send(postOgpImage, {});
  expect(status).toBe(201);
  expect(data.image_url).toMatch(/^\/cards\/profiles\/ja\/yui\.png\?v=[\w-]{8}$/);
  expect(data.image_url).not.toBe(formerUrl);
  expect(await readImageUrl()).toBe(data.image_url);
  expect((await site.services.storage.list("cards/profiles/yui")).length).toBe(1);
  const shown = await visitor.sendRaw("GET", data.image_url);
  expect([shown.status, shown.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
  expect((await yui.send(postOgpImage, {})).data.image_url).not.toBe(data.image_url);
});

test("SHARE-02 a new name, introduction or theme changes the address of the share image; another setting doesn't", async () => {
  const readImageUrl = async () =>
    (await visitor.send(getUser, { params: { id: "kenta" } })).data.user.image_url;
  const seen = [await readImageUrl()];
  for (const body of [
    { displaying_name: "けんた" },
    { self_introduction: "こんにちは" },
    { card_theme: "mono" },
  ] as const) {
    await kenta.send(putUser, { body });
    seen.push(await readImageUrl());
  }
  await kenta.send(putUser, { body: { ml_filter: "low" } });
  expect(new Set(seen).size).toBe(4);
  expect(await readImageUrl()).toBe(seen.at(-1));
});

test.each(cardThemes)("SHARE-01 the theme %s has a small preview", async (theme) => {
  for (const [format, width, height] of [
    ["wide", 480, 252],
    ["tall", 360, 640],
  ] as const) {
    const { status, bytes } = await visitor.sendRaw(
      "GET",
      `/cards/themes/th/${theme}.${format}.png`,
    );
    expect([status, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([200, width, height]);
    expect(bytes.length).toBeLessThan(40_000);
  }
});

test("SHARE-01 unknown themes and languages have no preview", async () => {
  for (const url of [
    "ja/gold.wide",
    "fr/mint.wide",
    "ja/__proto__.tall",
    "ja/mint.square",
    "ja/mint",
  ]) {
    expect((await visitor.sendRaw("GET", `/cards/themes/${url}.png`)).status).toBe(404);
  }
});

test("SHARE-02 SAFE-08 pictures in another theme, which are never stored, are drawn only so often a minute for one person and one network", async () => {
  const factor = 0.05;
  const limited = await openSite({ limit_factor: factor });
  const account = await limited.registerPerson("rin");
  const read = async (viewer: Browser, locale: string, theme?: string) => {
    const search = theme === undefined ? "" : `?theme=${theme}`;
    return viewer.sendRaw("GET", `/cards/profiles/${locale}/rin.png${search}`);
  };
  const [, ...themes] = cardThemes;
  const findMax = (name: string) =>
    factor * Number(drawingLimits.find(({ key }) => key === name)?.max);
  const readAll = async (viewer: Browser, locale: string) => {
    const statuses: number[] = [];
    for (const theme of themes) statuses.push((await read(viewer, locale, theme)).status);
    return statuses;
  };
  const first = await readAll(account, "ja");
  expect(first).toEqual(themes.map((_, index) => (index < findMax("user") ? 200 : 429)));
  const refused = await read(account, "ja", themes.at(-1));
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.headers["cache-control"]).toBe("no-store");
  // What is in memory or stored isn't counted.
  expect((await read(account, "ja", themes[0])).status).toBe(200);
  expect((await read(account, "ko")).status).toBe(200);
  // Visitors without a cookie are counted by their network.
  const statuses: number[] = [];
  for (const locale of ["ja", "ko", "th"])
    statuses.push(...(await readAll(limited.openBrowser(), locale)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(
    // Those that the account has drawn are in memory.
    findMax("visitor_network") + findMax("user"),
  );
});
