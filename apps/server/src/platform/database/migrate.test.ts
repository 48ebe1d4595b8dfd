import { readdirSync } from "node:fs";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { getBaton } from "@toibako/contract/friends.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { getAnswerLikes, toggleLike } from "@toibako/contract/likes.ts";
import { deleteBlock, listBlocks } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  listSendQuestions,
  listWaitingQuestions,
  withdrawQuestion,
} from "@toibako/contract/outbox.ts";
import { PgBoss } from "pg-boss";
import { expect, test } from "vitest";
import { createSecrets } from "#platform/identity/secrets.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openEmptyDatabase } from "#platform/testing/database.ts";
import { dumpTables } from "#platform/testing/dump.ts";
import {
  type AskedQuestion,
  findExactTimes,
  findNamedSenders,
  findSendersBesideReceivers,
  findSharedTraits,
} from "#platform/testing/linkage.ts";
import {
  createOldRowWriter,
  createOldSecrets,
  type OldSender,
} from "#platform/testing/old-release.ts";
import { openSite } from "#platform/testing/site.ts";
import { migrate } from "./migrate.ts";

const secret_key = Buffer.from("the secret key of a migrated site");
const oldSecrets = createOldSecrets(secret_key);
const database = await openEmptyDatabase();
const { executeSql } = database;
await migrate(database.db, createSecrets(secret_key), "20261121T1215-friends-and-batons");

const { ids, pks, answers, asked, addUser, toSender, addQuestion, addBlock, addNotice } =
  await createOldRowWriter(executeSql, oldSecrets);

// Kenta has asked with an account, Ren as a visitor before he registered, and `visitor` has no
// account. Yui and Mei receive the questions. Yui has blocked Sora by a question, and Mei has blocked Kenta
// by name and Yui by a baton.
const yui = await addUser("yui");
const mei = await addUser("mei");
const kenta = await addUser("kenta");
const ren = await addUser("ren");
const sora = await addUser("sora");
const visitor_token = oldSecrets.createVisitorToken();
const visitor_key = oldSecrets.deriveVisitorKey(visitor_token);
const visitor: OldSender = {
  key: visitor_key,
  sealed_sender: { visitor: visitor_key.toString("hex") },
};
const former_key = oldSecrets.deriveVisitorKey(oldSecrets.createVisitorToken());
// When Ren registered, the key of his questions became that of his account; the seals still name the visitor.
const formerVisitor: OldSender = {
  key: ren.key,
  sealed_sender: { visitor: former_key.toString("hex") },
};

// The body of each question describes it; the tests find questions by their bodies. In this order: of Kenta, one
// with a seen answer, one with an unseen answer, one that waits and one without a sealed sender; two of the
// visitor, the second with options; of Ren, one that is answered and one that waits; one of Sora; and a baton,
// with which Yui passed Kenta's second question on to Mei.
//
// Kenta opened the list of his sent questions between these two answers, see `outboxes` below.
const seen = { answer: "はい", answered_at: "2026-11-19T08:30:15.123Z" };
const unseen = { answer: "そうです", answered_at: "2026-11-20T08:30:15.123Z" };
await addQuestion("健太の読んだ質問", toSender(kenta), yui, seen);
await addQuestion("健太の新しい質問", toSender(kenta), yui, unseen);
await addQuestion("健太の待つ質問", toSender(kenta), mei);
await addQuestion("封のない質問", toSender(kenta), yui, { is_sealed: false });
await addQuestion("だれかの質問", visitor, yui, unseen);
await addQuestion("だれかの選ぶ質問", visitor, mei, { type: "choose" });
await addQuestion("蓮の質問", formerVisitor, yui, unseen);
await addQuestion("蓮の待つ質問", formerVisitor, mei);
await addQuestion("空の質問", toSender(sora), yui);
await addQuestion("健太の新しい質問（バトン）", toSender(yui), mei, { is_baton: true });
await executeSql("insert into outboxes (sender_key, accessed_at) values ($1, '2026-11-20')", [
  kenta.key,
]);
await executeSql("insert into batons (passed_question_pk, receiver_pk) values ($1, $2)", [
  pks.get("健太の新しい質問"),
  mei.pk,
]);
await executeSql("insert into follows (follower_pk, followed_pk) values ($1, $2)", [
  yui.pk,
  mei.pk,
]);
await addBlock(yui, oldSecrets.derivePseudonym(yui.pk, sora.key), undefined, "空の質問");
await addBlock(mei, oldSecrets.derivePseudonym(mei.pk, kenta.key), kenta);
await addBlock(
  mei,
  oldSecrets.derivePseudonym(mei.pk, oldSecrets.deriveBatonKey(yui.key)),
  undefined,
  "健太の新しい質問（バトン）",
);
for (const key of [kenta.key, visitor_key])
  await executeSql(
    "insert into answer_likes (answer_pk, actor_key) select pk, $2 from answers where id = $1",
    [answers.get("蓮の質問"), key],
  );
