import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { listBroughtAnswers } from "@toibako/contract/archives/brought.ts";
import {
  deleteArchiveImport,
  getArchiveImport,
  importPartBytes,
  maxBroughtAnswers,
  maxImportBytes,
  startArchiveImport,
} from "@toibako/contract/archives/import.ts";
import { destroyAccount, leaveAccount } from "@toibako/contract/leaving.ts";
import { expect, test } from "vitest";
import {
  createArchive,
  createRecord,
  cutParts,
  packZip,
  sendPart,
  uploadArchive,
} from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { loadWordLists } from "../filters/words.ts";
import { importArchive } from "./commands/import-archive.ts";
import { deleteExpiredImports, readPart } from "./commands/uploads.ts";

const site = await openSite();
const { db, jobs, storage } = site.services;
const readWordLists = async () => loadWordLists();
const yui = await site.registerPerson("yui");
const yuiElsewhere = await site.signInAgain("yui");

const readState = async (person: Browser) => (await person.send(getArchiveImport, {})).data;
const start = (person: Browser, bytes: number, fingerprint = "f".repeat(22)) =>
  person.send(startArchiveImport, { body: { bytes, fingerprint } });

async function countBrought(account: string): Promise<number> {
  const call = { params: { account }, query: { page: "1" } };
  return (await site.openBrowser().send(listBroughtAnswers, call)).data.pager.total_count;
}

/** Creates an archive with this many records and with random bytes, so that it has three parts. */
async function packLongArchive(count: number): Promise<Buffer> {
  const records = Array.from({ length: count }, (_, index) =>
    createRecord({ text: `答え${index}` }),
  );
  const noise = randomBytes(2 * importPartBytes + 1_000);
  return packZip(createArchive(records, { "data/padding.bin": noise }));
}

const longArchive = await packLongArchive(450);
const parts = cutParts(longArchive);
const [first = Buffer.alloc(0), second = Buffer.alloc(0), third = Buffer.alloc(0)] = parts;

/** Returns the payload of the account's import job. */
async function findRun(account: string) {
  const { rows } = await sql<{ user_pk: string; run: number }>`
    select archive_imports.user_pk, archive_imports.run from archive_imports
    join users u on u.pk = archive_imports.user_pk
    where u.account = ${account}`.execute(db);
  const [{ user_pk, run } = { user_pk: "", run: 0 }] = rows;
  return { user_pk: Number(user_pk), run };
}

const runJob = async (account: string, turn?: number) =>
  importArchive(site.services, { readWordLists }, await findRun(account), turn);

test("SET-22 an upload continues after an interruption, in another session as well", async () => {
  expect(parts.length).toBe(3);
  expect(await readState(yui)).toMatchObject({ status: "none" });
  const started = await start(yui, longArchive.length);
  expect([started.status, started.data]).toEqual([
    202,
    expect.objectContaining({ status: "uploading", bytes: longArchive.length, received_parts: 0 }),
  ]);
  expect((await sendPart(yui, 0, first)).data).toMatchObject({ received_parts: 1 });
  // Another session starts the upload of the same file.
  expect((await start(yuiElsewhere, longArchive.length)).data).toMatchObject({ received_parts: 1 });
  // A part that was received before and a part that is not the next one change nothing.
  expect((await sendPart(yuiElsewhere, 0, first)).data).toMatchObject({ received_parts: 1 });
  expect((await sendPart(yuiElsewhere, 2, third)).data).toMatchObject({ received_parts: 1 });
  expect((await sendPart(yuiElsewhere, 1, second)).data).toMatchObject({ received_parts: 2 });
  expect((await sendPart(yui, 2, third)).data).toMatchObject({
    status: "waiting",
    received_parts: 3,
  });
  await jobs.drain();
  expect(await readState(yui)).toMatchObject({ status: "done", progress: 450, brought_count: 450 });
  expect(await storage.list("imports")).toEqual([]);
});

