import { join } from "node:path";
import { register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import {
  deleteArchiveExport,
  getArchiveExport,
  startArchiveExport,
} from "@toibako/contract/archives.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { destroyAccount } from "@toibako/contract/leaving.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { accountData } from "@toibako/contract/privacy.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { unpackZip } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { playGame, storeCase } from "#platform/testing/full-account.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { deleteExpiredExports } from "./commands/exports.ts";
import { writeExport } from "./commands/write-export.ts";
import { writeArchiveJob } from "./job-definitions.ts";
import { archiveContents } from "./policy/contents.ts";
import { recordKinds } from "./policy/records.ts";

const site = await openSite();
const { db, jobs } = site.services;
// Yui makes an archive; Kenta asks Yui, and answers what Yui asks.
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await site.registerPerson("mei");
const script = "<script>alert('x')</script>";

async function makeArchive(person: Browser) {
  const started = await person.send(startArchiveExport, {});
  expect([started.status, started.data.status]).toEqual([202, "running"]);
  await jobs.drain();
  const { data } = await person.send(getArchiveExport, {});
  expect(data.status).toBe("done");
  return data;
}

const download = (person: Browser, url: string | null) => person.sendRaw("GET", url ?? "");

const readJson = (files: Map<string, Buffer>, path: string) =>
  JSON.parse(files.get(path)?.toString() ?? "null");

async function fillBox() {
  const visitor = site.openBrowser();
  const answered = await site.askQuestion(visitor, "yui", `すきな色は？${script}`);
  await yui.send(postAnswer, {
    params: { question_id: answered },
    body: { text: `あお${script}` },
  });
  await site.askQuestion(kenta, "yui", "まだの質問");
  await kenta.send(postQuestion, { body: { account: "yui", stamp_id: "eat" } });
  await kenta.send(postQuestion, {
    body: { account: "yui", body: "どっち？", options: ["犬", "猫"] },
  });
  await yui.send(postNgWord, { body: { word: "ひみつ" } });
  await site.askQuestion(kenta, "yui", "ひみつの質問");
  const binned = await site.askQuestion(kenta, "yui", "すてた質問");
  await yui.send(changeQuestion, { params: { id: binned }, body: { status: "hidden" } });
  const sent = await site.askQuestion(yui, "kenta", "送った質問");
  const reply = await kenta.send(postAnswer, {
    params: { question_id: sent },
    body: { text: "けんたの答え" },
  });
  await yui.send(toggleLike, { body: { answer_id: reply.data.answer.id } });
  await yui.send(postFollow, { params: { account: "kenta" } });
  await yui.send(postBlock, { body: { account: "mei" } });
  await playGame(yui);
  const params = { category_id: "hobby", community_id: "travel" };
  const asked = await kenta.send(postCommunityQuestion, { params, body: { body: "どこへ？" } });
  await yui.send(postCommunityAnswer, {
    params: { ...params, uuid: asked.data.uuid_hash },
    body: { body: "海へ" },
  });
}

await fillBox();

test("PRIV-09 SET-22 the archive contains the data of the account, as JSON and as pages", async () => {
  const { download_url, bytes, total, progress } = await makeArchive(yui);
  const reply = await download(yui, download_url);
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="toibako-yui.zip"',
    "cache-control": "private, no-store",
    "content-length": String(bytes),
  });
  expect(reply.bytes.length).toBe(bytes);
  // The progress counts two answers, and five questions without an answer.
  expect([total, progress]).toEqual([7, 7]);
  const files = await unpackZip(reply.bytes);
  const answers = readJson(files, "data/answers-0001.json");
  expect(
    answers.map(({ question, answer, community, status }: never) => ({
      q: (question as { body: string }).body,
      a: (answer as { text: string }).text,
      community,
      status,
    })),
  ).toEqual([
    { q: "どこへ？", a: "海へ", community: "旅", status: null },
    { q: `すきな色は？${script}`, a: `あお${script}`, community: null, status: "confirmed" },
  ]);
  const questions = readJson(files, "data/questions-0001.json");
  const bodies = questions.map(
    ({ question, status }: { question: { body: string }; status: string }) => [
      status,
      question.body,
    ],
  );
  expect(new Set(bodies.map(([status, body]: string[]) => `${status} ${body}`))).toEqual(
    new Set([
      "unread まだの質問",
      "unread どっち？",
      expect.stringMatching(/^unread .+/),
      "held ひみつの質問",
      "hidden すてた質問",
    ]),
  );
  expect(readJson(files, "data/sent-0001.json")).toMatchObject([
    { question: { body: "送った質問" }, to_account: "kenta", is_answered: true },
  ]);
  expect(readJson(files, "data/likes-0001.json")).toMatchObject([
    { answer: { text: "けんたの答え", account: "kenta" } },
  ]);
  expect(readJson(files, "data/follows-0001.json")).toMatchObject([{ account: "kenta" }]);
  expect(readJson(files, "data/account.json")).toMatchObject({
    profile: { account: "yui" },
    own_words: ["ひみつ"],
    blocks: [{ account: "mei" }],
    diagnosis_results: [
      { title: expect.any(String), share_body: expect.any(String), played_on: expect.any(String) },
    ],
  });
  expect(readJson(files, "data/archive.json")).toMatchObject({
    format: "toibako-archive",
    version: 1,
  });
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["index.html", "pictures/profile.svg", "pictures/stamps/eat.svg"]),
  );
});