await executeSql("update answers set likes_count = 2 where id = $1", [answers.get("蓮の質問")]);
await executeSql("update users set answer_likes_count = 2 where pk = $1", [yui.pk]);
await executeSql(
  `insert into like_toggles (actor_key, idempotency_key, answer_id, toggle_type)
   values ($1, 'the-key-of-a-like', $2, 'increment')`,
  [kenta.key, answers.get("蓮の質問")],
);
await addNotice(kenta.key, "new_answer", ids.get("健太の新しい質問") ?? "", {
  name: "yui",
  urn: `/q/${ids.get("健太の新しい質問")}`,
});
await addNotice(mei.key, "new_question", ids.get("だれかの選ぶ質問") ?? "", {
  urn: `/q/${ids.get("だれかの選ぶ質問")}`,
});
await addNotice(yui.key, "new_answer_like", answers.get("蓮の質問") ?? "", {
  count: 2,
  urn: `/q/${ids.get("蓮の質問")}`,
  seen_at: "2026-11-20T09:00:00Z",
});

// A job that waits in the queue, and one that is completed.
const boss = new PgBoss({
  db: { executeSql },
  ...(database.engine === "pglite" && { backend: "pglite" as const }),
});
await boss.start();
await boss.createQueue("tell_new_question");
await executeSql(
  `insert into pgboss.job (name, state, data, created_on, completed_on)
   select 'tell_new_question', state::pgboss.job_state, jsonb_build_object('uuid_hash', $1::text),
     '2026-11-21T08:30:15Z', case when state = 'completed' then '2026-11-21T08:30:16Z'::timestamptz end
   from unnest(array['created', 'completed']) state`,
  [ids.get("健太の待つ質問")],
);
await boss.stop({ graceful: false });

await migrate(database.db, createSecrets(secret_key));
const site = await openSite({ secret_key }, { database });
const browsers = {
  yui: await site.signInAgain("yui"),
  mei: await site.signInAgain("mei"),
  kenta: await site.signInAgain("kenta"),
  ren: await site.signInAgain("ren"),
  sora: await site.signInAgain("sora"),
  visitor: site.openBrowser(),
};
browsers.visitor.cookies.set("__Host-visitor", visitor_token);

const secrets = site.services.secrets;
const askedQuestions = asked.map(({ body, sender, receiver, is_baton }): AskedQuestion => {
  const person = [yui, mei, kenta, ren, sora].find(({ key }) => key === sender.key);
  const derivedKeys = [
    sender.key,
    secrets.deriveLikeActor(sender.key),
    secrets.deriveNoticeOwner(sender.key),
    secrets.deriveReadStateOwner(sender.key, "answers"),
    secrets.deriveReadStateOwner(sender.key, "others"),
  ].map((value) => `bytes ${value.toString("hex")}`);
  const accountKey = person ? [`key public.users.pk ${person.pk}`] : [];
  return {
    uuid_hash: ids.get(body) ?? "",
    receiver_pk: receiver.pk,
    sender: person?.account ?? "visitor",
    identifyingTokens: new Set([...derivedKeys, ...accountKey]),
    is_baton,
  };
});

const countUnread = async (browser: Browser) =>
  (await browser.send(getUnreadCounts, {})).data.send_items;
