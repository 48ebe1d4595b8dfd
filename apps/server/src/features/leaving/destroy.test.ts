import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { getCurrentUser, login, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { postBaton, postFollow } from "@toibako/contract/friends.ts";
import { postInquiry } from "@toibako/contract/help.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { destroyAccount, getDestructionTerms } from "@toibako/contract/leaving.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { putAccount, putUser } from "@toibako/contract/settings.ts";
import { Redis } from "ioredis";
import { expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import {
  playGame,
  storeCase,
  storeProviderAndFactors,
  takePartInCommunity,
  talkInRoom,
  talkWith,
} from "#platform/testing/full-account.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { heldKindsByTable } from "../privacy/table.ts";

// The files are searched in their folder.
const site = await openSite({ s3: undefined });
const { database, jobs, config, secrets } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");

/** Texts and names of Hana, none of which may remain. */
const marks = {
  handle: "hana_marked",
  name: "なまえのしるし",
  introduction: "自己紹介のしるし",
  email: "hana-mark@example.com",
  formerEmail: "former-mark@example.com",
  passkey: "パスキーのしるし",
  received: "もらった質問のしるし",
  answer: "答えのしるし",
  communityAnswer: "海へのしるし",
  broughtAnswer: "持ってきたしるし",
  word: "言葉のしるし",
  inquiry: "問い合わせのしるし",
  message: "メッセージのしるし",
  provider: "google-subject-mark",
};
/**
 * The tables in which rows remain: Hana's sent questions, which don't name her, her partner's side of talks, and rows of
 * other accounts.
 */
const tablesWithRemainingRows = [
  "public.questions",
  "public.answers",
  "public.sent_questions",
  "public.sealed_senders",
  "public.read_states",
  "public.conversations",
  "public.participants",
  "public.room_members",
  "public.room_answers",
  "public.room_reports",
  "public.talks",
  "public.started_talks",
  "public.messages",
  "public.talk_reports",
  "public.cases",
  "public.case_reports",
  "public.case_actions",
  "public.stopped_senders",
  "public.like_toggles",
  "public.received_notices",
  "public.achievements",
  "public.closed_handles",
  "public.subscriptions",
  "public.charges",
  "public.contracts",
  "public.refunds",
  "public.ledger",
];
const sentText = "送った質問はのこる";

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(heldKindsByTable)) {
    if (table.startsWith("pgboss.")) continue;
    const { rows } = await database.executeSql(`select count(*)::int as count from only ${table}`);
    counts[table] = (rows[0] as { count: number }).count;
  }
  return counts;
}

