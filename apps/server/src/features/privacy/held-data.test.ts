import { register } from "@toibako/contract/accounts.ts";
import { listUserAchievements } from "@toibako/contract/achievements.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { startArchiveExport } from "@toibako/contract/archives.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { postBaton, postFollow } from "@toibako/contract/friends.ts";
import { postInquiry } from "@toibako/contract/help.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { getHeldData, rateLimitHours } from "@toibako/contract/privacy.ts";
import { putPushDevice } from "@toibako/contract/push.ts";
import { startTalk } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { examplePublicKey } from "#platform/testing/access-matrix/accounts.ts";
import { createArchive, createRecord, packZip, uploadArchive } from "#platform/testing/archives.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  askTravelers,
  playGame,
  storeCase,
  storeProviderAndFactors,
  takePartInCommunity,
  talkWith,
} from "#platform/testing/full-account.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { deleteOldDropped } from "../questions/commands/forget.ts";
import {
  heldKindsByTable,
  heldKindsOutsideTables,
  tablesWithoutPeople,
  userColumnsByHeldKind,
} from "./table.ts";

const site = await openSite();
const { database, db, jobs } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");

const readHeldData = async (viewer: Browser) => (await viewer.send(getHeldData, {})).data.held_data;

/** Returns the count of each counted kind. */
async function readCounts(viewer: Browser): Promise<Record<string, number>> {
  const { entries } = await readHeldData(viewer);
  return Object.fromEntries(
    entries
      .filter(({ counting }) => counting === "exact" || counting === "at_most")
      .map(({ kind, count }) => [kind, count]),
  );
}

async function askAndAnswer(sender: Browser, body: string) {
  const question_id = await site.askQuestion(sender, "yui", body);
  const reply = await yui.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
  await jobs.drain();
  return reply.data.answer.id;
}

test("SAFE-15 the server holds nothing about a caller without session or cookie", async () => {
  expect(await readHeldData(site.openBrowser())).toEqual({
    holder: "nobody",
    known_since: null,
    newest_session: null,
    linked_providers: [],
    entries: [],
    source_url: null,
  });
});

test("SAFE-15 a visitor with rows of each kind sees the count of every kind", async () => {
  const visitor = site.openBrowser();
  const answer_id = await askAndAnswer(visitor, "こたえて");
  await site.askQuestion(visitor, "kenta", "まってるよ");
  await visitor.send(toggleLike, { body: { answer_id } });
  expect(await readCounts(visitor)).toEqual({
    visitor_cookie: 1,
    sent: 2,
    sent_waiting: 1,
    sent_answered: 1,
    sealed_senders: 2,
    sealed_addresses: 2,
    unread_answers: 1,
    likes: 1,
  });
  const { holder, known_since } = await readHeldData(visitor);
  const hour = new Date();
  hour.setUTCMinutes(0, 0, 0);
  expect([holder, known_since?.hour]).toEqual(["visitor", hour.toISOString()]);
});

/** Registers "hana" in a browser that was a visitor before. */
async function registerHana() {
  const hana = site.openBrowser();
  await site.askQuestion(hana, "yui", "まえの質問");
  const body = { account: "hana", password, locale: "ja", email: "hana@example.com" } as const;
  await hana.send(register, { body });
  return hana;
}

async function fillBox(hana: Browser) {
  await mei.send(postFollow, { params: { account: "hana" } });
  await hana.send(postFollow, { params: { account: "yui" } });
  await hana.send(postNgWord, { body: { word: "止める" } });
  const ask = (body: string) => site.askQuestion(site.openBrowser(), "hana", body);
  await ask("みどく");
  await ask("止める");
  const setStatus = (id: string, status: "confirmed" | "hidden") =>
    hana.send(changeQuestion, { params: { id }, body: { status } });
  await setStatus(await ask("かくにん"), "confirmed");
  await setStatus(await ask("すてる"), "hidden");
  await hana.send(postReport, { body: { mode: "unit", item_id: await ask("つうほう") } });
  const question_id = await ask("こたえる");
  await hana.send(postAnswer, { params: { question_id }, body: { text: "こたえ" } });
  await hana.send(postBaton, { params: { id: question_id }, body: { accounts: ["yui"] } });
  await hana.send(postBlock, { body: { account: "kenta" } });
}

/**
 * Stores the rows that need a provider or an authenticator, and also a report of an answer that was brought
 * along and a badge.
 */
