import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import {
  deleteHeldQuestion,
  listHeldQuestions,
  postNgWord,
  putCalmMode,
} from "@toibako/contract/filters.ts";
import { changeQuestion, deleteBinnedQuestion } from "@toibako/contract/inbox.ts";
import { postBlock, postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  listSendQuestions,
  listWaitingQuestions,
  withdrawQuestion,
} from "@toibako/contract/outbox.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { afterAll, expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { deleteOldDropped } from "./commands/forget.ts";

// The clock stands still, so that replies don't differ by their time.
vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T12:34:56.789Z") });
afterAll(() => void vi.useRealTimers());

// The site trusts a proxy, so that tests can choose the IP address of each request.
const site = await openSite({ trust_proxy: ["127.0.0.1"] });

/** What happens to a question. The receiver deletes or reports it after its delivery. */
type World = "delivered" | "held" | "calm" | "blocked" | "blocked by name" | "deleted" | "reported";
type SenderKind = "a visitor" | "an account";

interface RecordedReply {
  status: number;
  text: string;
  headers: Record<string, unknown>;
  location: string | undefined;
}

let worldCount = 0;

/** Collects all replies that a sender can get about a question in a world. */
async function collectRepliesIn(world: World, kind: SenderKind): Promise<string[]> {
  worldCount += 1;
  const { executeSql } = site.services.database;
  // Frees the handles, so that each world has the same ones.
  await executeSql(
    "update users set account = 'was' || pk, displaying_name = 'was' where account in ('yui', 'kenta')",
  );
  const yui = await site.registerPerson("yui");
  const sender =
    kind === "an account" ? await site.registerPerson("kenta") : site.openBrowser("en");
  const from = { "x-forwarded-for": `203.0.113.${worldCount}` };
  const ask = (text: string, extraHeaders = {}) => {
    // Without it, each question would be on a paper that is drawn by lot.
    const call = { body: { account: "yui", body: text, paper: "plain" as const } };
    return sender.send(postQuestion, call, { ...from, ...extraHeaders });
  };
  const first = await ask("はじめまして");
  await prepareWorld(world, yui, first.data.uuid_hash);
  const replies: string[] = [];
  const recordReply = ({ status, text, headers: all, location }: RecordedReply) => {
    const { date: _, ...headers } = all;
    replies.push(maskIds(JSON.stringify([status, location, text, headers])));
  };
  const key = { "idempotency-key": `the same key ${worldCount}`.replaceAll(" ", "-") };
  const asked = await ask("海と山、どちらが好き？", key);
  recordReply(asked);
  await removeQuestion(world, yui, asked.data.uuid_hash);
  recordReply(await ask("海と山、どちらが好き？", key));
  recordReply(await ask("べつの質問", key));
  const id = asked.data.uuid_hash;
  await site.services.jobs.drain();
  recordReply(await sender.send(getQuestion, { params: { id } }));
  recordReply(await sender.sendRaw("GET", `/cards/questions/${id}.png`));
  recordReply(await sender.send(listSendQuestions, {}));
  recordReply(await sender.send(getUnreadCounts, {}));
  if (kind === "an account") recordReply(await sender.send(listNotices, {}));
  recordReply(await ask("続けて"));
  const recordWaitingQuestions = async () => {
    const { status, data, headers } = await sender.send(listWaitingQuestions, {});
    const questions = data.questions.map((question) => maskIds(JSON.stringify(question)));
    recordReply({
      status,
      text: JSON.stringify([questions, data.pager]),
      headers,
      location: undefined,
    });
  };
  await recordWaitingQuestions();
  recordReply(await sender.send(withdrawQuestion, { params: { id } }));
  recordReply(await sender.send(withdrawQuestion, { params: { id } }));
  await recordWaitingQuestions();
  // After the withdrawal, the same request asks a new question in every world.
  recordReply(await ask("海と山、どちらが好き？", key));
  await recordWaitingQuestions();
  recordReply(await sender.send(withdrawQuestion, { params: { id } }));
  await recordWaitingQuestions();
  return replies;
}

/**
 * Lets the receiver block the sender, add a word or turn on calm mode, before the question is asked.
 * `earlier_id` is the id of an earlier question of the sender, by which they are blocked in the world
 * "blocked".
 */
async function prepareWorld(world: World, receiver: Browser, earlier_id: string) {
  if (world === "blocked") await receiver.send(postBlock, { body: { question_id: earlier_id } });
  if (world === "blocked by name") {
    const blocked = await receiver.send(postBlock, { body: { account: "kenta" } });
    expect(blocked.status).toBe(201);
  }
  if (world === "held") await receiver.send(postNgWord, { body: { word: "海と山" } });
  if (world === "calm") await receiver.send(putCalmMode, { body: { duration: "week" } });
}