test("PRIV-09 MOD-02 the archive has one's answers that staff have hidden, and what they have decided", async () => {
  await storeCase(site.services, "yui");
  const stored = JSON.stringify({ answer: { text: "運営が隠した答え" } });
  await sql`update hidden_contents set stored = ${stored}::jsonb`.execute(db);
  const files = await unpackZip((await download(yui, (await makeArchive(yui)).download_url)).bytes);
  expect(readJson(files, "data/account.json")).toMatchObject({
    hidden_answers: ["運営が隠した答え"],
    decisions: [{ kind: "hide", is_undone: false }],
  });
});

test("SET-22 every page of the archive is free of scripts, escaped, and links only to files of the archive", async () => {
  const files = await unpackZip((await download(yui, (await makeArchive(yui)).download_url)).bytes);
  const pages = [...files].filter(([path]) => path.endsWith(".html"));
  // The index, and a page of answers, questions, sent questions, likes and follows each.
  expect(pages.length).toBe(6);
  for (const [path, content] of pages) {
    const text = content.toString();
    expect(text).not.toMatch(/<script|alert\('x'\)|https?:|javascript:/);
    expect(text).toContain('<html lang="ja">');
    for (const [, link = ""] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect([...files.keys()]).toContain(join(path, "..", link));
    }
  }
  expect(files.get("index.html")?.toString()).toContain("だれが質問したか");
});

test("PRIV-09 PRIV-01 nothing in the archive identifies a sender", async () => {
  await sql`update users set displaying_name = 'けんたのしるし' where account = 'kenta'`.execute(
    db,
  );
  const files = await unpackZip((await download(yui, (await makeArchive(yui)).download_url)).bytes);
  const asked = await sql<{ uuid_hash: string; id: string }>`
    select q.uuid_hash, coalesce(a.id, '-') as id from questions q left join answers a on a.question_pk = q.pk
  `.execute(db);
  for (const [path, content] of files) {
    const text = content.toString();
    for (const { uuid_hash } of asked.rows) expect(text).not.toContain(uuid_hash);
    expect(text).not.toMatch(/127\.0\.0\.1|pseudonym|sealed|sender|"pk"|_pk|uuid/);
    const mayNameOthers = /(sent|likes|follows|account)[-.]/.test(path);
    if (!mayNameOthers) expect(text).not.toMatch(/kenta|けんたのしるし/);
  }
  const received = ["answers", "questions"].flatMap((kind) =>
    readJson(files, `data/${kind}-0001.json`),
  );
  for (const { question } of received) {
    expect(question.asked_hour).toMatch(/T\d\d:00:00\.000Z$/);
    expect(Object.keys(question).sort()).toEqual([
      "asked_hour",
      "body",
      "locale",
      "options",
      "stamp_id",
      "type",
    ]);
  }
});

test("PRIV-09 equal questions of two visitors and an account are equal records", async () => {
  const haru = await site.registerPerson("haru");
  const text = "おなじ質問";
  for (const sender of [site.openBrowser(), site.openBrowser("th"), kenta])
    await site.askQuestion(sender, "haru", text);
  const files = await unpackZip(
    (await download(haru, (await makeArchive(haru)).download_url)).bytes,
  );
  const records = readJson(files, "data/questions-0001.json");
  expect(records.length).toBe(3);
  expect(new Set(records.map((record: object) => JSON.stringify(record))).size).toBe(1);
});