async function storeRowsOfHana() {
  const texts = { provider_subject: "hana-1", provider_name: "Hana", passkey_name: "phone" };
  await storeProviderAndFactors(site.services, "hana", texts);
  await storeCase(site.services, "hana");
  await database.executeSql(`
    with brought as (
      insert into brought_answers
        (id, user_pk, type, body, locale, asked_hour, is_sensitive, text, answered_at)
      select 'other', pk, 'text', '？', 'ja', now(), false, '！', now() from users where account = 'mei'
      returning id
    )
    insert into brought_reports (brought_answer_id, reporter_pk, reported_hour)
    select brought.id, u.pk, now() from users u, brought where u.account = 'hana'`);
  await database.executeSql(`
    with member as (
      insert into participants (conversation_pk, number, user_pk)
      select conversation_pk, 1, (select pk from users where account = 'hana') from rooms limit 1
      returning conversation_pk, number, user_pk
    ), named_member as (
      insert into room_members
        (conversation_pk, number, uuid, user_pk, display_name, name_key, change, is_of_grade)
      select conversation_pk, number, 'member of hana', user_pk, 'はな', 'はな', 1, false from member
    )
    insert into room_blocks (user_pk, blocked_hour) select user_pk, now() from member`);
  await database.executeSql(`
    insert into badges (uuid_hash, user_pk, keyword)
    select 'HHHHHHHHHHHHHHHHHHHHHH', pk, 'x' from users where account = 'hana'`);
}

test("SAFE-15 an account with rows of each kind sees the count of every kind", async () => {
  const hana = await registerHana();
  const answer_id = await askAndAnswer(hana, "あとの質問");
  await hana.send(toggleLike, { body: { answer_id } });
  await fillBox(hana);
  await hana.send(postInquiry, {
    body: { email: "hana@example.com", topic: "usage", body: "おしえて" },
  });
  await askTravelers(hana);
  await takePartInCommunity(hana, mei, "海へ");
  await playGame(hana);
  await talkWith(site.services, hana, mei, {
    account: "hana",
    other_account: "mei",
    message: "ひとこと",
  });
  // Nobody has written in this talk, so Hana doesn't know of it.
  const terms = "birthday = '1990-05-05', is_message_tos_showed = true";
  await database.executeSql(`update users set ${terms} where account = 'yui'`);
  expect((await yui.send(startTalk, { body: { talk: { account: "hana" } } })).status).toBe(201);
  const keys = { p256dh: examplePublicKey, auth: "A".repeat(22) };
  const device = { endpoint: "https://fcm.googleapis.com/fcm/send/1", ...keys, quiet_hours: null };
  await hana.send(putPushDevice, { body: { ...device, kinds: [] } });
  await site.signInAgain("hana");
  await storeRowsOfHana();
  await hana.send(startArchiveExport, {});
  await uploadArchive(hana, await packZip(createArchive([createRecord({})])));
  await jobs.drain();
  const notices = (await hana.send(listNotices, {})).data.pager.total_count;
  const achievements = (await hana.send(listUserAchievements, {})).data.user_achievements.length;
  expect([notices, achievements].every((count) => count > 0)).toBe(true);

  expect(await readCounts(hana)).toEqual({
    profile: 2,
    email: 1,
    password: 1,
    second_factor: 1,
    recovery_codes: 1,
    passkeys: 1,
    payment_card: 1,
    payments: 1,
    survey_answers: 1,
    passkey_challenges: 1,
    linked_providers: 1,
    provider_tokens: 1,
    authorization_requests: 1,
    sessions: 2,
    mail_links: 1,
    push_subscriptions: 1,
    // One question of `fillBox` and the welcome letter.
    received_unread: 2,
    received_confirmed: 2,
    received_hidden: 1,
    received_held: 1,
    reports: 1,
    community_reports: 1,
    brought_reports: 1,
    // One answer to a question in the inbox, one in a community.
    answers: 2,
    brought_answers: 1,
    batons: 1,
    own_words: 1,
    blocks: 1,
    // One sent as a visitor, one as the account, one passed on and one in a community.
    sent: 4,
    sent_waiting: 2,
    sent_answered: 1,
    sent_to_communities: 1,
    talks_received: 1,
    talks_started: 1,
    messages: 3,
    rooms: 1,
    room_blocks: 1,
    talk_reports: 1,
    sealed_senders: 4,
    sealed_addresses: 4,
    unread_answers: 1,
    likes: 1,
    adopted_visitors: 1,
    follows: 1,
    followers: 1,
    imported_followers: 1,
    communities: 1,
    community_mutes: 1,
    // A former handle, stored by `storeProviderAndFactors`.
    closed_handles: 1,
    notices,
    // The badge of a new account and the badge of `storeRowsOfHana`.
    badges: 2,
    achievements,
    diagnosis_results: 1,
    inquiries: 1,
    decisions: 1,
    archive_exports: 1,
    archive_imports: 1,
  });
  const { holder, linked_providers, newest_session } = await readHeldData(hana);
  expect([holder, linked_providers]).toEqual(["account", ["google"]]);
  expect(newest_session?.formatted).toMatch(/\d/);
});

