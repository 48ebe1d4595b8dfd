import { postAnswer } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { noticeKinds } from "@toibako/contract/notices.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { forgetVisitor, getHeldData } from "@toibako/contract/privacy.ts";
import { expect, test } from "vitest";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { listStopTags } from "../moderation/policy.ts";

const site = await openSite();
const { database, jobs, secrets } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

const getVisitorCookie = (visitor: Browser) => visitor.cookies.get("__Host-visitor") ?? "";
const findHolder = async (viewer: Browser) =>
  (await viewer.send(getHeldData, {})).data.held_data.holder;

/** Lets `sender` ask `receiver`, whose handle is `account`, and `receiver` answer. */
async function askAndAnswer(sender: Browser, receiver: Browser, account: string, body: string) {
  const question_id = await site.askQuestion(sender, account, body);
  const call = { params: { question_id }, body: { text: "はい" } };
  const { data } = await receiver.send(postAnswer, call);
  await jobs.drain();
  return { question_id, answer_id: data.answer.id };
}

const sendLike = (visitor: Browser, answer_id: string, key?: string) =>
  visitor.send(toggleLike, { body: { answer_id } }, { "idempotency-key": key });

/** Finds like counters that differ from the number of stored likes. */
async function findWrongCounters() {
  const { rows } = await database.executeSql(`
    select 'answer' as counted, a.pk from answers a
    where a.likes_count <> (select count(*) from answer_likes likes where likes.answer_pk = a.pk)
    union all
    select 'owner', u.pk from users u
    where u.answer_likes_count <> (
      select count(*) from answer_likes likes join answers a on a.pk = likes.answer_pk
      where a.answerer_pk = u.pk
    )`);
  return rows;
}

interface SentByVisitor {
  /** Ids of questions and answers that a notice could be about. */
  subjects: string[];
  idempotency_key: string;
}

/** For each function of `Secrets`, returns all values that it can derive from a visitor's identity. */
async function deriveValues(token: string, { subjects, idempotency_key }: SentByVisitor) {
  const identity = secrets.deriveVisitorIdentity(token);
  const { rows } = await database.executeSql("select pk from users");
  const receivers = (rows as { pk: number }[]).map(({ pk }) => Number(pk));
  const derived: Partial<Record<keyof Secrets, (Buffer | string)[]>> = {
    deriveVisitorIdentity: [identity, identity.toString("base64url"), token],
    deriveSenderTag: Array.from({ length: 20 }, (_, index) =>
      secrets.deriveSenderTag(identity, index + 1),
    ),
    deriveStopTag: listStopTags(secrets, [identity]),
    deriveSenderPseudonym: receivers.map((pk) => secrets.deriveSenderPseudonym(pk, identity)),
    deriveBatonPseudonym: receivers.map((pk) => secrets.deriveBatonPseudonym(pk, identity)),
    deriveNamedPseudonym: receivers.map((pk) => secrets.deriveNamedPseudonym(pk, identity)),
    deriveLikeActor: [secrets.deriveLikeActor(identity)],
    deriveLikeToggleTag: [secrets.deriveLikeToggleTag(identity, idempotency_key)],
    deriveNoticeTag: noticeKinds.flatMap((kind) =>
      subjects.map((subject) => secrets.deriveNoticeTag(identity, kind, subject)),
    ),
    deriveReadStateOwner: [secrets.deriveReadStateOwner(identity)],
    deriveAdoptedVisitorTag: [secrets.deriveAdoptedVisitorTag(identity)],
    deriveEventOwner: [secrets.deriveEventOwner(identity)],
    // The public id that an endpoint derives from an idempotency key (`endpoint.ts`).
    derivePublicId: ["postQuestion", "toggleLike"].map((name) =>
      secrets.derivePublicId(`${name} ${identity.toString("hex")}`, idempotency_key),
    ),
  };
  return derived;
}

/** The members of `Secrets` that derive nothing from a visitor. */
const membersWithoutVisitor = [
  "deriveAccountIdentity",
  "deriveBatonTag",
  "deriveArchiveKey",
  "deriveBroughtAnswerId",
  "deriveClosedHandleTag",
  "deriveLimitKey",
  "event_channel",
  "deriveNumber",
  "deriveLockKey",
  // Visitors start no talks.
  "deriveStarterTag",
  "deriveStarterPseudonym",
  "deriveMailNetworkTag",
  "deriveLeaverTag",
  "deriveBackupKeyCheck",
  // Visitors get no id for the games site.
  "deriveOutsideId",
  "deriveRecoveryCodeHash",
  "deriveChallengeKey",
  "deriveKnownBrowserMark",
  "deriveVapidKey",
  "deriveCsrfToken",
  "createVisitorToken",
  "readVisitorHour",
  "seal",
  "unseal",
];

/** Lists where derived values are stored, such as "deriveLikeActor in public.answer_likes". */
async function findStoredValues(derived: Awaited<ReturnType<typeof deriveValues>>) {
  const { rows } = await database.executeSql(`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')`);
  const places = new Set<string>();
  for (const { schema, name } of rows as { schema: string; name: string }[]) {
    const dump = await database.executeSql(
      `select whole_row::text as row from "${schema}"."${name}" whole_row`,
    );
    const text = (dump.rows as { row: string }[]).map(({ row }) => row).join("\n");
    for (const [purpose, values] of Object.entries(derived)) {
      const isStored = values.some((value) =>
        text.includes(typeof value === "string" ? value : value.toString("hex")),
      );
      if (isStored) places.add(`${purpose} in ${schema}.${name}`);
    }
  }
  return [...places].sort();
}

