import { retentionDays } from "@toibako/contract/privacy.ts";
import { expect, test } from "vitest";
import { millisecondsPerHour, secondsPerDay } from "#platform/durations.ts";
import { openSite } from "#platform/testing/site.ts";
import { definedJobs } from "./definition.ts";
import { deadLetters, enqueuedJobs } from "./enqueue.ts";

const site = await openSite();
await site.registerPerson("yui");

test("PRIV-02 the queue stores only the hour in which a question was asked", async () => {
  await site.askQuestion(site.openBrowser(), "yui", "いつ来た？");
  const { rows } = await site.services.database.executeSql(
    "select created_on, start_after, keep_until from pgboss.job where name = 'send_question_notice'",
  );
  expect(rows).toHaveLength(1);
  for (const moment of Object.values(rows[0] as Record<string, Date>)) {
    expect(new Date(moment).getTime() % millisecondsPerHour).toBe(0);
  }
});

test("jobs that failed are deleted after as many days as the privacy page says", async () => {
  const { rows } = await site.services.database.executeSql(
    `select retention_seconds from pgboss.queue where name = '${deadLetters}'`,
  );
  expect(rows).toEqual([{ retention_seconds: retentionDays.failed_job * secondsPerDay }]);
});

test("every job has one handler, and is either enqueued by a statement or scheduled", () => {
  const handled = site.jobs.map(({ definition }) => definition.name);
  expect(handled.sort()).toEqual([...definedJobs.keys()].sort());
  for (const { definition } of site.jobs) {
    const isScheduled = definition.cron !== undefined;
    expect([definition.name, isScheduled !== enqueuedJobs.has(definition)]).toEqual([
      definition.name,
      true,
    ]);
    const hasFields = Object.keys(definition.fields).length > 0;
    expect([definition.name, definition.isPayload({})]).toEqual([definition.name, !hasFields]);
    expect([definition.name, isScheduled && hasFields]).toEqual([definition.name, false]);
  }
});

// Jobs that the previous release may leave in the queue.
test.each([
  ["draw_card", { uuid_hash: "a" }],
  ["draw_profile", { account: "yui", locale: "zh-TW" }],
  ["earn_achievements", { user_pk: 1 }],
  ["empty_bins", {}],
  ["expire_notices", {}],
  ["forget_answer", { uuid_hash: "a" }],
  ["forget_cards", { uuid_hash: "a" }],
  ["forget_senders", {}],
  ["mail_inquiry", { id: "a" }],
  ["recruit_weekly", {}],
  ["rewrite_notice_tables", {}],
  ["rewrite_notices", {}],
  ["sweep", {}],
  ["tell_new_answer", { uuid_hash: "a" }],
  ["tell_new_follower", { follower_pk: 1, followed_pk: 2 }],
  ["tell_new_like", { answer_pk: 1 }],
  ["tell_new_question", { uuid_hash: "a" }],
])("a job %s of the previous release has a handler", (name, payload) => {
  const handlers = site.jobs.filter(
    ({ definition }) => definition.name === name || definition.formerName === name,
  );
  expect(handlers.map(({ definition }) => definition.isPayload(payload))).toEqual([true]);
});