test("PRIV-09 questions that the site no longer shows to their sender are not in the sender's archive", async () => {
  const mio = await site.registerPerson("mio");
  await site.askQuestion(mio, "kenta", "むかしの質問");
  const gone = await site.registerPerson("gone");
  await site.askQuestion(mio, "gone", "いなくなった人へ");
  await sql`update questions set asked_hour = asked_hour - interval '2 years' where body = 'むかしの質問'`.execute(
    db,
  );
  await gone.send(destroyAccount, { body: { account: "gone", password } });
  const files = await unpackZip((await download(mio, (await makeArchive(mio)).download_url)).bytes);
  expect(files.has("data/sent-0001.json")).toBe(false);
});

test("PRIV-09 the file is stored encrypted", async () => {
  await makeArchive(yui);
  const [name] = await listFiles();
  const stored = (await site.services.storage.read(`archives/${name}`))?.toString("latin1") ?? "";
  expect(stored.length).toBeGreaterThan(1_000);
  expect(stored).not.toMatch(/index\.html|kenta/);
});

test("PRIV-12 only a session of the account that has just confirmed its identity can download the file, until the file expires", async () => {
  const { download_url } = await makeArchive(yui);
  expect((await download(site.openBrowser(), download_url)).status).toBe(401);
  expect((await download(kenta, download_url)).status).toBe(404);
  // Replaces the file's id of 22 characters and ".zip".
  const unknown = (download_url ?? "").replace(/.{26}$/, "AAAAAAAAAAAAAAAAAAAAAA.zip");
  expect((await download(yui, unknown)).status).toBe(404);
  const again = await site.signInAgain("yui");
  expect((await download(again, download_url)).status).toBe(200);
  again.cookies.delete("__Host-confirmed");
  expect((await download(again, download_url)).status).toBe(403);
  await sql`update archive_exports set expires_at = now() - interval '1 minute'`.execute(db);
  expect((await download(yui, download_url)).status).toBe(404);
  expect((await yui.send(getArchiveExport, {})).data.status).toBe("none");
});

const listFiles = () => site.services.storage.list("archives");

test("SET-22 the file is deleted when the next archive is made, by its owner, when it expires, and with the account", async () => {
  const nao = await site.registerPerson("nao");
  await deleteExpiredExports(site.services);
  expect(await listFiles()).toEqual([]);
  await makeArchive(nao);
  const [first] = await listFiles();
  await makeArchive(nao);
  const [second, ...others] = await listFiles();
  expect([first === second, others]).toEqual([false, []]);
  expect((await nao.send(deleteArchiveExport, {})).status).toBe(204);
  expect(await listFiles()).toEqual([]);
  await makeArchive(nao);
  await sql`update archive_exports set expires_at = now() - interval '1 minute'`.execute(db);
  await deleteExpiredExports(site.services);
  expect(await listFiles()).toEqual([]);
  await makeArchive(nao);
  await deleteExpiredExports(site.services);
  expect((await listFiles()).length).toBe(1);
  await nao.send(destroyAccount, { body: { account: "nao", password } });
  await jobs.drain();
  expect(await listFiles()).toEqual([]);
});

