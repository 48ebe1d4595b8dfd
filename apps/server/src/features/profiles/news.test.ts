import { postAnswer } from "@toibako/contract/answers.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { getNews } from "@toibako/contract/profiles.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { findSessionUser } from "../accounts/queries.ts";
import { readNews } from "./queries/news.ts";

const site = await openSite();
const { db, database, jobs } = site.services;
const kenta = await site.registerPerson("kenta");

/** 12:00 on a Sunday in Tokyo, the time zone of these accounts. */
const sunday = new Date("2026-11-29T03:00:00Z");
const monday = new Date("2026-11-30T03:00:00Z");

async function answer(person: Browser, account: string, body: string, answered_at: string) {
  const question_id = await site.askQuestion(kenta, account, body);
  const call = { params: { question_id }, body: { text: "はい" } };
  const { id } = (await person.send(postAnswer, call)).data.answer;
  await database.executeSql(`update answers set answered_at = '${answered_at}' where id = '${id}'`);
  return id;
}

async function readAt(account: string, now: Date) {
  const { rows } = await database.executeSql(`select pk from users where account = '${account}'`);
  const user = await findSessionUser(db, Number((rows[0] as { pk?: number } | undefined)?.pk));
  if (!user) throw new Error("no such account");
  return readNews(db, user, "ja", now);
}

test("FEEL-08 a question counts as waiting from the third day on, a welcome letter never", async () => {
  const nana = await site.registerPerson("nana_waits");
  const readDays = async () => (await nana.send(getNews, {})).data.waiting_days;
  await database.executeSql("update questions set asked_hour = now() - interval '9 days'");
  expect(await readDays()).toBe(0);
  const question_id = await site.askQuestion(kenta, "nana_waits", "まだ？");
  const age = (days: number) =>
    database.executeSql(
      `update questions set asked_hour = now() - interval '${days} days 1 hour' where uuid_hash = '${question_id}'`,
    );
  await age(2);
  expect(await readDays()).toBe(0);
  await age(6);
  expect(await readDays()).toBe(6);
});

test("FEEL-08 answers that were liked since yesterday are counted by their notices", async () => {
  const nana = await site.registerPerson("nana_liked");
  const answer_id = await answer(nana, "nana_liked", "すき？", new Date().toISOString());
  await kenta.send(toggleLike, { body: { answer_id } });
  await jobs.drain();
  expect((await nana.send(getNews, {})).data.liked_answers).toBe(1);
  await database.executeSql(
    "update received_notices set happened_hour = now() - interval '2 days' where kind = 'new_answer_like'",
  );
  expect((await nana.send(getNews, {})).data.liked_answers).toBe(0);
});

test("FEEL-08 an answer of this day a year ago is found by the day of the account's time zone", async () => {
  const nana = await site.registerPerson("nana_year");
  await answer(nana, "nana_year", "前の日？", "2025-11-29T14:59:00Z");
  expect((await readAt("nana_year", monday)).year_ago).toBeNull();
  await answer(nana, "nana_year", "その日？", "2025-11-29T15:00:00Z");
  expect((await readAt("nana_year", monday)).year_ago?.body).toBe("その日？");
});

test("FEEL-08 FEEL-12 on Sundays, the seven days before are told, with the most liked answer and nothing of senders", async () => {
  const nana = await site.registerPerson("nana_week");
  expect((await readAt("nana_week", sunday)).week).toBeNull();
  await answer(nana, "nana_week", "前の週？", "2026-11-21T14:00:00Z");
  await answer(nana, "nana_week", "日曜？", "2026-11-21T15:00:00Z");
  const best = await answer(nana, "nana_week", "土曜？", "2026-11-28T14:00:00Z");
  await answer(nana, "nana_week", "今日？", "2026-11-28T15:00:00Z");
  await kenta.send(toggleLike, { body: { answer_id: best } });
  expect((await readAt("nana_week", monday)).week).toBeNull();
  const { week } = await readAt("nana_week", sunday);
  expect(week).toMatchObject({
    first_day: "2026-11-22",
    last_day: "2026-11-28",
    answers: [1, 0, 0, 0, 0, 0, 1],
    likes: 1,
    followers: 0,
    best: { answer_id: best, body: "土曜？" },
  });
  expect(Object.keys(week?.best ?? {}).sort()).toEqual([
    "answer_id",
    "answer_likes_count",
    "associated_community",
    "body",
    "uuid_hash",
  ]);
});