/** Stores a row of Hana in each table with data of accounts. */
async function fillAllTables(hana: Browser) {
  // Hana asks before she registers, so that her account adopts a visitor.
  const asked = await site.askQuestion(hana, "yui", sentText);
  const { data } = await yui.send(postAnswer, {
    params: { question_id: asked },
    body: { text: "はい" },
  });
  await hana.send(register, {
    body: { account: marks.handle, password, locale: "ja", email: marks.email },
  });
  await hana.send(putUser, {
    body: { displaying_name: marks.name, self_introduction: marks.introduction },
  });
  const like = { body: { answer_id: data.answer.id } };
  await hana.send(toggleLike, like, { "idempotency-key": "a-key-of-this-test" });
  await hana.send(postFollow, { params: { account: "yui" } });
  await mei.send(postFollow, { params: { account: marks.handle } });
  await hana.send(postNgWord, { body: { word: marks.word } });
  await site.askQuestion(hana, "yui", sentText);
  const askHana = () => site.askQuestion(site.openBrowser(), marks.handle, marks.received);
  const question_id = await askHana();
  await hana.send(postAnswer, { params: { question_id }, body: { text: marks.answer } });
  // This text is not among `marks`, because passing a question on sends its text to others.
  const passed = await site.askQuestion(site.openBrowser(), marks.handle, "まわす質問");
  await hana.send(postAnswer, { params: { question_id: passed }, body: { text: marks.answer } });
  await hana.send(postBaton, { params: { id: passed }, body: { accounts: ["yui"] } });
  await hana.send(postReport, { body: { mode: "unit", item_id: await askHana() } });
  await hana.send(postBlock, { body: { account: "kenta" } });
  await askHana();
  await hana.send(postInquiry, {
    body: { email: marks.email, topic: "usage", body: marks.inquiry },
  });
  await takePartInCommunity(hana, kenta, marks.communityAnswer);
  await playGame(hana);
  const { handle: account, message } = marks;
  await talkWith(site.services, hana, mei, { account, other_account: "mei", message });
  // Messages in rooms stay.
  await talkInRoom(site.services, hana, mei, { account, name: marks.name, message: "みなさんへ" });
  await jobs.drain();
  await storeCase(site.services, marks.handle);
  await storeProviderAndFactors(site.services, marks.handle, {
    provider_subject: marks.provider,
    provider_name: marks.name,
    passkey_name: marks.passkey,
  });
  await database.executeSql(`
    with hana as (select pk from users where account = '${marks.handle}'), new_import as (
      insert into friend_imports (user_pk, status) select pk, 'done' from hana
    ), updated_user as (
      update users set confirmed_email = email, birthday = '2000-02-03', gender_type = 'female'
      where account = '${marks.handle}'
    ), new_mail_link as (
      insert into mail_links (id, purpose, user_pk, email, expires_at)
      select 'undo', 'undo_email', pk, '${marks.formerEmail}', now() + interval '1 day' from hana
    ), new_push_subscription as (
      insert into push_subscriptions (id, user_pk, browser_id, sealed)
      select 'push', pk, gen_random_uuid(), '\\x0b' from hana
    ), new_archive_export as (
      insert into archive_exports (user_pk, file_id) select pk, 'archive' from hana
    ), new_archive_import as (
      insert into archive_imports (user_pk, run, file_id, fingerprint, bytes)
      select pk, 1, 'upload', 'x', 9 from hana
    )
    insert into brought_answers
      (id, user_pk, type, body, locale, asked_hour, is_sensitive, text, answered_at)
    select 'brought', pk, 'text', '？', 'ja', now(), false, '${marks.broughtAnswer}', now() from hana`);
  // Hana and Yui have reported the answers that the other has brought along.
  await database.executeSql(`
    insert into brought_reports (brought_answer_id, reporter_pk, reported_hour)
    select brought_answers.id, u.pk, now() from users u join brought_answers on brought_answers.user_pk <> u.pk
    where u.account in ('${marks.handle}', 'yui')`);
  // Draws two cards, which are stored as files.
  for (const card of [`profiles/ja/${marks.handle}`, `questions/${question_id}`])
    expect((await site.openBrowser().sendRaw("GET", `/cards/${card}.png`)).status).toBe(200);
  return question_id;
}