test("SET-22 the parts are stored encrypted", async () => {
  await start(yui, longArchive.length, "g".repeat(22));
  await sendPart(yui, 0, first);
  const folder = `imports/${(await storage.list("imports"))[0]}`;
  expect(await storage.list(folder)).toEqual(["0"]);
  const stored = await storage.read(`${folder}/0`);
  // A stored part begins with a nonce of 16 bytes.
  expect(stored?.length).toBe(importPartBytes + 16);
  expect(first.toString("latin1")).toContain("data/archive.json");
  expect(stored?.toString("latin1")).not.toContain("data/archive.json");
  await yui.send(deleteArchiveImport, {});
  expect(await storage.list("imports")).toEqual([]);
});

test.each([
  ["a file over 100 MB", maxImportBytes + 1, "f".repeat(22), 413, "too_large"],
  ["an empty file", 0, "f".repeat(22), 400, "invalid_fields"],
  ["half a byte", 1.5, "f".repeat(22), 400, "invalid_fields"],
  ["a fingerprint that is a path", 9, "../../etc/passwd", 400, "invalid_fields"],
] as const)(
  "SET-22 %s is refused before it is uploaded",
  async (_, bytes, fingerprint, status, code) => {
    const reply = await start(yui, bytes, fingerprint);
    expect([reply.status, reply.error?.code]).toEqual([status, code]);
    expect((await readState(yui)).status).toBe("none");
  },
);

test("SET-22 a part of another size is refused, and so is a part without a file", async () => {
  await start(yui, longArchive.length);
  for (const part of [Buffer.alloc(0), first.subarray(1), Buffer.concat([first, first])]) {
    const reply = await sendPart(yui, 0, part);
    expect([reply.status, Object.keys(reply.error?.details ?? {})]).toEqual([400, ["part"]]);
  }
  const large = await sendPart(yui, 0, Buffer.alloc(6 * 1024 * 1024));
  expect(large.status).toBe(413);
  const plain = await yui.sendRaw("PUT", "/api/v2/me/archive/import/parts/0", {});
  expect(plain.status).toBe(400);
  for (const number of ["-1", "x", "99999"]) {
    const path = `/api/v2/me/archive/import/parts/${number}`;
    expect((await yui.sendRaw("PUT", path, {})).status).toBe(404);
  }
  expect((await sendPart(site.openBrowser(), 0, first)).status).toBe(401);
  expect(await readState(yui)).toMatchObject({ status: "uploading", received_parts: 0 });
});

test("SET-22 uploading another file replaces an upload and deletes its parts", async () => {
  await sendPart(yui, 0, first);
  const [former] = await storage.list("imports");
  const small = await packZip(createArchive([createRecord({ text: "小さい" })]));
  expect((await start(yui, small.length, "h".repeat(22))).data.received_parts).toBe(0);
  expect((await sendPart(yui, 0, small)).data.status).toBe("waiting");
  expect(await storage.list("imports")).not.toContain(former);
  await jobs.drain();
  expect(await readState(yui)).toMatchObject({ status: "done", brought_count: 1 });
});

test("SET-22 of simultaneous imports only one runs, and every answer is imported once", async () => {
  const mei = await site.registerPerson("mei");
  const other = await site.signInAgain("mei");
  const file = await packLongArchive(450);
  await Promise.all([uploadArchive(mei, file), uploadArchive(other, file)]);
  const { rows } = await sql`
    select 1 from pgboss.job where name = 'import_archive' and state = 'created'`.execute(db);
  expect(rows.length).toBe(1);
  // While the import waits, no upload starts, either of the same file or of another one.
  for (const fingerprint of ["a".repeat(22), "b".repeat(22)]) {
    const reply = await start(mei, file.length, fingerprint);
    expect([reply.status, reply.data.status]).toEqual([202, "waiting"]);
  }
  // Runs two attempts of the job simultaneously.
  await Promise.all([runJob("mei"), runJob("mei")]);
  await jobs.drain();
  expect(await readState(mei)).toMatchObject({
    status: "done",
    progress: 450,
    brought_count: 450,
    known_count: 0,
  });
  expect(await countBrought("mei")).toBe(450);
});

