import { randomBytes } from "node:crypto";
import { type CurrentUser, getCurrentUser } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { listBroughtAnswers } from "@toibako/contract/archives/brought.ts";
import { type ArchiveImport, getArchiveImport } from "@toibako/contract/archives/import.ts";
import { listNgWords, ngWordLimits } from "@toibako/contract/filters.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { textLimits } from "@toibako/contract/text.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  type ArchiveFiles,
  createArchive,
  createRecord,
  packZip,
  uploadArchive,
} from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const site = await openSite();
const { db, jobs, storage } = site.services;
const yui = await site.registerPerson("yui");

const readState = async (person: Browser) => (await person.send(getArchiveImport, {})).data;

/** Uploads a file, runs the job and returns the report. */
async function importFile(person: Browser, file: Buffer): Promise<ArchiveImport> {
  await uploadArchive(person, file);
  await jobs.drain();
  return readState(person);
}

const importFiles = async (person: Browser, files: ArchiveFiles) =>
  importFile(person, await packZip(files));

async function listBrought(account: string) {
  const call = { params: { account }, query: { page: "1" } };
  return (await site.openBrowser().send(listBroughtAnswers, call)).data.answers;
}

/** Replaces bytes in a ZIP, also in the names of its files. */
function replaceBytes(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

const validFiles = createArchive([createRecord({ text: "よい答え" })]);
const validZip = await packZip(validFiles);
const longName = "x".repeat(300);

/** Invalid files, by what is wrong with them. */
const refusedFiles: Record<
  string,
  [failure: ArchiveImport["failure"], file: Buffer | Promise<Buffer>]
> = {
  "a picture": [
    "not_zip",
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  ],
  "one byte": ["not_zip", Buffer.from([80])],
  "the first half of an archive": ["not_zip", validZip.subarray(0, validZip.length / 2)],
  "an archive without its last bytes": ["not_zip", validZip.subarray(0, -10)],
  "a ZIP of something else": ["foreign", packZip({ "index.html": "<h1>" })],
  "an archive of another program": [
    "foreign",
    packZip({ ...validFiles, "data/archive.json": '{"format":"other","version":1}' }),
  ],
  "an archive of a newer version": [
    "version",
    packZip({ ...validFiles, "data/archive.json": '{"format":"toibako-archive","version":2}' }),
  ],
  "two archives in one": [
    "foreign",
    packZip({ ...validFiles, "b/data/archive.json": String(validFiles["data/archive.json"]) }),
  ],
  "a path that leaves its folder": [
    "unsafe",
    packZip({ ...validFiles, "xx/yy/zz.json": "1" }).then((zip) =>
      replaceBytes(zip, "xx/yy/zz.json", "../../zz.json"),
    ),
  ],
  "a path from the root": [
    "unsafe",
    packZip({ ...validFiles, "xetc/passwd": "1" }).then((zip) =>
      replaceBytes(zip, "xetc/passwd", "/etc/passwd"),
    ),
  ],
  "a path with backslashes": [
    "unsafe",
    packZip({ ...validFiles, "xx/yy.json": "1" }).then((zip) =>
      replaceBytes(zip, "xx/yy.json", "..\\yy.json"),
    ),
  ],
  "two files of one name": [
    "unsafe",
    packZip({ ...validFiles, "data/answers-0002.json": "[]" }).then((zip) =>
      replaceBytes(zip, "answers-0002", "answers-0001"),
    ),
  ],
  "a file that unpacks to more than 1 MB": [
    "unsafe",
    packZip({ ...validFiles, "data/answers-0002.json": `[${" ".repeat(1024 * 1024)}]` }),
  ],
  "eighty files that unpack to 1 MB each": [
    "unsafe",
    packZip({
      ...validFiles,
      ...Object.fromEntries(
        Array.from({ length: 80 }, (_, index) => [
          `data/answers-${1001 + index}.json`,
          `[${" ".repeat(1024 * 1024 - 2)}]`,
        ]),
      ),
    }),
  ],
  "two entries for the same bytes": [
    "unsafe",
    packZip({ ...validFiles, "data/answers-0002.json": "[]" }).then((zip) => {
      const changed = Buffer.from(zip);
      // In the central directory, the offset of a file follows 42 bytes after the beginning of its entry.
      const findEntry = (after: number) => zip.indexOf("PK\x01\x02", after, "latin1");
      const second = findEntry(findEntry(0) + 1);
      changed.writeUInt32LE(zip.readUInt32LE(second + 42), findEntry(second + 1) + 42);
      return changed;
    }),
  ],
  "a deeply nested list": [
    "unsafe",
    packZip({
      ...validFiles,
      "data/answers-0001.json": "[".repeat(500_000) + "]".repeat(500_000),
    }),
  ],
  "a record with deeply nested lists": [
    "unsafe",
    packZip({ ...validFiles, "data/answers-0001.json": `[${"[".repeat(20)}${"]".repeat(20)}]` }),
  ],
  "a file that unpacks to more than its stated size": [
    "damaged",
    packZip(validFiles).then((zip) => {
      const changed = Buffer.from(zip);
      // The unpacked size of the first file, in the central directory at the end of the ZIP.
      changed.writeUInt32LE(9, changed.indexOf("PK\x01\x02", "latin1") + 24);
      return changed;
    }),
  ],
  "a file with more records than an import reads from one file": [
    "unsafe",
    packZip({ ...validFiles, "data/answers-0001.json": JSON.stringify(Array(10_001).fill(0)) }),
  ],
  "a ZIP with more files than an import accepts": [
    "unsafe",
    packZip({
      ...validFiles,
      ...Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`f${index}`, ""])),
    }),
  ],
  "a ZIP whose file names have several megabytes": [
    "unsafe",
    packZip({
      ...validFiles,
      ...Object.fromEntries(
        Array.from({ length: 15_000 }, (_, index) => [`${longName}${index}`, ""]),
      ),
    }),
  ],
  "text that isn't JSON": ["damaged", packZip({ ...validFiles, "data/answers-0001.json": "[{" })],
  "an object in place of a list": [
    "damaged",
    packZip({ ...validFiles, "data/answers-0001.json": "{}" }),
  ],
  "a changed byte": [
    "damaged",
    (() => {
      const changed = Buffer.from(validZip);
      // A byte of the packed content, which follows the file's name.
      const position = changed.indexOf("data/answers-0001.json") + 60;
      changed.writeUInt8(changed.readUInt8(position) ^ 0xff, position);
      return changed;
    })(),
  ],
  "an unknown compression": [
    "damaged",
    (() => {
      const changed = Buffer.from(validZip);
      // The compression method of the first file, in the central directory.
      changed.writeUInt16LE(12, changed.indexOf("PK\x01\x02", "latin1") + 10);
      return changed;
    })(),
  ],
};

