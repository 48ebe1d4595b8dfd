import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import { Type } from "typebox";
import { afterAll, expect, test, vi } from "vitest";
import type { Db } from "#platform/database/db.ts";
import { openPool } from "#platform/database/db-pool.ts";
import { transaction } from "#platform/database/transaction.ts";
import { openTestDatabase } from "#platform/testing/database.ts";
import { buryBoneJob } from "#platform/testing/worker-job.ts";
import { defineJob } from "./definition.ts";
import { enqueueSql } from "./enqueue.ts";
import { createJobs, handleJob, handleJobBatch, type Job } from "./jobs.ts";

let database_url = "";
const database = await openTestDatabase((url) => {
  database_url = url;
  return openPool(url);
});
const { executeSql } = database;
const errors: string[] = [];
const waiting = { timeout: 20_000, interval: 20 };
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

test("as many jobs of a kind run at once as its definition says", async () => {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let mostRunning = 0;
  let finished = 0;
  const playWithPet = defineJob("play_with_pet", { pet: Type.Integer() }, { concurrency: 20 });
  const handler = handleJob(playWithPet, async () => {
    running++;
    mostRunning = Math.max(mostRunning, running);
    await gate.promise;
    running--;
    finished++;
  });
  await startProcess([handler], true);
  await executeSql(enqueueSql([playWithPet], "generate_series(1, 60) as pet"));
  await vi.waitFor(() => expect(running).toBe(20), waiting);
  gate.resolve();
  await vi.waitFor(() => expect(finished).toBe(60), waiting);
  expect(mostRunning).toBe(20);
});

test("a job that hangs delays neither others of its kind nor other kinds", async () => {
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const trainPet = defineJob("train_pet", { pet: Type.Integer() }, { concurrency: 10 });
  const praisePet = defineJob("praise_pet", { pet: Type.Integer() });
  const jobs = await startProcess(
    [
      handleJob(trainPet, async ({ pet }) => {
        if (pet === 1) await gate.promise;
        done.push(`trained ${pet}`);
      }),
      handleJob(praisePet, async ({ pet }) => void done.push(`praised ${pet}`)),
    ],
    true,
  );
  await executeSql(enqueueSql([trainPet], "generate_series(1, 30) as pet"));
  await executeSql(enqueueSql([praisePet], "generate_series(1, 30) as pet"));
  await vi.waitFor(() => expect(done).toHaveLength(59), waiting);
  expect(done).not.toContain("trained 1");
  gate.resolve();
  await jobs.stop();
});

test("a job with a delay runs later than its worker has fetched it, together with those of the same batch, and at once when the process stops", async () => {
  const batches: string[][] = [];
  const awaitPet = defineJob(
    "await_pet",
    { pet: Type.String() },
    { delay_seconds: 3_600, batch_seconds: 1 },
  );
  const handler = handleJobBatch(awaitPet, async (payloads) => {
    batches.push(payloads.map(({ pet }) => pet).sort());
  });
  const jobs = await startProcess([handler], true);
  await executeSql(enqueueSql([awaitPet], "(values ('cat'), ('dog')) as given (pet)"));
  const countActive = async () =>
    (await executeSql("select from pgboss.job where name = 'await_pet' and state = 'active'")).rows
      .length;
  await vi.waitFor(async () => expect(await countActive()).toBe(2), waiting);
  expect(batches).toEqual([]);
  await jobs.stop();
  expect(batches).toEqual([["cat", "dog"]]);
});