/** Lets the receiver delete or report the question that arrived. */
async function removeQuestion(world: World, receiver: Browser, id: string) {
  if (world === "reported")
    await receiver.send(postReport, { body: { item_id: id, mode: "multipleWithBlock" } });
  if (world !== "deleted") return;
  await receiver.send(changeQuestion, { params: { id }, body: { status: "hidden" } });
  const { status } = await receiver.send(deleteBinnedQuestion, { params: { id } });
  expect(status).toBe(204);
}

/** Masks ids, which differ between any two questions; nothing else may differ. */
function maskIds(text: string): string {
  return text.replace(/(?<![\w-])[\w-]{22}(?![\w-])/g, "an id");
}

test.each(["a visitor", "an account"] as const)(
  "ASK-22 SAFE-06 BOX-16 BOX-18 %s gets the same replies whether their question is delivered or not",
  async (kind) => {
    const delivered = await collectRepliesIn("delivered", kind);
    expect(delivered[0]).toContain("201");
    expect(delivered[2]).toContain("409");
    const worlds: World[] = ["held", "calm", "blocked", "deleted", "reported"];
    // Visitors have no name by which they could be blocked.
    if (kind === "an account") worlds.push("blocked by name");
    for (const world of worlds)
      expect([world, await collectRepliesIn(world, kind)]).toEqual([world, delivered]);
  },
);

test("ASK-22 asking writes the same number of rows and jobs whether the question is delivered or not", async () => {
  const { executeSql } = site.services.database;
  const yui = await site.registerPerson("worlds_yui");
  const sender = await site.registerPerson("worlds_kenta");
  const ask = (body: string) => site.askQuestion(sender, "worlds_yui", body);
  const countRows = async (id: string) => {
    const { rows } = await executeSql(
      `select (select count(*)::int from sent_questions where sent_questions.question_pk = q.pk) as sent,
              (select count(*)::int from sealed_senders where sealed_senders.question_pk = q.pk) as sealed,
              (select count(*)::int from pgboss.job job where job.data->>'uuid_hash' = q.uuid_hash) as jobs
       from questions q where q.uuid_hash = $1`,
      [id],
    );
    return rows[0];
  };
  const delivered = await ask("ふつう");
  await yui.send(postNgWord, { body: { word: "とめる" } });
  const held = await ask("とめる");
  await yui.send(postBlock, { body: { question_id: delivered } });
  const dropped = await ask("とどかない");
  expect(await countRows(delivered)).toEqual({ sent: 1, sealed: 1, jobs: 1 });
  expect(await countRows(held)).toEqual(await countRows(delivered));
  expect(await countRows(dropped)).toEqual(await countRows(delivered));
});

test("ASK-22 API-10 a repeated idempotency key, on the same day or later, does not reveal whether the question was delivered", async () => {
  const collectRepliesToRepeatedRequest = async (world: World | "held and deleted") => {
    worldCount += 1;
    const account = `again_${worldCount}`;
    const receiver = await site.registerPerson(account);
    const sender = await site.registerPerson(`asks_${worldCount}`);
    const first = await site.askQuestion(sender, account, "はじめまして");
    if (world === "blocked") await receiver.send(postBlock, { body: { question_id: first } });
    if (world === "held" || world === "held and deleted")
      await receiver.send(postNgWord, { body: { word: "海" } });
    const key = { "idempotency-key": `used-again-${worldCount}` };
    const ask = async (body: string) => {
      const { status, text } = await sender.send(postQuestion, { body: { account, body } }, key);
      return maskIds(`${status} ${text}`);
    };
    const id = (await sender.send(postQuestion, { body: { account, body: "海" } }, key)).data
      .uuid_hash;
    if (world === "held and deleted") await receiver.send(deleteHeldQuestion, { params: { id } });
    const onSameDay = [await ask("海"), await ask("山")];
    expect((await receiver.send(listHeldQuestions, {})).data.pager.total_count).toBe(
      world === "held" ? 1 : 0,
    );
    // Now the question is so old that a key with another text is no longer refused, and that it is deleted if it
    // was dropped.
    await site.services.database.executeSql(
      "update questions set asked_hour = '2026-10-01' where uuid_hash = $1",
      [id],
    );
    await deleteOldDropped(site.services.db);
    return [...onSameDay, await ask("山"), await ask("山")];
  };
  const delivered = await collectRepliesToRepeatedRequest("delivered");
  expect(delivered.map((reply) => reply.slice(0, 3))).toEqual(["201", "409", "201", "201"]);
  for (const world of ["held", "held and deleted", "blocked"] as const)
    expect(await collectRepliesToRepeatedRequest(world)).toEqual(delivered);
});