test("SET-22 making an archive needs an identity confirmation, and only one is made at a time", async () => {
  const rin = await site.registerPerson("rin");
  rin.cookies.delete("__Host-confirmed");
  const refused = await rin.send(startArchiveExport, {});
  expect([refused.status, refused.error?.code]).toEqual([403, "confirmation_needed"]);
  const haru = await site.signInAgain("haru");
  await Promise.all([haru.send(startArchiveExport, {}), haru.send(startArchiveExport, {})]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'write_archive' and state = 'created'
  `.execute(db);
  expect(rows[0]?.count).toBe(1);
  await haru.send(deleteArchiveExport, {});
  await jobs.drain();
  expect((await haru.send(getArchiveExport, {})).data.status).toBe("none");
});

test("SET-22 of two attempts at one archive only the later one finishes, and its file is downloaded", async () => {
  const jun = await site.registerPerson("jun");
  await jun.send(startArchiveExport, {});
  const { rows } = await sql<{ user_pk: string; run: number }>`
    select user_pk, run from archive_exports where status = 'running'`.execute(db);
  const [{ user_pk, run } = { user_pk: "", run: 0 }] = rows;
  const started = { user_pk: Number(user_pk), run };
  const others = new Set(await listFiles());
  const attempt = { isLast: true };
  await Promise.all([
    writeExport(site.services, started, attempt),
    writeExport(site.services, started, attempt),
  ]);
  const finished = (await jun.send(getArchiveExport, {})).data;
  expect(finished.status).toBe("done");
  // A later attempt finds nothing to do.
  await jobs.drain();
  expect((await jun.send(getArchiveExport, {})).data).toEqual(finished);
  expect((await listFiles()).filter((name) => !others.has(name)).length).toBe(1);
  const reply = await download(jun, finished.download_url);
  expect(reply.bytes.length).toBe(finished.bytes);
  expect((await unpackZip(reply.bytes)).has("index.html")).toBe(true);
});

test("SET-22 an archive is tried again after an error, and shown as failed only after the last attempt", async () => {
  const sora = await site.registerPerson("sora");
  const { storage } = site.services;
  const { writeStream } = storage;
  const readStatus = async () => (await sora.send(getArchiveExport, {})).data.status;
  const failOnce = async () => {
    storage.writeStream = async () => {
      throw new Error("the disk is full");
    };
    await sql`update pgboss.job set start_after = now() where name = 'write_archive'`.execute(db);
    await expect(jobs.drain()).rejects.toThrow("the disk is full");
    storage.writeStream = writeStream;
  };
  const others = (await listFiles()).length;
  await sora.send(startArchiveExport, {});
  await failOnce();
  expect(await readStatus()).toBe("running");
  await sql`update pgboss.job set start_after = now() where name = 'write_archive'`.execute(db);
  await jobs.drain();
  expect(await readStatus()).toBe("done");
  expect((await listFiles()).length).toBe(others + 1);

  await sora.send(startArchiveExport, {});
  for (let attempt = 0; attempt <= writeArchiveJob.retries.limit; attempt++) {
    expect(await readStatus()).toBe("running");
    await failOnce();
  }
  expect(await readStatus()).toBe("failed");
  await makeArchive(sora);
});

test("SET-22 an archive of many questions has several files, each with its page", async () => {
  const tomo = site.openBrowser("en");
  await tomo.send(register, { body: { account: "tomo", password, locale: "en" } });
  await sql`
    with tomo as (select pk from users where account = 'tomo'), asked as (
      insert into questions (uuid_hash, receiver_pk, body, locale, asked_hour, is_answered, status)
      select 'many-' || number, pk, 'question ' || number, 'en', date_trunc('hour', now()), true, 'confirmed'
      from tomo, generate_series(1, 450) number returning pk, receiver_pk
    )
    insert into answers (id, question_pk, answerer_pk, text)
    select 'many-' || pk, pk, receiver_pk, 'answer' from asked`.execute(db);
  await sql`update users set answers_count = 450 where account = 'tomo'`.execute(db);
  const files = await unpackZip(
    (await download(tomo, (await makeArchive(tomo)).download_url)).bytes,
  );
  const lists = [1, 2, 3].map((n) => readJson(files, `data/answers-000${n}.json`).length);
  expect(lists).toEqual([200, 200, 50]);
  const answers = [1, 2, 3].flatMap((n) => readJson(files, `data/answers-000${n}.json`));
  expect(new Set(answers.map(({ question }) => question.body)).size).toBe(450);
  expect(readJson(files, "data/archive.json").counts.answers).toEqual({ records: 450, files: 3 });
  expect(files.get("pages/answers-0002.html")?.toString()).toMatch(/answers-0001.+answers-0003/s);
  // The only question without an answer is the welcome letter.
  expect(readJson(files, "data/questions-0001.json")).toMatchObject([{ is_welcome: true }]);
});

test("PRIV-09 every kind of held data is in a file of the archive, or the code states why it is not", async () => {
  expect(Object.keys(archiveContents).sort()).toEqual(Object.keys(accountData).sort());
  const files = new Set<string>([...recordKinds, "account"]);
  expect(new Set(Object.values(archiveContents).filter((file) => files.has(file)))).toEqual(files);
});