test("jobs of a batch that were finished in a transaction aren't run again after it, and are if it is rolled back", async () => {
  const batches: string[][] = [];
  let isRolledBack = true;
  const cuddlePet = defineJob("cuddle_pet", { pet: Type.String() });
  const handler = handleJobBatch(cuddlePet, async (_payloads, finish) => {
    const work = async (db: Db) => {
      batches.push((await finish(db)).map(({ pet }) => pet).sort());
      if (isRolledBack) throw new Error("rolled back");
    };
    await transaction(database.db, work);
    // As if the process ended here.
    throw new Error("after the end of the transaction");
  });
  const jobs = await startProcess([handler]);
  await executeSql(enqueueSql([cuddlePet], "(values ('cat'), ('dog')) as given (pet)"));
  const release = () =>
    executeSql("update pgboss.job set start_after = now() where name = 'cuddle_pet'");
  await expect(jobs.drain()).rejects.toThrow("rolled back");
  await release();
  isRolledBack = false;
  await expect(jobs.drain()).rejects.toThrow("after the end");
  await release();
  await jobs.drain();
  expect(batches).toEqual([
    ["cat", "dog"],
    ["cat", "dog"],
  ]);
});

test("a full batch is followed by the next one at once", async () => {
  const sizes: number[] = [];
  const brushPet = defineJob("brush_pet", { pet: Type.Integer() }, { batch_seconds: 3_600 });
  const handler = handleJobBatch(brushPet, async (payloads) => void sizes.push(payloads.length));
  await startProcess([handler]);
  await executeSql(enqueueSql([brushPet], "generate_series(1, 2500) as pet"));
  await startProcess([handler], true);
  await vi.waitFor(() => expect(sizes).toEqual([1_000, 1_000, 500]), waiting);
});

test("a job whose worker was killed is run again soon, and one that still runs is not", async () => {
  const gate = Promise.withResolvers<void>();
  const started: string[] = [];
  const shearPet = defineJob("shear_pet", { pet: Type.String() });
  const jobs = await startProcess([
    handleJob(shearPet, async ({ pet }) => {
      started.push(pet);
      await gate.promise;
    }),
  ]);
  await executeSql(enqueueSql([shearPet], "(values ('sheep')) as given (pet)"));
  const running = jobs.drain();
  await vi.waitFor(() => expect(started).toEqual(["sheep"]), waiting);
  const readJob = async () => {
    const { rows } = await executeSql(
      "select state, retry_count from pgboss.job where name = 'shear_pet'",
    );
    return rows;
  };
  // Each sign of life of a worker writes the row, as `touch` of pg-boss does.
  const heartbeat = "update pgboss.job set heartbeat_on = now() where name = 'shear_pet'";
  for (let look = 0; look < 20; look++) {
    await jobs.retryLostJobs();
    await executeSql(heartbeat);
  }
  expect(await readJob()).toEqual([{ state: "active", retry_count: 0 }]);
  // From here on there is no sign of life, as after `kill -9`.
  for (let look = 0; look < 5; look++) await jobs.retryLostJobs();
  expect(await readJob()).toEqual([{ state: "retry", retry_count: 0 }]);
  gate.resolve();
  await running;
});

