import { login } from "@toibako/contract/accounts.ts";
import { getArchiveImport, startArchiveImport } from "@toibako/contract/archives/import.ts";
import { destroyAccount } from "@toibako/contract/leaving.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { putProfile } from "@toibako/contract/settings.ts";
import { startS3 } from "@toibako/sandbox/s3.ts";
import sharp from "sharp";
import { afterAll, afterEach, expect, test } from "vitest";
import { createArchive, packZip, sendPart } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { sendFile } from "#platform/testing/send-file.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { readS3 } from "./s3-config.ts";

const store = await startS3();
const site = await openSite({ s3: readS3(store.environment) });
afterAll(store.close);
afterEach(() => {
  store.fault = undefined;
});

const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();
const get = (path: string) => visitor.sendRaw("GET", path);
const card = "/cards/profiles/ja/yui.png";

const drawSquare = (background: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .png()
    .toBuffer();

const upload = async (person: Browser, color: string) =>
  sendFile<{ user: { icon_url: string } }>(person, putProfile, await drawSquare(color), {
    name: "user[icon]",
  });

const readIcon = async () =>
  (await visitor.send(getUser, { params: { id: "yui" } })).data.user.icon_url;

const expectUnavailable = ({ status, headers }: { status: number; headers: object }) => {
  expect(status).toBe(503);
  expect(headers).toHaveProperty("retry-after");
};

test.each(["AccessDenied", "SlowDown"] as const)(
  "SAFE-11 while a store replies %s, pictures get 503 and an upload leaves the former picture",
  async (fault) => {
    const { icon_url } = (await upload(yui, "#f00")).data.user;
    expect((await get(icon_url)).status).toBe(200);
    expect((await get(card)).status).toBe(200);
    store.fault = fault;
    expectUnavailable(await get(icon_url));
    expectUnavailable(await get(card));
    expectUnavailable(await upload(yui, "#00f"));
    expect(await readIcon()).toBe(icon_url);
    expect(await get("/readyz")).toMatchObject({ status: 200 });

    store.fault = undefined;
    expect((await get(icon_url)).status).toBe(200);
    const saved = await upload(yui, "#00f");
    expect(saved.status).toBe(200);
    expect((await get(saved.data.user.icon_url)).status).toBe(200);
  },
);

test("SAFE-11 a picture whose transfer is cut gets 503, and is whole the next time", async () => {
  const { icon_url } = (await upload(yui, "#ff0")).data.user;
  store.fault = "cut";
  expectUnavailable(await get(icon_url));
  store.fault = undefined;
  expect((await get(icon_url)).status).toBe(200);
});

test("SAFE-11 while a store never replies, pages and calls are as quick as before, and pictures get 503 in time", async () => {
  const { icon_url } = (await upload(yui, "#0f0")).data.user;
  store.fault = "nothing";
  const started = performance.now();
  let hasReplied = false;
  // More than there are connections to the database.
  const pictures = Array.from({ length: 40 }, () => get(icon_url));
  const cards = Array.from({ length: 40 }, () => get(card));
  void Promise.race([...pictures, ...cards]).then(() => {
    hasReplied = true;
  });
  const calls = await Promise.all(Array.from({ length: 20 }, readIcon));
  expect(new Set(calls)).toEqual(new Set([icon_url]));
  expect((await site.signInAgain("yui")).cookies.size).toBeGreaterThan(0);
  expect(hasReplied).toBe(false);
  for (const reply of await Promise.all([...pictures, ...cards])) expectUnavailable(reply);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("a card that the store has lost is drawn again; an uploaded picture that it has lost isn't there", async () => {
  const { icon_url } = (await upload(yui, "#f0f")).data.user;
  await site.services.jobs.drain();
  const before = await get(card);
  const cards = [...store.objects.keys()].filter((key) => key.startsWith("cards/profiles/yui/"));
  expect(cards.length).toBeGreaterThan(0);
  for (const key of cards) store.objects.delete(key);
  const again = await get(card);
  expect(again.bytes.equals(before.bytes)).toBe(true);
  expect(store.objects.has(cards[0] ?? "")).toBe(true);
  store.objects.delete(icon_url.slice(1));
  expect((await get(icon_url)).status).toBe(404);
});

test("SAFE-11 SET-22 a part of an archive that can't be stored is sent again", async () => {
  const archive = await packZip(createArchive([]));
  const body = { bytes: archive.length, fingerprint: "f".repeat(22) };
  await yui.send(startArchiveImport, { body });
  store.fault = "SlowDown";
  expectUnavailable(await sendPart(yui, 0, archive));
  store.fault = undefined;
  const state = (await yui.send(getArchiveImport, {})).data;
  expect(state).toMatchObject({ status: "uploading", received_parts: 0 });
  await sendPart(yui, 0, archive);
  await site.services.jobs.drain();
  expect((await yui.send(getArchiveImport, {})).data.status).toBe("done");
});

test("SAFE-11 SET-25 an account is destroyed while the store is down, and its cards later", async () => {
  const mei = await site.registerPerson("mei");
  await get("/cards/profiles/ja/mei.png");
  const { storage, jobs } = site.services;
  expect(await storage.list("cards/profiles/mei")).toHaveLength(1);
  store.fault = "SlowDown";
  expect((await mei.send(destroyAccount, { body: { account: "mei", password } })).status).toBe(204);
  store.fault = undefined;
  expect((await mei.send(login, { body: { account: "mei", password } })).status).toBe(401);
  await jobs.drain();
  expect(await storage.list("cards/profiles/mei")).toEqual([]);
});