test("SET-22 an attempt after a crash continues after the last stored batch, and counts each answer once", async () => {
  const rin = await site.registerPerson("rin");
  await uploadArchive(rin, longArchive);
  const { readStream } = storage;
  // The first two batches are stored; then the database fails.
  await sql`
    create function fail_import() returns trigger language plpgsql as $$ begin
      if new.batches > 2 then raise exception 'crashed'; end if; return new; end $$`.execute(db);
  await sql`
    create trigger fail_import before update on archive_imports
    for each row execute function fail_import()`.execute(db);
  await expect(runJob("rin")).rejects.toThrow();
  expect(await readState(rin)).toMatchObject({ status: "running", progress: 400, total: 450 });
  await sql`drop trigger fail_import on archive_imports`.execute(db);
  // If storage can't read a part, the archive isn't reported as damaged.
  storage.readStream = async () => undefined;
  await expect(runJob("rin")).rejects.toThrow("a part of an uploaded archive is not there");
  storage.readStream = readStream;
  await jobs.drain();
  expect(await readState(rin)).toMatchObject({
    status: "done",
    progress: 450,
    brought_count: 450,
    known_count: 0,
  });
});

test("SET-22 each part of an archive is read from storage a few times at most, even if its files lie in another order", async () => {
  const miki = await site.registerPerson("miki");
  const formatPath = (number: number) => `data/answers-${String(number).padStart(4, "0")}.json`;
  const listFiles = (first: number) =>
    Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [formatPath(first + 2 * index), "[]"]),
    );
  // Odd numbers are in the first part, even ones in the last part.
  const file = await packZip({
    ...listFiles(1),
    "data/padding.bin": randomBytes(2 * importPartBytes),
    ...listFiles(2),
    ...createArchive([createRecord({ text: "一つ" })]),
  });
  await uploadArchive(miki, file);
  const { readStream } = storage;
  let reads = 0;
  storage.readStream = (key) => {
    reads += 1;
    return readStream(key);
  };
  await runJob("miki");
  storage.readStream = readStream;
  expect(await readState(miki)).toMatchObject({ status: "done", brought_count: 1 });
  expect(reads).toBeLessThanOrEqual(4 * cutParts(file).length);
});

test("SET-22 imports of several accounts take turns, and each continues where it was", async () => {
  const files = createArchive([]);
  for (const file of [1, 2, 3]) {
    const record = createRecord({ text: `${file}` });
    files[`data/answers-000${file}.json`] = JSON.stringify([record]);
  }
  const archive = await packZip(files);
  const [first, second] = [
    await site.registerPerson("turn_1"),
    await site.registerPerson("turn_2"),
  ];
  await uploadArchive(first, archive);
  await uploadArchive(second, archive);
  for (const progress of [1, 2]) {
    for (const account of ["turn_1", "turn_2"]) await runJob(account, 0);
    for (const person of [first, second]) {
      expect(await readState(person)).toMatchObject({ status: "waiting", progress });
    }
  }
  await jobs.drain();
  for (const person of [first, second]) {
    expect(await readState(person)).toMatchObject({
      status: "done",
      progress: 3,
      brought_count: 3,
      known_count: 0,
    });
  }
});

test("SET-22 an import may wait for hours for its turn, as long as its job exists", async () => {
  const mio = await site.registerPerson("mio");
  await uploadArchive(mio, longArchive);
  await sql`
    update archive_imports set updated_at = now() - interval '3 hours'
    where status = 'waiting'`.execute(db);
  expect(await readState(mio)).toMatchObject({ status: "waiting", failure: null });
  expect((await start(mio, longArchive.length, "g".repeat(22))).data.status).toBe("waiting");
  await jobs.drain();
  expect(await readState(mio)).toMatchObject({ status: "done" });
});