// Only PostgreSQL can be used by two processes.
test.skipIf(database.engine === "pglite")(
  "the job of a worker that was killed with SIGKILL is run by another process",
  async () => {
    const worker = spawn(
      process.execPath,
      [join(import.meta.dirname, "../testing/worker-process.ts")],
      { env: { ...process.env, DATABASE_URL: database_url }, stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(worker.stdout, "data");
    worker.kill("SIGKILL");
    await once(worker, "exit");
    const buried: string[] = [];
    const jobs = await startProcess([
      handleJob(buryBoneJob, async ({ bone }) => void buried.push(bone)),
    ]);
    await jobs.drain();
    expect(buried).toEqual([]);
    for (let look = 0; look < 4; look++) await jobs.retryLostJobs();
    await executeSql("update pgboss.job set start_after = now() where state = 'retry'");
    await jobs.drain();
    expect(buried).toEqual(["rib"]);
  },
);

test("PRIV-02 a running job stores hours only, and never counts as timed out while it runs", async () => {
  const gate = Promise.withResolvers<void>();
  const petIsIn = Promise.withResolvers<void>();
  const hidePet = defineJob("hide_pet", { uuid_hash: Type.String() });
  const jobs = await startProcess([
    handleJob(hidePet, async () => {
      petIsIn.resolve();
      await gate.promise;
    }),
  ]);
  await executeSql(enqueueSql([hidePet], "(values ('cat')) as given (uuid_hash)"));
  const running = jobs.drain();
  await petIsIn.promise;
  const { rows } = await executeSql(`
    select created_on, started_on, start_after, keep_until, extract(year from heartbeat_on)::int > 2199 as is_random,
      started_on + expire_seconds * interval '1 second' - now() as time_left,
      started_on + expire_seconds * interval '1 second' >= now() + interval '899 seconds' as has_time_left
    from pgboss.job where name = 'hide_pet'`);
  const { is_random, has_time_left, time_left: _, ...times } = rows[0] as Record<string, Date>;
  expect([is_random, has_time_left]).toEqual([true, true]);
  for (const moment of Object.values(times)) expect(moment.getTime() % 3_600_000).toBe(0);
  gate.resolve();
  await running;
});

test("PRIV-02 the queue stores neither how many jobs wait nor the minute in which they were counted", async () => {
  const countPet = defineJob("count_pet", { uuid_hash: Type.String() });
  await startProcess([handleJob(countPet, async () => undefined)]);
  await executeSql(enqueueSql([countPet], "(values ('cat')) as given (uuid_hash)"));
  const boss = new PgBoss({
    db: { executeSql },
    ...(database.engine === "pglite" && { backend: "pglite" as const }),
    supervise: false,
  });
  await boss.start();
  await boss.supervise("count_pet");
  await boss.stop({ graceful: false });
  const { rows } = await executeSql(`
    select monitor_on = date_trunc('hour', monitor_on, 'UTC') as is_hour, ready_history, ready_count, total_count
    from pgboss.queue where name = 'count_pet'`);
  expect(rows).toEqual([{ is_hour: true, ready_history: [], ready_count: 0, total_count: 0 }]);
  await executeSql("delete from pgboss.job where name = 'count_pet'");
});

test("PRIV-02 OPS-03 a job about a question is retried twice at once, then at each full hour, and at last kept as a dead letter, which can be run again", async () => {
  const findPet = defineJob("find_pet", { uuid_hash: Type.String() });
  let runs = 0;
  const jobs = await startProcess([
    handleJob(findPet, async () => {
      runs++;
      throw new Error("gone");
    }),
  ]);
  await executeSql(enqueueSql([findPet], "(values ('cat')) as given (uuid_hash)"));
  const fail = () => expect(jobs.drain()).rejects.toThrow("gone");
  for (let run = 0; run < 3; run++) await fail();
  await jobs.drain();
  expect(runs).toBe(3);
  const letters = await jobs.countDeadLetters();
  while ((await jobs.countDeadLetters()) === letters) {
    const { rows } = await executeSql(`
      update pgboss.job set start_after = now(), state = 'created' where name = 'find_pet' and
        start_after = date_trunc('hour', now(), 'UTC') + interval '1 hour' returning id`);
    expect(rows).toHaveLength(1);
    await fail();
  }
  expect(runs).toBe(6);
  expect(errors.at(-1)).toBe("jobs of find_pet failed too often: 1");
  expect(await jobs.retryDeadLetters()).toBe(letters + 1);
  expect(await jobs.countDeadLetters()).toBe(0);
  expect(await jobs.countWaiting()).toContainEqual(
    expect.objectContaining({ job: "find_pet", count: 1 }),
  );
  await fail();
  expect(runs).toBe(7);
});

test("a queue gets the options of a changed definition, and a scheduled job is never queued twice", async () => {
  const petOnce = defineJob("pet_once", {}, { cron: "0 4 * * *" });
  const first = await startProcess([handleJob(petOnce, async () => undefined)]);
  await first.stop();
  petOnce.retries = { limit: 7, first_seconds: 9 };
  await startProcess([handleJob(petOnce, async () => undefined)]);
  const { rows } = await executeSql(
    "select retry_limit, retry_delay, policy from pgboss.queue where name = 'pet_once'",
  );
  expect(rows).toEqual([{ retry_limit: 7, retry_delay: 9, policy: "exclusive" }]);
});

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