const listSentQuestions = async (browser: Browser) =>
  (await browser.send(listSendQuestions, {})).data.answers.map((answer) => [
    answer.related_question_body,
    answer.is_unread,
  ]);
const listWaitingBodies = async (browser: Browser) =>
  (await browser.send(listWaitingQuestions, {})).data.questions.map(({ body }) => body).sort();

test("migrating runs every migration file and nothing else", async () => {
  const files = readdirSync(new URL("../../migrations", import.meta.url)).filter(
    (file) => !file.includes(".test."),
  );
  const { rows } = await executeSql("select name from kysely_migration order by name");
  const names = (rows as { name: string }[]).map(({ name }) => `${name}.ts`);
  expect(names).toEqual(files.sort());
});

test("SAFE-01 SAFE-02 SAFE-03 no row of the earlier release links questions to senders after migrating", async () => {
  const rows = await dumpTables(database);
  expect(findNamedSenders(rows, askedQuestions)).toEqual([]);
  expect(findSendersBesideReceivers(rows, askedQuestions)).toEqual([]);
  expect(findSharedTraits(rows, askedQuestions)).toEqual([]);
  expect(findExactTimes(rows, askedQuestions)).toEqual([]);
});

test("SAFE-01 the files of the tables contain no old key of a sender, even in deleted rows", async () => {
  // A checkpoint writes the changes of all databases of the server, so it may take long.
  await executeSql("checkpoint");
  const { rows } = await executeSql(
    `select pg_class.relname as table,
       encode(pg_read_binary_file(pg_relation_filepath(pg_class.oid), 0, 100000000, true), 'hex') as bytes
     from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
     where pg_namespace.nspname = 'public' and pg_class.relkind in ('r', 'i')`,
  );
  const files = rows as { table: string; bytes: string }[];
  expect(files.find(({ table }) => table === "users")?.bytes).toContain(
    Buffer.from("kenta").toString("hex"),
  );
  const pseudonym = oldSecrets.derivePseudonym(mei.pk, kenta.key);
  for (const value of [yui.key, kenta.key, ren.key, visitor_key, former_key, pseudonym]) {
    const filesWithValue = files.filter(({ bytes }) => bytes.includes(value.toString("hex")));
    const tables = filesWithValue.map(({ table }) => table);
    // The pseudonym of a sender for one receiver is still stored for the question.
    expect(tables).toEqual(value === pseudonym ? ["sealed_senders"] : []);
  }
});

test("VISIT-03 PROF-16 after migrating, senders find the answers to their questions, which of them are unread, and their waiting questions", async () => {
  expect(await listSentQuestions(browsers.kenta)).toEqual([
    ["健太の新しい質問", true],
    ["健太の読んだ質問", false],
  ]);
  expect(await countUnread(browsers.kenta)).toBe(1);
  expect(await listWaitingBodies(browsers.kenta)).toEqual(
    ["健太の待つ質問", "封のない質問"].sort(),
  );
  expect(await listSentQuestions(browsers.visitor)).toEqual([["だれかの質問", true]]);
  expect(await countUnread(browsers.visitor)).toBe(1);
  expect(await listWaitingBodies(browsers.visitor)).toEqual(["だれかの選ぶ質問"]);
  expect(await listSentQuestions(browsers.ren)).toEqual([["蓮の質問", true]]);
  expect(await listWaitingBodies(browsers.ren)).toEqual(["蓮の待つ質問"]);
});

test("NOTE-08 notices keep their texts and whether they were seen", async () => {
  const listShownNotices = async (browser: Browser) =>
    (await browser.send(listNotices, {})).data.notices.map(({ kind, is_new, text, urn }) => [
      kind,
      is_new,
      text,
      urn,
    ]);
  expect(await listShownNotices(browsers.kenta)).toEqual([
    ["new_answer", true, expect.stringContaining("yui"), `/ja/q/${ids.get("健太の新しい質問")}`],
  ]);
  expect(await listShownNotices(browsers.mei)).toEqual([
    ["new_question", true, expect.stringContaining("選"), `/ja/q/${ids.get("だれかの選ぶ質問")}`],
  ]);
  expect(await listShownNotices(browsers.yui)).toEqual([
    ["new_answer_like", false, expect.stringContaining("2"), `/ja/q/${ids.get("蓮の質問")}`],
  ]);
});

