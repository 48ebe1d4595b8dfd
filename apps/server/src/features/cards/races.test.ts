import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postOgpImage } from "@toibako/contract/cards.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { afterAll, expect, test, vi } from "vitest";
import { openFolder } from "#platform/storage/folder.ts";
import { openSite } from "#platform/testing/site.ts";
import { createCards, removeCards } from "./commands.ts";
import type { DrawingPool } from "./pool.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();
const { storage } = site.services;

async function askAndAnswer(body: string) {
  const id = await site.askQuestion(visitor, "yui", body);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  await site.services.jobs.drain();
  return id;
}

/** Creates a pool whose drawings end when the test calls `finish`. */
function createPausedPool() {
  let release = (_png: Buffer) => {};
  const drawn = new Promise<Buffer>((resolve) => {
    release = resolve;
  });
  const drawInWorker = vi.fn(() => drawn);
  const pool: DrawingPool = { drawInWorker, close: () => Promise.resolve() };
  return { pool, drawInWorker, finish: () => release(Buffer.from("png")) };
}

test("SAFE-11 simultaneous redrawing, reading and removing of pictures succeeds", async () => {
  const id = await askAndAnswer("同時に");
  const statuses = new Set<number>();
  const repeat = async (work: (round: number) => Promise<{ status: number }>) => {
    for (let round = 0; round < 8; round++) statuses.add((await work(round)).status);
  };
  let isRemoving = true;
  const removal = (async () => {
    while (isRemoving) {
      await removeCards(storage, id);
      await storage.removeAll("cards/profiles/yui");
    }
  })();
  const changeDisplayName = (round: number) =>
    yui.send(putUser, { body: { displaying_name: `結${round % 3}` } });
  await Promise.all([
    repeat(() => yui.send(postOgpImage, {})),
    repeat(() => yui.send(postOgpImage, {})),
    repeat(changeDisplayName),
    repeat(() => visitor.sendRaw("GET", "/cards/profiles/ja/yui.png")),
    repeat(() => visitor.sendRaw("GET", "/cards/profiles/ko/yui.png")),
    repeat(() => visitor.sendRaw("GET", `/cards/questions/${id}.png`)),
    repeat(() => visitor.sendRaw("GET", `/cards/questions/${id}.answer.png`)),
  ]);
  isRemoving = false;
  await removal;
  expect(statuses).toEqual(new Set([200, 201]));
});

test("SAFE-11 simultaneous writing, listing and removing leaves files complete or missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toibako-storage-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = openFolder(folder);
  const content = Buffer.alloc(50_000, "x");
  const writers = Array.from({ length: 8 }, async (_, index) => {
    for (let round = 0; round < 50; round++) await files.write(`cards/one/${index}.png`, content);
  });
  let isWriting = true;
  const remover = (async () => {
    while (isWriting) await files.removeAll("cards/one");
  })();
  const reader = (async () => {
    while (isWriting) {
      for (const name of await files.list("cards/one")) {
        const read = await files.read(`cards/one/${name}`);
        expect([undefined, content.length]).toContain(read?.length);
      }
    }
  })();
  await Promise.all(writers);
  isWriting = false;
  await Promise.all([remover, reader]);
  await files.removeAll("cards/one");
  expect(readdirSync(join(folder, "cards"))).toEqual([]);
  // A draft is a file that is still being written.
  expect(readdirSync(join(folder, "drafts"))).toEqual([]);
});

test.each(["wide", "answer"] as const)(
  "PRIV-10 a picture (%s) is not stored if its question is deleted during the drawing",
  async (variant) => {
    const id = await askAndAnswer("消える");
    await removeCards(storage, id);
    const { pool, drawInWorker, finish } = createPausedPool();
    const picture = await createCards(site.services, pool).findQuestionPicture(
      { uuid_hash: id },
      "visitor",
      { variant },
    );
    const png = picture?.getPng();
    await vi.waitFor(() => expect(drawInWorker).toHaveBeenCalled());
    const { database } = site.services;
    await database.executeSql("delete from questions where uuid_hash = $1", [id]);
    await removeCards(storage, id);
    finish();
    await png;
    expect(await storage.list(`cards/questions/${id}`)).toEqual([]);
  },
);

test("PRIV-10 a picture that became outdated while it was drawn is not stored, and the newer one remains", async () => {
  const folder = "cards/profiles/yui";
  await yui.send(putUser, { body: { displaying_name: "前の名前" } });
  await storage.removeAll(folder);
  const { pool, drawInWorker, finish } = createPausedPool();
  const outdated = (
    await createCards(site.services, pool).findProfilePicture("yui", "ja")
  )?.getPng();
  await vi.waitFor(() => expect(drawInWorker).toHaveBeenCalled());
  await yui.send(putUser, { body: { displaying_name: "今の名前" } });
  await visitor.sendRaw("GET", "/cards/profiles/ja/yui.png");
  const newerFiles = await storage.list(folder);
  finish();
  await outdated;
  expect(newerFiles).toHaveLength(1);
  expect(await storage.list(folder)).toEqual(newerFiles);
});

test("SAFE-11 if the disk is full, pictures are served without being stored", async () => {
  const id = await askAndAnswer("満杯");
  await removeCards(storage, id);
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  vi.spyOn(storage, "write").mockRejectedValue(full);
  const shown = await visitor.sendRaw("GET", `/cards/questions/${id}.png`);
  expect([shown.status, shown.bytes.readUInt32BE(16)]).toEqual([200, 1200]);
  expect(await storage.list(`cards/questions/${id}`)).toEqual([]);
});