test("SET-22 a file that is no ZIP is refused after its first part", async () => {
  const rio = await site.registerPerson("rio");
  await start(rio, 3 * importPartBytes);
  const reply = await sendPart(rio, 0, Buffer.alloc(importPartBytes));
  expect(reply.data).toMatchObject({ status: "failed", failure: "not_zip" });
  expect(await storage.list("imports")).toEqual([]);
});

test("SET-22 an import that fails repeatedly, or is lost, is shown as failed and can be started again", async () => {
  const sora = await site.registerPerson("sora");
  await uploadArchive(sora, longArchive);
  await sql`update archive_imports set attempts = 5 where status = 'waiting'`.execute(db);
  const { readStream } = storage;
  storage.readStream = async () => undefined;
  await expect(runJob("sora")).rejects.toThrow();
  storage.readStream = readStream;
  expect(await readState(sora)).toMatchObject({ status: "failed", failure: "lost" });
  await uploadArchive(sora, longArchive);
  await sql`
    update archive_imports set updated_at = now() - interval '6 minutes'
    where status = 'waiting'`.execute(db);
  await sql`delete from pgboss.job where name = 'import_archive'`.execute(db);
  expect(await readState(sora)).toMatchObject({ status: "failed", failure: "lost" });
  expect((await uploadArchive(sora, longArchive)).data.status).toBe("waiting");
  await jobs.drain();
  expect(await readState(sora)).toMatchObject({ status: "done", brought_count: 450 });
});

test("SET-22 stopping an import that waits or runs ends it and removes the uploaded file", async () => {
  const nao = await site.registerPerson("nao");
  await uploadArchive(nao, longArchive);
  expect((await nao.send(deleteArchiveImport, {})).status).toBe(204);
  expect(await storage.list("imports")).toEqual([]);
  await jobs.drain();
  expect([(await readState(nao)).status, await countBrought("nao")]).toEqual(["none", 0]);

  await uploadArchive(nao, longArchive);
  const started = await findRun("nao");
  const { readStream } = storage;
  // Stops the import while the job reads the file.
  storage.readStream = async (key) => {
    storage.readStream = readStream;
    await nao.send(deleteArchiveImport, {});
    return readStream(key);
  };
  await importArchive(site.services, { readWordLists }, started);
  expect([(await readState(nao)).status, await countBrought("nao")]).toEqual(["none", 0]);
});

test("SET-22 SET-24 leaving an account stops an import that waits or runs, and destroying an account deletes its uploads", async () => {
  for (const account of ["ema", "hana"]) {
    const person = await site.registerPerson(account);
    await uploadArchive(person, longArchive);
    const started = await findRun(account);
    const { readStream } = storage;
    if (account === "hana") {
      storage.readStream = async (key) => {
        storage.readStream = readStream;
        await person.send(leaveAccount, {});
        return readStream(key);
      };
    } else {
      const paths = await site.collectInvalidatedPages(() => person.send(leaveAccount, {}));
      expect(paths.flat()).toContain(`/${account}/brought`);
    }
    await importArchive(site.services, { readWordLists }, started);
    const { rows } = await sql`
      select 1 from archive_imports where user_pk = ${started.user_pk}
      union all select 1 from brought_answers where user_pk = ${started.user_pk}`.execute(db);
    expect(rows).toEqual([]);
    const call = { params: { account }, query: { page: "1" } };
    expect((await site.openBrowser().send(listBroughtAnswers, call)).status).toBe(404);
  }
  const leo = await site.registerPerson("leo");
  await start(leo, longArchive.length);
  await sendPart(leo, 0, first);
  expect((await storage.list("imports")).length).toBe(1);
  await leo.send(destroyAccount, { body: { account: "leo", password } });
  await jobs.drain();
  expect(await storage.list("imports")).toEqual([]);
});