const makeOlder = (id: string, days: number) =>
  database.executeSql(
    "update questions set asked_hour = now() - make_interval(days => $2) where uuid_hash = $1",
    [id, days],
  );

test("SAFE-06 SAFE-15 a sender sees the same counts whether or not they were blocked", async () => {
  const [unblocked, blocked] = [site.openBrowser(), site.openBrowser()];
  for (const visitor of [unblocked, blocked])
    await site.askQuestion(visitor, "kenta", "はじめまして");
  const { rows } = await database.executeSql(
    "select uuid_hash from questions where body = 'はじめまして' order by pk",
  );
  const [, questionOfBlocked] = rows as { uuid_hash: string }[];
  await kenta.send(postBlock, { body: { question_id: questionOfBlocked?.uuid_hash ?? "" } });
  const later = [
    await site.askQuestion(unblocked, "kenta", "もう一度"),
    await site.askQuestion(blocked, "kenta", "もう一度"),
  ];
  expect(await readHeldData(blocked)).toEqual(await readHeldData(unblocked));

  for (const id of later) await makeOlder(id, 31);
  await deleteOldDropped(db);
  const remaining = await database.executeSql(
    "select 1 from questions where uuid_hash = any($1::text[])",
    [later],
  );
  // Only the dropped question of the blocked visitor is deleted.
  expect(remaining.rows).toHaveLength(1);
  expect(await readHeldData(blocked)).toEqual(await readHeldData(unblocked));
});

test("SAFE-06 SAFE-15 a question of a blocked sender doesn't change the counts of the receiver", async () => {
  const stranger = site.openBrowser();
  await kenta.send(postBlock, {
    body: { question_id: await site.askQuestion(stranger, "kenta", "いやなこと") },
  });
  await jobs.drain();
  const before = await readHeldData(kenta);
  await site.askQuestion(stranger, "kenta", "もっといやなこと");
  await jobs.drain();
  expect(await readHeldData(kenta)).toEqual(before);
});

interface NamedRow {
  name: string;
}

test("SAFE-15 the page names every table that isn't in `tablesWithoutPeople`", async () => {
  const { rows } = await database.executeSql(`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')
      and table_name !~ '^queue_stats_[0-9]+$'`);
  const known = [...Object.keys(heldKindsByTable), ...tablesWithoutPeople];
  expect((rows as NamedRow[]).map(({ name }) => name).sort()).toEqual(known.sort());
});

test("SAFE-15 the page names every column of an account", async () => {
  const { rows } = await database.executeSql(`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'users'`);
  const known = Object.values(userColumnsByHeldKind).flat();
  expect((rows as NamedRow[]).map(({ name }) => name).sort()).toEqual(known.sort());
});

test("SAFE-15 every kind on the page is stored in a table, in the browser or in a counter", async () => {
  const shownKinds = new Set<string>();
  for (const sender of [yui, site.openBrowser()]) {
    await site.askQuestion(sender, "kenta", "ひとつ");
    for (const { kind } of (await readHeldData(sender)).entries) shownKinds.add(kind);
  }
  const storedKinds = new Set<string>([
    ...Object.values(heldKindsByTable).flat(),
    ...heldKindsOutsideTables,
  ]);
  expect([...shownKinds].sort()).toEqual([...storedKinds].sort());
});

test("SAFE-15 rate-limit counters and enqueued jobs are stored no longer than the page says", async () => {
  const modules = import.meta.glob<Record<string, Endpoint>>(
    ["../../../../../packages/contract/src/**/*.ts", "!**/*.test.ts"],
    { eager: true },
  );
  const limits = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .flatMap((endpoint) => (Array.isArray(endpoint?.limits) ? endpoint.limits : []));
  expect(limits.length).toBeGreaterThan(20);
  for (const { key, seconds } of limits) {
    const hours = key === "user" ? rateLimitHours.account : rateLimitHours.other;
    expect(seconds).toBeLessThanOrEqual(hours * 3600);
  }

  await site.askQuestion(site.openBrowser(), "yui", "まっている仕事");
  const { rows } = await database.executeSql(`
    select max(keep_until - created_on) = interval '14 days' as is_two_weeks from pgboss.job
    where name = 'send_question_notice'`);
  expect(rows).toEqual([{ is_two_weeks: true }]);
});