test.each(Object.entries(refusedFiles))(
  "SET-22 %s is refused, with the reason",
  async (_, [failure, file]) => {
    expect(await importFile(yui, await file)).toMatchObject({ status: "failed", failure });
    expect(await listBrought("yui")).toEqual([]);
    expect(await storage.list("imports")).toEqual([]);
  },
);

test("SET-22 an archive that was unpacked and packed again in a folder is read", async () => {
  const mei = await site.registerPerson("mei");
  const inFolder = Object.fromEntries(
    Object.entries(validFiles).map(([path, content]) => [`toibako-yui/${path}`, content]),
  );
  const files = { ...inFolder, "__MACOSX/._toibako-yui": "x", "toibako-yui/.DS_Store": "x" };
  expect(await importFiles(mei, files)).toMatchObject({ status: "done", brought_count: 1 });
});

test("SET-22 brackets within texts are no nesting, and a profile that is too large is left out", async () => {
  const mari = await site.registerPerson("mari");
  const records = [createRecord({ text: `${"[{".repeat(50)} \\" \\\\` })];
  const account = { profile: { self_introduction: "x" }, padding: " ".repeat(1024 * 1024) };
  const files = createArchive(records, { "data/account.json": JSON.stringify(account) });
  expect(await importFiles(mari, files)).toMatchObject({
    status: "done",
    brought_count: 1,
    has_brought_introduction: false,
  });
});