test("SET-22 abandoned uploads are deleted after a day, reports after a week", async () => {
  await start(yui, longArchive.length);
  await sendPart(yui, 0, first);
  const mei = await site.signInAgain("mei");
  await deleteExpiredImports(site.services);
  expect([(await readState(yui)).status, (await readState(mei)).status]).toEqual([
    "uploading",
    "done",
  ]);
  await sql`update archive_imports set updated_at = now() - interval '25 hours'`.execute(db);
  await deleteExpiredImports(site.services);
  expect([(await readState(yui)).status, (await readState(mei)).status]).toEqual(["none", "done"]);
  expect(await storage.list("imports")).toEqual([]);
  await sql`update archive_imports set updated_at = now() - interval '8 days'`.execute(db);
  await deleteExpiredImports(site.services);
  expect((await readState(mei)).status).toBe("none");
  // Parts that belong to no import are deleted.
  await storage.write("imports/unknown/0", Buffer.from("x"));
  await deleteExpiredImports(site.services);
  expect(await storage.list("imports")).toEqual([]);
});

test("SET-22 an account has at most 200,000 imported answers", async () => {
  const kei = await site.registerPerson("kei");
  await sql`
    update users set brought_answers_count = ${maxBroughtAnswers - 100} where account = 'kei'
  `.execute(db);
  await uploadArchive(kei, longArchive);
  await jobs.drain();
  expect(await readState(kei)).toMatchObject({
    status: "done",
    brought_count: 100,
    surplus_count: 350,
  });
});

test("SET-22 when uploads have reached the maximum of stored parts, further parts get 503", async () => {
  const ken = await site.registerPerson("ken");
  await start(ken, maxImportBytes);
  // More parts than all uploads together may have, in an import of another account.
  await sql`
    update archive_imports set received_parts = 9000, status = 'waiting'
    where user_pk = (select pk from users where account = 'kei')`.execute(db);
  const reply = await sendPart(ken, 0, first);
  expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "600"]);
});

test("SET-22 a part that is moved to another upload can't be decrypted", async () => {
  await sql`update archive_imports set status = 'done'`.execute(db);
  await start(yui, longArchive.length, "k".repeat(22));
  await sendPart(yui, 0, first);
  const [file_id = ""] = await storage.list("imports");
  expect((await readPart(site.services, file_id, 0)).equals(first)).toBe(true);
  const moved = await storage.read(`imports/${file_id}/0`);
  await storage.write("imports/other/0", moved ?? Buffer.alloc(0));
  expect((await readPart(site.services, "other", 0)).equals(first)).toBe(false);
});

test("SAFE-11 SET-22 slow request bodies of one account don't stop the uploads of other accounts", async () => {
  const slowPerson = await site.registerPerson("slow_sender");
  const uploader = await site.registerPerson("other_sender");
  for (const person of [slowPerson, uploader]) await start(person, 1_000);
  const head =
    '--x\r\nContent-Disposition: form-data; name="part"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n';
  const streams = Array.from({ length: 8 }, () => new Readable({ read() {} }));
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const slow = streams.map((stream) => {
    stream.push(head);
    const url = "/api/v2/me/archive/import/parts/0";
    return slowPerson.sendRaw("PUT", url, stream, headers);
  });
  // The server reads two of the eight bodies, and refuses the other six at once.
  const statuses: number[] = [];
  await new Promise<void>((resolve) => {
    for (const reply of slow) {
      void reply.then(({ status }) => {
        if (statuses.push(status) === 6) resolve();
      });
    }
  });
  expect(statuses).toEqual(Array(6).fill(503));
  expect((await sendPart(uploader, 0, Buffer.alloc(1_000))).status).toBe(200);
  for (const stream of streams) {
    stream.push("\r\n--x--\r\n");
    stream.push(null);
  }
  await Promise.all(slow);
});
