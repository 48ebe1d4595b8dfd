import { postAnswer } from "@toibako/contract/answers.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { afterEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";

const site = await openSite();
const { db, jobs } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

/** Makes every insertion of a push job fail, as if the process ended between the notice and the push. */
async function refusePushJobs() {
  await sql`
    create function refuse_push_job() returns trigger language plpgsql as
    $$ begin raise exception 'push jobs are refused'; end $$`.execute(db);
  await sql`
    create trigger refuse_push_job before insert on pgboss.job for each row
    when (new.name = 'send_push') execute function refuse_push_job()`.execute(db);
}

async function allowPushJobs() {
  await sql`drop function if exists refuse_push_job() cascade`.execute(db);
}

afterEach(async () => {
  await allowPushJobs();
  await jobs.drain();
});

/** Runs a job of this name with the payload of the one that waits; leaves the pushes in their queue. */
async function runWaitingJob(name: string) {
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = ${name} and state < 'active'`.execute(db);
  const job = site.jobs.find(({ definition }) => definition.name === name);
  expect(rows).toHaveLength(1);
  await job?.run(rows.map(({ data }) => data));
}

async function countPushJobs() {
  const { rows } = await sql`select from pgboss.job where name = 'send_push'`.execute(db);
  return rows.length;
}

async function countNotices(person: Browser) {
  return (await person.send(listNotices, {})).data.notices.length;
}

const cases: { name: string; job: string; receiver: Browser; cause: () => Promise<unknown> }[] = [
  {
    name: "a question",
    job: "send_question_notice",
    receiver: yui,
    cause: () => site.askQuestion(kenta, "yui", "Tea or coffee?"),
  },
  {
    name: "an answer",
    job: "send_answer_notices",
    receiver: kenta,
    cause: async () => {
      const question_id = await site.askQuestion(kenta, "yui", "Rain or sun?");
      await jobs.drain();
      await yui.send(postAnswer, { params: { question_id }, body: { text: "Sun." } });
    },
  },
  {
    name: "a like",
    job: "send_like_notice",
    receiver: yui,
    cause: async () => {
      const question_id = await site.askQuestion(kenta, "yui", "Sea or hills?");
      const answer = await yui.send(postAnswer, {
        params: { question_id },
        body: { text: "Sea." },
      });
      await jobs.drain();
      await kenta.send(toggleLike, { body: { answer_id: answer.data.answer.id } });
    },
  },
];

test.each(cases)(
  "SET-20 NOTE-08 the notice of $name is stored together with its push, which a repeated run doesn't send again",
  async ({ job, receiver, cause }) => {
    await cause();
    const before = await countNotices(receiver);
    await refusePushJobs();
    await expect(runWaitingJob(job)).rejects.toThrow("push jobs are refused");
    expect(await countNotices(receiver)).toBe(before);
    await allowPushJobs();
    await runWaitingJob(job);
    expect([await countNotices(receiver), await countPushJobs()]).toEqual([before + 1, 1]);
    await runWaitingJob(job);
    expect([await countNotices(receiver), await countPushJobs()]).toEqual([before + 1, 1]);
  },
);
