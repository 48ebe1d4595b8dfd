import { Type } from "typebox";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "#platform/testing/database.ts";
import { defineJob } from "./definition.ts";
import { enqueueSql } from "./enqueue.ts";
import { createJobs, handleJob, handleJobBatch, type Job } from "./jobs.ts";

const database = await openTestDatabase();
const { executeSql } = database;
const errors: string[] = [];
const started: { stop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const { stop } of started) await stop();
  await database.close();
});

/** Starts a process that knows these jobs; a worker also runs them, otherwise `drain` does. */
async function startProcess(handlers: Job[], isWorker = false) {
  const onError = ({ message }: Error) => void errors.push(message);
  const jobs = createJobs({ database, batch_seconds: 60, onError });
  started.push(jobs);
  await jobs.start(handlers, { isWorker });
  return jobs;
}

test("jobs that an earlier release enqueues under the former name are run", async () => {
  const washed: string[] = [];
  const earlier = defineJob("bathe_pet", { pet: Type.String() });
  const current = defineJob("wash_pet", { pet: Type.String() }, { formerName: "bathe_pet" });
  const earlierProcess = await startProcess([handleJob(earlier, async () => undefined)]);
  await executeSql(enqueueSql([earlier], "(values ('cat')) as given (pet)"));
  await earlierProcess.stop();

  const jobs = await startProcess([handleJob(current, async ({ pet }) => void washed.push(pet))]);
  await executeSql(enqueueSql([current], "(values ('dog')) as given (pet)"));
  // A process of the earlier release that still runs enqueues the former name.
  await executeSql(enqueueSql([earlier], "(values ('hen')) as given (pet)"));
  await jobs.drain();
  expect(washed.sort()).toEqual(["cat", "dog", "hen"]);
  const selectRemainingJobs = "select from pgboss.job where name in ('wash_pet', 'bathe_pet')";
  expect((await executeSql(selectRemainingJobs)).rows).toEqual([]);
});

test("a renamed job keeps one schedule", async () => {
  const cron = "0 4 * * *";
  const earlier = defineJob("feed_all", {}, { cron });
  const current = defineJob("feed_pets", {}, { cron, formerName: "feed_all" });
  const readSchedules = async () =>
    (await executeSql("select name from pgboss.schedule where name like 'feed_%'")).rows;
  const earlierProcess = await startProcess([handleJob(earlier, async () => undefined)], true);
  expect(await readSchedules()).toEqual([{ name: "feed_all" }]);
  await earlierProcess.stop();
  await startProcess([handleJob(current, async () => undefined)], true);
  expect(await readSchedules()).toEqual([{ name: "feed_pets" }]);
});

test("no queue is created for a former name", async () => {
  const job = defineJob("groom_pet", {}, { formerName: "comb_pet" });
  await startProcess([handleJob(job, async () => undefined)]);
  const selectQueues = "select name from pgboss.queue where name in ('groom_pet', 'comb_pet')";
  expect((await executeSql(selectQueues)).rows).toEqual([{ name: "groom_pet" }]);
});

test("a job with an invalid payload never reaches its handler and doesn't hold up its batch", async () => {
  const walked: string[] = [];
  const walkPet = defineJob("walk_pet", { pet: Type.String(), miles: Type.Integer() });
  const jobs = await startProcess([
    handleJobBatch(walkPet, async (payloads) => {
      walked.push(...payloads.map(({ pet }) => pet));
    }),
  ]);
  errors.length = 0;
  await executeSql(
    enqueueSql(
      [walkPet],
      "(values ('dog', 3), ('a pet without miles', null)) as given (pet, miles)",
    ),
  );
  await jobs.drain();
  expect(walked).toEqual(["dog"]);
  expect(errors).toEqual(["jobs of walk_pet with an invalid payload: 1"]);
  const kept = await executeSql("select state, data from pgboss.job where name = 'walk_pet'");
  expect(kept.rows).toEqual([
    { state: "retry", data: { pet: "a pet without miles", miles: null } },
  ]);
});

test("a job whose handler throws is retried alone, and its row keeps no message of the error", async () => {
  const fed: string[] = [];
  const feedPet = defineJob("feed_pet", { pet: Type.String() });
  const jobs = await startProcess([
    handleJob(feedPet, async ({ pet }) => {
      if (pet === "cat") throw new Error("the cat is not hungry");
      fed.push(pet);
    }),
  ]);
  errors.length = 0;
  await executeSql(enqueueSql([feedPet], "(values ('dog'), ('cat'), ('hen')) as given (pet)"));
  await expect(jobs.drain()).rejects.toThrow("the cat is not hungry");
  expect(fed.sort()).toEqual(["dog", "hen"]);
  expect(errors).toEqual(["a job of feed_pet failed"]);
  const kept = await executeSql(
    "select state, data, output->>'message' as message from pgboss.job where name = 'feed_pet'",
  );
  expect(kept.rows).toEqual([{ state: "retry", data: { pet: "cat" }, message: "handler failed" }]);
});

test("a wrong payload field doesn't compile, and the database refuses a wrong column", async () => {
  const sellPet = defineJob("sell_pet", { pet: Type.String(), price: Type.Integer() });
  await startProcess([handleJob(sellPet, async () => undefined)]);
  const enqueue = (from: string, columns?: { price?: string }) =>
    executeSql(enqueueSql([sellPet], from, columns));
  // The error of the `coalesce` that `enqueueSql` adds.
  await expect(enqueue("(values ('cat', '5'::text)) as given (pet, price)")).rejects.toThrow(
    /types text and bigint/i,
  );
  await expect(enqueue("(values ('cat')) as given (pet)")).rejects.toThrow(
    /"price" does not exist/,
  );
  await enqueue("(values ('cat')) as given (pet)", { price: "length(pet)" });
  const { rows } = await executeSql("select data from pgboss.job where name = 'sell_pet'");
  expect(rows).toEqual([{ data: { pet: "cat", price: 3 } }]);

  const lendPet = defineJob("lend_pet", { pet: Type.String() });
  // @ts-expect-error: a job has no field of this name
  enqueueSql([lendPet], "pets", { owner: "'mei'" });
  const jogWithPet = defineJob("jog_with_pet", { miles: Type.Integer() });
  // @ts-expect-error: jobs with different payloads
  expect(() => enqueueSql([lendPet, jogWithPet], "pets")).toThrow("same fields");
  // This compiles, because `sellPet` has the fields of `lendPet` and one more.
  expect(() => enqueueSql([lendPet, sellPet], "pets")).toThrow("same fields");
  // @ts-expect-error: a handler gets the fields of its job only
  handleJob(lendPet, async ({ price }) => void price);
});