test("SAFE-15 the list of derived values is complete", async () => {
  const derived = await deriveValues("", { subjects: [], idempotency_key: "" });
  expect([...Object.keys(derived), ...membersWithoutVisitor].sort()).toEqual(
    Object.keys(secrets).sort(),
  );
});

test("SAFE-15 values derived from a forgotten visitor remain only in sent questions, their sealed records, blocks and tags of repeated requests", async () => {
  const visitor = site.openBrowser();
  const first = await askAndAnswer(visitor, yui, "yui", "ひとつめ");
  const second = await askAndAnswer(visitor, kenta, "kenta", "ふたつめ");
  const idempotency_key = "a-key-of-this-test";
  await sendLike(visitor, first.answer_id, idempotency_key);
  await sendLike(visitor, second.answer_id);
  const third = await site.askQuestion(visitor, "kenta", "みっつめ");
  await kenta.send(postBlock, { body: { question_id: third } });
  await jobs.drain();
  const subjects = [first, second].flatMap(({ question_id, answer_id }) => [
    question_id,
    answer_id,
  ]);
  const derived = await deriveValues(getVisitorCookie(visitor), { subjects, idempotency_key });
  // Rows that belong to the receivers: the tag of the question, its sealed record and the block.
  const receiverRows = [
    "deriveSenderPseudonym in public.blocks",
    "deriveSenderPseudonym in public.sealed_senders",
    "deriveSenderTag in public.sent_questions",
  ];
  // This row recognises a repeated toggle of a like for two days. It can be found only with the idempotency key.
  const repeatedRequestRows = ["deriveLikeToggleTag in public.like_toggles"];
  const visitorRows = [
    "deriveLikeActor in public.answer_likes",
    "deriveReadStateOwner in public.read_states",
  ];
  expect(await findStoredValues(derived)).toEqual(
    [...receiverRows, ...repeatedRequestRows, ...visitorRows].sort(),
  );

  expect((await visitor.send(forgetVisitor, {})).status).toBe(204);
  expect(await findStoredValues(derived)).toEqual([...receiverRows, ...repeatedRequestRows].sort());
  expect(await findWrongCounters()).toEqual([]);
  expect([...visitor.cookies.keys()]).toEqual([]);
  expect(await findHolder(visitor)).toBe("nobody");
  expect((await visitor.send(listSendQuestions, {})).data.answers).toEqual([]);
});

test("SAFE-15 questions stay with their receivers, and asking again creates a new visitor", async () => {
  const visitor = site.openBrowser();
  const id = await site.askQuestion(visitor, "yui", "のこる質問");
  const before = getVisitorCookie(visitor);
  await visitor.send(forgetVisitor, {});
  const { items } = (await yui.send(listReceivedItems, {})).data;
  expect(items.map(({ uuid_hash }) => uuid_hash)).toContain(id);
  await site.askQuestion(visitor, "yui", "あたらしい質問");
  expect(getVisitorCookie(visitor)).not.toBe(before);
  const { entries } = (await visitor.send(getHeldData, {})).data.held_data;
  expect(entries).toContainEqual(expect.objectContaining({ kind: "sent", count: 1 }));
});

test("SAFE-15 only the caller's likes are deleted, and cached pages with the old counts are invalidated", async () => {
  const [forgotten, other] = [site.openBrowser(), site.openBrowser()];
  const { question_id, answer_id } = await askAndAnswer(forgotten, yui, "yui", "ふたりのいいね");
  await sendLike(forgotten, answer_id);
  await sendLike(other, answer_id);
  const invalidatedPages = await site.collectInvalidatedPages(() =>
    forgotten.send(forgetVisitor, {}),
  );
  expect(invalidatedPages).toEqual([["/yui", `/q/${question_id}`]]);
  const { entries } = (await other.send(getHeldData, {})).data.held_data;
  expect(entries).toContainEqual(expect.objectContaining({ kind: "likes", count: 1 }));
  expect(await findWrongCounters()).toEqual([]);
});

test("SAFE-15 visitors who liked the same answers can be forgotten simultaneously", async () => {
  const sender = site.openBrowser();
  const answers: string[] = [];
  for (const body of ["1", "2", "3", "4"]) {
    answers.push((await askAndAnswer(sender, yui, "yui", body)).answer_id);
    answers.push((await askAndAnswer(sender, kenta, "kenta", body)).answer_id);
  }
  const visitors = Array.from({ length: 12 }, () => site.openBrowser());
  for (const [index, visitor] of visitors.entries()) {
    for (const answer_id of index % 2 ? answers : answers.toReversed())
      await sendLike(visitor, answer_id);
  }
  const replies = await Promise.all(visitors.map((visitor) => visitor.send(forgetVisitor, {})));
  expect(replies.map(({ status }) => status)).toEqual(visitors.map(() => 204));
  expect(await findWrongCounters()).toEqual([]);
  const { rows } = await database.executeSql(
    "select sum(likes_count)::int as likes from answers where id = any($1::text[])",
    [answers],
  );
  expect(rows).toEqual([{ likes: 0 }]);
});

test("SAFE-15 an account can't be forgotten, and a request with a wrong CSRF token is refused", async () => {
  const { status, error } = await yui.send(forgetVisitor, {});
  expect([status, error?.code]).toEqual([403, "forbidden"]);
  const visitor = site.openBrowser();
  await site.askQuestion(visitor, "yui", "まだいるよ");
  const forged = await visitor.send(forgetVisitor, {}, { "x-csrf-token": "wrong" });
  expect([forged.status, forged.error?.code]).toEqual([403, "bad_token"]);
  expect(await findHolder(visitor)).toBe("visitor");
  // A repeated request, for example from another window, succeeds as well.
  await visitor.send(forgetVisitor, {});
  expect((await visitor.send(forgetVisitor, {})).status).toBe(204);
});
