import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { deleteAnswer } from "@toibako/contract/answers.ts";
import { postCommunityAnswer } from "@toibako/contract/communities/questions.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { expect, inject, test } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { storeActiveAccounts } from "#platform/identity/activity.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityAnswer,
  storeCommunityQuestion,
  storeMember,
} from "#platform/testing/communities.ts";
import { sendWhileLocked } from "#platform/testing/locks.ts";
import { openSite } from "#platform/testing/site.ts";
import { sendDailyQuestions } from "./commands/daily-question.ts";

// The embedded database has one connection, so no statement waits for the lock of another one.
const postgresTest = test.skipIf(inject("template").engine !== "postgres");
const site = await openSite();
const { services } = site;
const { db } = services;

let count = 0;

/** Creates a community with a question, and a member of it who has visited the site today. */
async function createMember() {
  const number = ++count;
  const [community_id, account] = [`c${number}`, `member${number}`];
  await storeCommunity(services, community_id);
  const member = await site.registerPerson(account);
  await storeMember(services, community_id, account);
  await member.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
  const uuid = await storeCommunityQuestion(services, community_id, { body: "?" });
  return { community_id, account, member, uuid };
}

const lockQuestion = (db: Db, uuid: string) =>
  db.query("select from questions where uuid_hash = $1 for no key update", [uuid]);

/** Stores rows in a transaction, as the fixtures of tests do it outside of one. */
const inTransaction = (db: Db) => ({
  ...services,
  database: {
    ...services.database,
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: await db.query(text, values),
    }),
  },
});

const insertReport = (db: Db, account: string, uuid: string) =>
  db.query(
    `insert into community_reports (reporter_pk, question_pk, reported_hour)
    select u.pk, q.pk, now() from users u, questions q where u.account = $1 and q.uuid_hash = $2`,
    [account, uuid],
  );

async function countItems(member: Browser, status: "unread" | "confirmed") {
  const { data } = await member.send(listReceivedItems, { query: { limit: "20", status } });
  expect(data.counts[status]).toBe(data.items.length);
  return data.items.length;
}

postgresTest(
  "COMM-43 a member who answers or reports a question while the job waits for it gets no copy of it",
  async () => {
    const answering = await createMember();
    const storeAnswer = async (db: Db) => {
      await lockQuestion(db, answering.uuid);
      await storeCommunityAnswer(inTransaction(db), answering.uuid, answering.account, "はい");
    };
    await sendWhileLocked(db, storeAnswer, [() => sendDailyQuestions(services)]);
    expect(await countItems(answering.member, "unread")).toBe(0);

    const reporting = await createMember();
    const storeReport = async (db: Db) => {
      await lockQuestion(db, reporting.uuid);
      await insertReport(db, reporting.account, reporting.uuid);
    };
    await sendWhileLocked(db, storeReport, [() => sendDailyQuestions(services)]);
    expect(await countItems(reporting.member, "unread")).toBe(0);
  },
);

postgresTest(
  "COMM-43 an answer that waits while the job stores a copy of its question confirms the copy",
  async () => {
    const { member, account, uuid, community_id } = await createMember();
    const storeCopy = async (db: Db) => {
      await db.query("select from questions where uuid_hash = $1 for share", [uuid]);
      await db.query(
        `insert into questions
          (uuid_hash, receiver_pk, community_pk, original_pk, body, locale, asked_hour)
        select 'copy', u.pk, q.community_pk, q.pk, q.body, q.locale, q.asked_hour
        from questions q, users u where q.uuid_hash = $1 and u.account = $2`,
        [uuid, account],
      );
      await db.query(
        "update users set unread_questions_count = unread_questions_count + 1 where account = $1",
        [account],
      );
    };
    const params = { category_id: "testing", community_id, uuid };
    const [answered] = await sendWhileLocked(db, storeCopy, [
      () => member.send(postCommunityAnswer, { params, body: { body: "はい" } }),
    ]);
    expect(answered?.status).toBe(201);
    expect([await countItems(member, "unread"), await countItems(member, "confirmed")]).toEqual([
      0, 1,
    ]);
  },
);

postgresTest(
  "COMM-43 BOX-10 deleting an answer while its question is reported doesn't bring the copy back",
  async () => {
    const { member, account, uuid, community_id } = await createMember();
    await sendDailyQuestions(services);
    const params = { category_id: "testing", community_id, uuid };
    const { data } = await member.send(postCommunityAnswer, { params, body: { body: "はい" } });
    const id = data.answer.id;
    const storeReport = async (db: Db) => {
      await lockQuestion(db, uuid);
      await insertReport(db, account, uuid);
    };
    const [deleted] = await sendWhileLocked(db, storeReport, [
      () => member.send(deleteAnswer, { params: { id } }),
    ]);
    expect(deleted?.status).toBe(204);
    expect(await countItems(member, "unread")).toBe(0);
  },
);