test("SET-22 records that can't be posted are left out and counted", async () => {
  const future = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const malformed: unknown[] = [
    null,
    7,
    "text",
    [],
    {},
    { ...createRecord({}), id: "AAAAAAAAAAAAAAAAAAAAAA" },
    { ...createRecord({}), user_pk: 1, sender: "kenta" },
    createRecord({ question: { uuid_hash: "AAAAAAAAAAAAAAAAAAAAAA" } }),
    createRecord({
      body: "",
      question: { type: "choose", options: ["a", "b"] },
      answer: { chosen_option: 0 },
    }),
    createRecord({ body: "あ".repeat(textLimits.question + 1) }),
    createRecord({ text: "あ".repeat(textLimits.answer + 1) }),
    createRecord({ text: "" }),
    createRecord({ text: `e${"\u0301".repeat(200)}` }),
    createRecord({ answer: { answered_at: future } }),
    createRecord({ answer: { answered_at: "yesterday" } }),
    createRecord({ question: { asked_hour: "1970-01-01T00:00:00.000Z" } }),
    createRecord({ question: { locale: "xx" } }),
    createRecord({ question: { type: "choose", options: ["a"] }, answer: { chosen_option: 0 } }),
    createRecord({
      question: { type: "choose", options: ["a", "b"] },
      answer: { chosen_option: 3 },
    }),
    createRecord({ question: { type: "choose", options: ["a", "b"] } }),
    createRecord({ question: { type: "text", options: ["a", "b"] }, answer: { chosen_option: 0 } }),
    createRecord({ question: { type: "stamp", stamp_id: null } }),
    createRecord({ question: { type: "text", stamp_id: "eat" } }),
    createRecord({ question: { type: "poll" } }),
  ];
  const valid = [
    createRecord({ text: "a\u0000b\u202ec" }),
    createRecord({ question: { type: "stamp", stamp_id: "gone" }, body: "いまはないスタンプ" }),
    createRecord({ question: { type: "stamp", stamp_id: "eat" }, body: "<b>べつの文</b>" }),
    createRecord({ body: "", record: { community: "旅" } }),
  ];
  const aki = await site.registerPerson("aki");
  const records = [...malformed, createRecord({ body: "死ね" }), ...valid];
  const report = await importFiles(aki, createArchive(records));
  expect(report).toMatchObject({
    status: "done",
    brought_count: valid.length,
    malformed_count: malformed.length,
    refused_count: 1,
    progress: records.length,
  });
  const brought = await listBrought("aki");
  const find = (type: string, body: RegExp) =>
    brought.find((answer) => answer.type === type && body.test(answer.body));
  expect(brought.map(({ answer_body }) => answer_body)).toContain("abc");
  // A stamp gets this site's text instead of the archive's; an unknown stamp becomes a text question.
  expect(find("stamp", /./)?.body).not.toMatch(/べつの文/);
  expect(find("text", /いまはないスタンプ/)?.stamp).toBeNull();
  expect(brought.find(({ is_deleted }) => is_deleted)).toMatchObject({ body: "" });
  expect(JSON.stringify(brought)).not.toContain("死ね");
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>';
const draw = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: "#f00" } });
const webp = await draw(400).webp().toBuffer();