/** Lists the tables, files of the data folder and keys of Redis that contain one of the texts. */
async function findOccurrences(texts: readonly string[]): Promise<string[]> {
  const occurrences = new Set<string>();
  const search = (place: string, content: string) => {
    if (texts.some((text) => content.includes(text))) occurrences.add(place);
  };
  const { rows: tables } = await database.executeSql(`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
  for (const { schema, name } of tables as { schema: string; name: string }[]) {
    const { rows } = await database.executeSql(
      `select whole_row::text as row from "${schema}"."${name}" whole_row`,
    );
    // The text of a row has binary columns as hexadecimal numbers, which are decoded to be searched as well.
    for (const { row } of rows as { row: string }[]) {
      const binary = [...row.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = ""]) =>
        Buffer.from(hex, "hex").toString(),
      );
      search(`${schema}.${name}`, [row, ...binary].join("\n"));
    }
  }
  const storage = join(config.data_dir, "storage");
  for (const path of readdirSync(storage, { recursive: true, encoding: "utf8" })) {
    search(`storage/${path}`, path);
    if (statSync(join(storage, path)).isFile())
      search(`storage/${path}`, readFileSync(join(storage, path)).toString());
  }
  if (config.redis_url) {
    const redis = new Redis(config.redis_url);
    for (const key of await redis.keys("*"))
      search("redis", `${key} ${(await redis.type(key)) === "string" ? await redis.get(key) : ""}`);
    redis.disconnect();
  }
  return [...occurrences].sort();
}

test("SET-15 SET-25 destroying an account deletes all of its rows and files, except what it sent to others", async () => {
  // Jobs of the registrations above store rows of the other accounts.
  await jobs.drain();
  await database.executeSql(`
    insert into brought_answers
      (id, user_pk, type, body, locale, asked_hour, is_sensitive, text, answered_at)
    select 'other', pk, 'text', '？', 'ja', now(), false, '！', now() from users where account = 'yui'`);
  const before = await countRows();
  const hana = site.openBrowser();
  const question_id = await fillAllTables(hana);
  const { rows } = await database.executeSql("select id, pk from users where account = $1", [
    marks.handle,
  ]);
  const { id, pk } = rows[0] as { id: string; pk: number };
  const identity = secrets.deriveAccountIdentity(Number(pk));
  const keys = [secrets.deriveLikeActor(identity), secrets.deriveReadStateOwner(identity)].map(
    (key) => key.toString("hex"),
  );
  const texts = [...Object.values(marks), ...keys, id, question_id];
  const filled = await countRows();
  const unfilled = Object.keys(before).filter((table) => filled[table] === before[table]);
  // Fails if a new table is not filled by this test.
  expect(unfilled).toEqual([]);
  expect(await findOccurrences(texts)).toEqual(
    expect.arrayContaining([
      "public.answers",
      "public.users",
      `storage/cards/profiles/${marks.handle}`,
      `storage/cards/questions/${question_id}`,
    ]),
  );

  const { terms } = (await hana.send(getDestructionTerms, {})).data;
  expect(terms).toMatchObject({ has_password: true, answers_count: 3 });
  expect(
    (await hana.send(destroyAccount, { body: { account: "yui", password } })).error?.details,
  ).toHaveProperty("account");
  const body = { account: `@${marks.handle.toUpperCase()}`, password };
  const wrong = await hana.send(destroyAccount, { body: { ...body, password: "wrong password" } });
  expect(wrong.error?.details).toHaveProperty("password");
  expect(
    (await hana.send(destroyAccount, { body: { ...body, account: marks.handle } })).status,
  ).toBe(204);
  // The account is hidden before the job runs. 202: nobody is signed in.
  expect((await hana.send(getCurrentUser, {})).status).toBe(202);
  expect((await yui.send(getUser, { params: { id: marks.handle } })).status).toBe(404);
  const signIn = { body: { account: marks.handle, password } };
  expect((await site.openBrowser().send(login, signIn)).status).toBe(401);

  await jobs.drain();
  // Runs the jobs that jobs of the first run have enqueued.
  await jobs.drain();
  // Of a reported question its text stays, which somebody else has written.
  const { received, ...ownMarks } = marks;
  expect(await findOccurrences([received])).toEqual(["public.case_reports"]);
  expect(await findOccurrences([...Object.values(ownMarks), ...keys, id, question_id])).toEqual([]);
  const after = await countRows();
  const changedTables = Object.entries(after).flatMap(([table, count]) =>
    count === before[table] ? [] : [table],
  );
  expect(changedTables).toEqual(tablesWithRemainingRows);
  const { rows: remainingJobs } = await database.executeSql(
    "select 1 from pgboss.job where data::text like '%' || $1 || '%'",
    // The key in the JSON of a job, as in `"user_pk": 5` or `"follower_pk": 5`.
    [`_pk": ${pk}`],
  );
  expect(remainingJobs).toEqual([]);
  // The handle stays closed.
  const registration = { account: marks.handle, password, locale: "ja" } as const;
  const taken = await site.openBrowser().send(register, { body: registration });
  expect([taken.status, Object.keys(taken.error?.details ?? {})]).toEqual([400, ["account"]]);
  await database.executeSql("update closed_handles set closed_until = now()");
  expect((await site.openBrowser().send(register, { body: registration })).status).toBe(201);
  const { items } = (await yui.send(listReceivedItems, {})).data;
  expect(items.map((item) => item.body)).toContain(sentText);
});

test("SET-25 AUTH-26 an account whose handle changes while it is being destroyed isn't destroyed and keeps the new handle", async () => {
  const rin = await site.registerPerson("rin_before");
  const { db } = site.services;
  const query = db.query.bind(db);
  const intercepted = vi.spyOn(db, "query").mockImplementation(async (...args) => {
    if (args[0].startsWith("select password_hash from users")) {
      intercepted.mockRestore();
      const changed = await rin.send(putAccount, { body: { account: "rin_after" } });
      expect(changed.status).toBe(200);
    }
    return query(...args);
  });
  const destroyed = await rin.send(destroyAccount, { body: { account: "rin_before", password } });
  expect(destroyed.status).toBe(400);
  const registration = { account: "rin_after", password, locale: "ja" } as const;
  expect((await site.openBrowser().send(register, { body: registration })).status).toBe(400);
});

test("SET-25 two simultaneous requests destroy the account, and neither reports an error", async () => {
  const ran = await site.registerPerson("ran_twice");
  const secondBrowser = await site.signInAgain("ran_twice");
  const body = { account: "ran_twice", password };
  const replies = await Promise.all(
    [ran, secondBrowser].map((browser) => browser.send(destroyAccount, { body })),
  );
  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
});
