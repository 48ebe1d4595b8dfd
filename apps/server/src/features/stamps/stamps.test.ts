import { createCanvas } from "@napi-rs/canvas";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import type { TranslatedText } from "@toibako/contract/locales.ts";
import { listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { postContentPicture } from "@toibako/contract/staff/contents/pictures.ts";
import {
  getEditedStamp,
  listEditedStampGroups,
  saveStamp,
  saveStampGroup,
} from "@toibako/contract/staff/contents/stamps.ts";
import { listStampGroups } from "@toibako/contract/stamps.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { buildTexts } from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { storeFirstStamps } from "./commands/store-first-stamps.ts";

const site = await openSite();
const { db, database } = site.services;
// Another process of the site, with the same database.
const otherProcess = await openSite(
  { secret_key: site.services.config.secret_key },
  { database: { ...database, close: async () => undefined } },
);
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta", "en");

/** A square with a disc of this colour on a transparent ground. */
async function drawDisc(color: string): Promise<Buffer> {
  const canvas = createCanvas(300, 300);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.arc(150, 150, 120, 0, 2 * Math.PI);
  context.fill();
  return canvas.encode("png");
}

async function upload(shape: "stamp" | "icon", file: Buffer, by: Browser = admin) {
  const form = new FormData();
  form.set("shape", shape);
  form.set("picture", new Blob([Uint8Array.from(file)], { type: "image/png" }), "a.png");
  const request = new Response(form);
  return by.sendRaw<{ url: string }>(
    postContentPicture.method,
    postContentPicture.path,
    Buffer.from(await request.arrayBuffer()),
    { "content-type": request.headers.get("content-type") ?? "" },
  );
}

async function uploadStamp(color = "red") {
  const { url } = (await upload("stamp", await drawDisc(color))).data;
  return { url, id: url.slice("/pictures/".length, -".webp".length) };
}

interface StampBody {
  version: number;
  group_id: string;
  texts: TranslatedText;
  position: number;
  is_offered: boolean;
}
const save = (id: string, body: Partial<StampBody> = {}, by = admin) =>
  by.send(saveStamp, {
    params: { id },
    body: {
      version: 0,
      group_id: "everyday",
      texts: buildTexts("Tea?"),
      position: 50,
      is_offered: true,
      ...body,
    },
  });

async function listOffered(browser: Browser = yui) {
  const { data } = await browser.send(listStampGroups, { query: { locale: "en" } });
  return data;
}
const listOfferedIds = async (browser?: Browser) =>
  (await listOffered(browser)).flatMap(({ stamps }) => stamps.map(({ id }) => id));

const ask = (stamp_id: string, key = createPublicId()) =>
  kenta.send(postQuestion, { body: { stamp_id, account: "yui" } }, { "idempotency-key": key });

/** Finds the received questions with a stamp, on all pages of the inbox. */
async function findReceived(stamp_id: string) {
  const found = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { items, pager } = (await yui.send(listReceivedItems, { query: { page: String(page) } }))
      .data;
    found.push(...items.filter((item) => item.stamp?.id === stamp_id));
    pages = pager.total_pages;
  }
  return found;
}