const pictures: Record<string, Buffer> = {
  "an SVG": Buffer.from(svg),
  "an SVG after the first bytes of a WebP": Buffer.concat([webp.subarray(0, 16), Buffer.from(svg)]),
  "half of a WebP": webp.subarray(0, webp.length / 2),
  "a page": Buffer.from("<!doctype html><script>alert(1)</script>"),
  "30 MB": Buffer.concat([webp, randomBytes(30 * 1024 * 1024)]),
  "144 million pixels": await sharp({
    create: { width: 12_000, height: 12_000, channels: 3, background: "#fff" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer(),
};

test.each(Object.entries(pictures))(
  "SET-22 SET-19 %s as the picture of an archive is left out, and the answers are imported",
  async (name, picture) => {
    const account = `picture${Object.keys(pictures).indexOf(name)}`;
    const person = await site.registerPerson(account);
    const files = createArchive([createRecord({})], { "pictures/profile.webp": picture });
    expect(await importFiles(person, files)).toMatchObject({
      status: "done",
      brought_count: 1,
      has_brought_picture: false,
    });
    const { user } = (await person.send(getUser, { params: { id: account } })).data;
    expect(user.icon_url).toMatch(/^\/avatars\//);
  },
);

test("SET-22 PRIV-06 a picture is encoded again, which removes its metadata and appended bytes", async () => {
  const eri = await site.registerPerson("eri");
  const photo = await draw(400)
    .withExif({ IFD0: { Make: "SECRET-CAMERA" } })
    .webp()
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from("<script>SECRET</script>")]);
  const files = createArchive([], { "pictures/profile.webp": polyglot });
  expect(await importFiles(eri, files)).toMatchObject({ has_brought_picture: true });
  const { user } = (await eri.send(getUser, { params: { id: "eri" } })).data;
  const { bytes } = await eri.sendRaw("GET", user.icon_url);
  expect(bytes.toString("latin1")).not.toMatch(/SECRET|script/);
});

/** Returns what an import must not change, for all accounts. */
async function readUnchangeableRows() {
  const { rows } = await sql`
    select (select count(*)::int from follows) as follows,
      (select count(*)::int from blocks) as blocks,
      (select count(*)::int from answer_likes) as likes,
      (select count(*)::int from questions) as questions,
      (select count(*)::int from answers) as answers,
      (select count(*)::int from sent_questions) as sent,
      (select count(*)::int from sealed_senders) as senders,
      (select count(*)::int from notices) as notices,
      (select count(*)::int from community_members) as members,
      (select count(*)::int from identities) as identities,
      (select json_agg(other order by other.pk) from (
        select pk, account, displaying_name, email, followers_count, follows_count, answers_count
        from users where account <> 'newcomer'
      ) other) as accounts`.execute(db);
  return rows;
}

test("SET-22 PRIV-12 an import changes nothing of other accounts, even if the archive has their handles, names and addresses", async () => {
  const newcomer = await site.registerPerson("newcomer");
  const kenta = await site.registerPerson("kenta");
  const question = await site.askQuestion(newcomer, "kenta", "しつもん");
  await kenta.send(postAnswer, { params: { question_id: question }, body: { text: "こたえ" } });
  await jobs.drain();
  const before = await readUnchangeableRows();
  const { question: asked, answer } = createRecord({ body: "しつもん", text: "こたえ" });
  const files = createArchive([createRecord({ record: { is_self: true, is_welcome: true } })], {
    "data/account.json": JSON.stringify({
      profile: { account: "kenta", displaying_name: "けんた", self_introduction: "はじめまして" },
      email: { entered: "kenta@example.com", confirmed: "kenta@example.com" },
      linked_providers: [{ provider: "google", nickname: "kenta", name: "けんた" }],
      settings: { is_send_email: true, is_receive_dm: true },
      own_words: [
        "a".repeat(51),
        "",
        ...Array.from({ length: 150 }, (_, index) => `ことば${index}`),
      ],
      blocks: [
        { account: "kenta", question_body: null, blocked_on: answer.answered_at.slice(0, 10) },
      ],
      communities: ["旅"],
    }),
    "data/sent-0001.json": JSON.stringify([
      { question: asked, to_account: "kenta", community: null, is_answered: true },
    ]),
    "data/likes-0001.json": JSON.stringify([
      { question: asked, answer: { text: "こたえ", account: "kenta" } },
    ]),
    "data/follows-0001.json": JSON.stringify([{ account: "kenta", displaying_name: "けんた" }]),
    "data/questions-0001.json": JSON.stringify([{ question: asked, status: "unread" }]),
  });
  expect(await importFiles(newcomer, files)).toMatchObject({
    status: "done",
    brought_count: 1,
    words_count: ngWordLimits.words,
    has_brought_introduction: true,
  });
  await jobs.drain();
  expect(await readUnchangeableRows()).toEqual(before);
  const { user } = (await newcomer.send(getCurrentUser, {})).data as { user: CurrentUser };
  expect(user).toMatchObject({
    account: "newcomer",
    email: null,
    self_introduction: "はじめまして",
    is_receive_dm: false,
    provider: [],
  });
  expect((await newcomer.send(listNgWords, {})).data.ng_words.length).toBe(ngWordLimits.words);
});

test("SET-22 two accounts that import one archive get answers with different ids", async () => {
  const [one, two] = [await site.registerPerson("one"), await site.registerPerson("two")];
  for (const person of [one, two]) await importFiles(person, validFiles);
  const [[first], [second]] = [await listBrought("one"), await listBrought("two")];
  expect(first?.id).not.toBe(second?.id);
  expect(first?.answer_body).toBe(second?.answer_body);
});