test("PROF-15 API-10 likes are kept, and a repeated request is recognised", async () => {
  const answer_id = answers.get("蓮の質問") ?? "";
  for (const browser of [browsers.kenta, browsers.visitor])
    expect((await browser.send(getAnswerLikes, { query: { answer_id } })).data).toMatchObject({
      answer_likes_count: 2,
      is_liked: true,
    });
  expect((await browsers.ren.send(getAnswerLikes, { query: { answer_id } })).data.is_liked).toBe(
    false,
  );
  const headers = { "idempotency-key": "the-key-of-a-like" };
  const toggled = await browsers.kenta.send(toggleLike, { body: { answer_id } }, headers);
  expect(toggled.data.toggle_type).toBe("increment");
  const likes = await browsers.kenta.send(getAnswerLikes, { query: { answer_id } });
  expect(likes.data.answer_likes_count).toBe(2);
});

const listReceivedBodies = async (browser: Browser) =>
  (await browser.send(listReceivedItems, { query: { limit: "20" } })).data.items.map(
    ({ body }) => body,
  );

test("BOX-16 blocks by a question, by name and by a baton still apply, and can be removed", async () => {
  await site.askQuestion(browsers.sora, "yui", "空がまた聞く");
  await site.askQuestion(browsers.kenta, "mei", "健太がまた聞く");
  await site.askQuestion(browsers.yui, "mei", "結衣が聞く");
  await site.askQuestion(browsers.visitor, "yui", "だれかが聞く");
  expect(await listReceivedBodies(browsers.yui)).not.toContain("空がまた聞く");
  expect(await listReceivedBodies(browsers.yui)).toContain("だれかが聞く");
  expect(await listReceivedBodies(browsers.mei)).not.toContain("健太がまた聞く");
  expect(await listReceivedBodies(browsers.mei)).not.toContain("結衣が聞く");

  const { blocks } = (await browsers.mei.send(listBlocks, {})).data;
  const blocked = blocks.map(({ account, question_body }) => [account, question_body]);
  expect(blocked).toHaveLength(2);
  expect(blocked).toEqual(
    expect.arrayContaining([
      ["kenta", null],
      [null, "健太の新しい質問（バトン）"],
    ]),
  );
  for (const { id } of blocks) await browsers.mei.send(deleteBlock, { params: { id } });
  await site.askQuestion(browsers.kenta, "mei", "健太がもう一度聞く");
  await site.askQuestion(browsers.yui, "mei", "結衣がもう一度聞く");
  expect(await listReceivedBodies(browsers.mei)).toEqual(
    expect.arrayContaining(["健太がもう一度聞く", "結衣がもう一度聞く"]),
  );
});

test("ASK-20 a baton that was passed before migrating still counts towards the three friends", async () => {
  const params = { id: ids.get("健太の新しい質問") ?? "" };
  const { data } = await browsers.yui.send(getBaton, { params });
  expect(data.left).toBe(2);
  expect(data.friends).toMatchObject([{ account: "mei", is_passed: true }]);
});

test("VISIT-10 SAFE-14 an account that adopted a visitor is notified of answers, and an account can withdraw a question that was not sealed", async () => {
  const answer = (body: string) =>
    browsers.mei.send(postAnswer, {
      params: { question_id: ids.get(body) ?? "" },
      body: { text: "答えです" },
    });
  expect((await answer("蓮の待つ質問")).status).toBe(201);
  await site.services.jobs.drain();
  expect(await countUnread(browsers.ren)).toBe(2);
  const { notices } = (await browsers.ren.send(listNotices, {})).data;
  expect(notices.map(({ urn }) => urn)).toEqual([`/ja/q/${ids.get("蓮の待つ質問")}`]);
  const withdraw = (body: string) =>
    browsers.kenta.send(withdrawQuestion, { params: { id: ids.get(body) ?? "" } });
  expect((await withdraw("封のない質問")).status).toBe(204);
  expect(await listReceivedBodies(browsers.yui)).not.toContain("封のない質問");
});