async function readPixels(path: string, browser: Browser = yui) {
  const { status, bytes } = await browser.sendRaw("GET", path);
  expect(status).toBe(200);
  return sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

test("ADMIN-09 ASK-06 ASK-10 a new stamp is offered, asked with, and shown with its picture in the receiver's language", async () => {
  const { id, url } = await uploadStamp();
  expect((await save(id)).data.stamp).toMatchObject({ id, picture_url: url, version: 1 });
  const group = (await listOffered()).find(({ id }) => id === "everyday");
  expect(group?.stamps.at(-1)).toEqual({
    id,
    text: "Tea? en",
    stamp_image: { url },
    card_image: { url: `/cards/stamps/en/${id}.png` },
  });
  expect((await ask(id)).status).toBe(201);
  expect(await findReceived(id)).toMatchObject([
    { body: "Tea? ja", stamp: { id, stamp_image: { url } } },
  ]);
  const waiting = (await kenta.send(listWaitingQuestions, {}, { "x-locale": "en" })).data;
  expect(waiting.questions[0]).toMatchObject({ body: "Tea? en", stamp: { id } });
  const { data, info } = await readPixels(url);
  expect([info.width, info.height]).toEqual([520, 520]);
  // The corner is transparent and the middle red.
  expect(data[3]).toBe(0);
  const middle = data.subarray((260 * 520 + 260) * 4, (260 * 520 + 260) * 4 + 4);
  expect(middle[0]).toBeGreaterThan(200);
  expect(middle[3]).toBe(255);
});

test("ADMIN-09 ASK-06 cards show the uploaded picture", async () => {
  const [red, blue] = [await uploadStamp("red"), await uploadStamp("blue")];
  await save(red.id);
  await save(blue.id);
  const countPixels = async (id: string, channel: 0 | 2) => {
    const { data } = await readPixels(`/cards/stamps/ja/${id}.png`);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [strong = 0, other = 255] = [data[at + channel], data[at + 2 - channel]];
      if (strong > 220 && other < 60 && (data[at + 1] ?? 255) < 60) found++;
    }
    return found;
  };
  // A disc of 80 % of the 324 pixels that the picture has.
  expect(await countPixels(red.id, 0)).toBeGreaterThan(40_000);
  expect(await countPixels(blue.id, 2)).toBeGreaterThan(40_000);
  expect(await countPixels(blue.id, 0)).toBe(0);
  await ask(red.id);
  const [item] = await findReceived(red.id);
  const { status, headers } = await yui.sendRaw("GET", `/cards/questions/${item?.uuid_hash}.png`);
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
});

test("ADMIN-09 ASK-06 a withdrawn stamp is not offered and not accepted, but its questions stay as they were", async () => {
  const { id, url } = await uploadStamp("green");
  await save(id);
  const key = createPublicId();
  expect((await ask(id, key)).status).toBe(201);
  await save(id, { version: 1, is_offered: false, texts: buildTexts("Coffee?") });
  expect(await listOfferedIds()).not.toContain(id);
  const refused = await ask(id);
  expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([400, ["stamp_id"]]);
  expect(await findReceived(id)).toMatchObject([
    { body: "Tea? ja", stamp: { id, stamp_image: { url } } },
  ]);
  expect((await yui.sendRaw("GET", url)).status).toBe(200);
  expect((await yui.sendRaw("GET", `/cards/stamps/ja/${id}.png`)).status).toBe(200);
});

test("ADMIN-09 a question whose reply was lost can be sent again after its stamp was withdrawn", async () => {
  const { id } = await uploadStamp("gray");
  await save(id);
  const key = createPublicId();
  const first = await ask(id, key);
  await save(id, { version: 1, is_offered: false });
  const again = await ask(id, key);
  expect(first.status).toBe(201);
  expect([again.status, again.data.uuid_hash]).toEqual([201, first.data.uuid_hash]);
  expect(await findReceived(id)).toHaveLength(1);
});

test("ADMIN-09 ASK-07 a new group is offered once it has stamps, in the order that was saved, and stamps can move to it", async () => {
  const group_id = createPublicId();
  const icon_url = (await upload("icon", await drawDisc("orange"))).data.url;
  const saveGroup = (body: object) =>
    admin.send(saveStampGroup, {
      params: { id: group_id },
      body: {
        version: 0,
        names: buildTexts("Drinks"),
        icon_url,
        position: 0,
        is_offered: true,
        ...body,
      },
    });
  expect((await saveGroup({})).status).toBe(200);
  expect((await listOffered()).map(({ id }) => id)).not.toContain(group_id);
  await save("sleep", { version: 1, group_id, position: 2 });
  await save("eat", { version: 1, group_id, position: 1 });
  const [first] = await listOffered();
  expect(first).toMatchObject({
    id: group_id,
    name: "Drinks en",
    icon_image: { url: icon_url },
    stamps: [
      { id: "eat", text: "Tea? en", stamp_image: { url: "/stamps/eat.svg" } },
      { id: "sleep" },
    ],
  });
  await saveGroup({ version: 1, is_offered: false });
  expect(await listOfferedIds()).not.toContain("eat");
  expect((await ask("eat")).status).toBe(400);
  const { stamp_groups } = (await admin.send(listEditedStampGroups, {})).data;
  expect(stamp_groups[0]).toMatchObject({ id: group_id, is_offered: false });
  expect(stamp_groups[0]?.stamps.map(({ id }) => id)).toEqual(["eat", "sleep"]);
});

test("ADMIN-09 what was saved stays at the next start, and every process shows it at once", async () => {
  await save("mood", { version: 1, texts: buildTexts("Corrected"), is_offered: false });
  await storeFirstStamps(db);
  const { stamp } = (await admin.send(getEditedStamp, { params: { id: "mood" } })).data;
  expect(stamp).toMatchObject({ version: 2, is_offered: false, texts: buildTexts("Corrected") });
  expect(await listOfferedIds(otherProcess.openBrowser())).not.toContain("mood");
  await save("mood", { version: 2 });
  expect(await listOfferedIds(otherProcess.openBrowser())).toContain("mood");
});

test("ADMIN-09 a stamp saved from an old tab is refused, and a repeated call isn't", async () => {
  const { id } = await uploadStamp();
  await save(id);
  expect((await save(id)).data.stamp.version).toBe(1);
  await save(id, { version: 1, position: 7 });
  const old = await save(id, { version: 1, position: 8 });
  expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  const { stamp } = (await admin.send(getEditedStamp, { params: { id } })).data;
  expect(stamp).toMatchObject({ version: 2, position: 7 });
});

test("ADMIN-09 a stamp needs its picture, its group and all texts", async () => {
  const { id } = await uploadStamp();
  const unknown = await save(createPublicId());
  expect([unknown.status, Object.keys(unknown.error?.details ?? {})]).toEqual([
    400,
    ["picture_url"],
  ]);
  const icon_url = (await upload("icon", await drawDisc("red"))).data.url;
  expect((await save(icon_url.slice("/pictures/".length, -".webp".length))).status).toBe(400);
  const lonely = await save(id, { group_id: createPublicId() });
  expect(Object.keys(lonely.error?.details ?? {})).toEqual(["group_id"]);
  const silent = await save(id, { texts: { ...buildTexts("Tea?"), th: " " } });
  expect(Object.keys(silent.error?.details ?? {})).toEqual(["texts.th"]);
  const long = await save(id, { texts: { ...buildTexts("Tea?"), ja: "あ".repeat(65) } });
  expect(Object.keys(long.error?.details ?? {})).toEqual(["texts.ja"]);
  expect((await admin.send(getEditedStamp, { params: { id } })).status).toBe(404);
});

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
/** A PNG that declares 20,000 × 20,000 pixels. */
async function declareHugePng(): Promise<Buffer> {
  const png = await drawDisc("red");
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(20_000, 20);
  return png;
}

test.each([
  ["an SVG", 415, async () => svg],
  ["a truncated PNG", 415, async () => (await drawDisc("red")).subarray(0, 1_000)],
  ["a text", 415, async () => Buffer.from("no picture")],
  ["20,000 × 20,000 pixels", 413, declareHugePng],
  ["6 MB", 413, async () => Buffer.concat([await drawDisc("red"), Buffer.alloc(6 * 1024 * 1024)])],
])(
  "ADMIN-09 SET-19 %s is refused as the picture of a stamp with %i",
  async (_name, status, create) => {
    expect((await upload("stamp", await create())).status).toBe(status);
  },
);

test("ADMIN-05 only admins edit stamps, and each save is in the audit log without its text", async () => {
  const { id } = await uploadStamp();
  expect((await save(id, {}, moderator)).status).toBe(403);
  expect((await save(id, {}, yui)).status).toBe(404);
  expect((await moderator.send(listEditedStampGroups, {})).status).toBe(403);
  expect((await upload("stamp", await drawDisc("red"), moderator)).status).toBe(403);
  await save(id, { texts: buildTexts("Secret"), is_offered: false });
  const { rows } = await database.executeSql("select * from audit where object = $1", [
    `stamp ${id}`,
  ]);
  expect(rows).toMatchObject([{ action: "stamp.save", reason: "withdrawn" }]);
  expect(JSON.stringify(rows)).not.toContain("Secret");
});
