import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { listHeldQuestions, postNgWord, putCalmMode } from "@toibako/contract/filters.ts";
import {
  changeQuestion,
  deleteBinnedQuestion,
  listReceivedItems,
} from "@toibako/contract/inbox.ts";
import { deleteBlock, listBlocks, postBlock, postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listWaitingQuestions, withdrawQuestion } from "@toibako/contract/outbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { Redis } from "ioredis";
import { afterAll, expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// The clock stands still, so that replies don't differ by their time.
vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T12:34:56.789Z") });
afterAll(() => void vi.useRealTimers());

/** A Redis database that only this test file uses, so that no other commands are recorded. */
const redis_url = process.env.REDIS_URL && new URL("/14", process.env.REDIS_URL).href;
// Limits are so high that they count every request and refuse none. The site trusts a proxy, so that tests
// can choose the IP address of each request.
const site = await openSite({ trust_proxy: ["127.0.0.1"], limit_factor: 100_000, redis_url });
const { executeSql } = site.services.database;

/** Addresses in the receiver's network and in another one. */
const home = "203.0.113.50";
const elsewhere = "198.51.100.50";
const createAddressHeader = (address: string) => ({ "x-forwarded-for": address });

/** Masks ids and decorative pictures; nothing else may differ between questions. */
function maskIds(text: string): string {
  return text
    .replace(/(?<=\/eye-catches\/)\w+/g, "a picture")
    .replace(/(?<![\w-])[\w-]{22}(?![\w-])/g, "an id");
}

interface RecordedReply {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** Records the replies to a receiver. Sorts lists, because random ids order the questions of one hour. */
class Transcript {
  readonly lines: string[] = [];
  readonly #receiver: Browser;

  constructor(receiver: Browser) {
    this.#receiver = receiver;
  }

  record({ status, text, headers: all }: RecordedReply): void {
    const { date: _, "content-length": __, ...headers } = all;
    this.lines.push(maskIds(JSON.stringify([status, text, headers])));
  }

  #recordList({ status, headers }: RecordedReply, items: readonly object[], rest: object): void {
    const sorted = items.map((item) => maskIds(JSON.stringify(item))).sort();
    this.record({ status, headers, text: JSON.stringify([sorted, rest]) });
  }

  async recordLists(): Promise<void> {
    await site.services.jobs.drain();
    const items: object[] = [];
    let last: RecordedReply | undefined;
    for (const page of ["1", "2", "3", "4"]) {
      const query = { limit: "20", page } as const;
      const reply = await this.#receiver.send(listReceivedItems, { query });
      items.push(...reply.data.items);
      last = { ...reply, text: JSON.stringify([reply.data.pager, reply.data.counts]) };
    }
    // The items of one hour are ordered by random ids, so it is random on which page each item is.
    if (last) this.#recordList(last, items, [last.text]);
    const held = await this.#receiver.send(listHeldQuestions, {});
    this.#recordList(held, held.data.questions, held.data.pager);
    const blocks = await this.#receiver.send(listBlocks, {});
    this.#recordList(blocks, blocks.data.blocks, blocks.data.pager);
    const notices = await this.#receiver.send(listNotices, {});
    this.#recordList(notices, notices.data.notices, notices.data.pager);
    this.record(await this.#receiver.send(getUnreadCounts, {}));
  }
}

/** Creates a receiver called yui, and renames the accounts yui and kenta that earlier tests created. */
async function createReceiver(): Promise<Browser> {
  await executeSql(
    `update users set account = 'former_' || pk, displaying_name = 'former'
     where account in ('yui', 'kenta')`,
  );
  return site.registerPerson("yui");
}

type SenderKind = "a visitor" | "an account";

/**
 * Asks, blocks, unblocks and reports in every way that a receiver could use to find out from which
 * network a sender asks. The receiver's address is `home`, the sender's is `address`. Returns the
 * receiver's transcript.
 */
async function probeSender(
  kind: SenderKind,
  address: string,
  withCalmMode = false,
): Promise<string[]> {
  const yui = await createReceiver();
  const kenta = await site.registerPerson("kenta");
  const sender = kind === "a visitor" ? site.openBrowser() : kenta;
  const transcript = new Transcript(yui);
  const ask = async (from: Browser, body: string, fromAddress: string) => {
    const call = { body: { account: "yui", body, paper: "plain" as const } };
    const asked = await from.send(postQuestion, call, createAddressHeader(fromAddress));
    return asked.data.uuid_hash;
  };
  const block = (body: { question_id: string } | { account: string }) =>
    yui.send(postBlock, { body }, createAddressHeader(home));
  const unblock = (id: string) =>
    yui.send(deleteBlock, { params: { id } }, createAddressHeader(home));
  // The receiver asks with their account, as the visitor `alias`, who keeps one cookie, and as new visitors.
  const alias = site.openBrowser();
  const probeAll = async (round: string) => {
    await ask(yui, `${round}: わたし`, home);
    await ask(alias, `${round}: 家から`, home);
    await ask(alias, `${round}: 外から`, elsewhere);
    await ask(site.openBrowser(), `${round}: 家から新しく`, home);
    await ask(site.openBrowser(), `${round}: 外から新しく`, elsewhere);
    await transcript.recordLists();
  };

  const first = await ask(sender, "はじめまして", address);
  await probeAll("はじめ");
  const blocked = await block({ question_id: first });
  transcript.record(blocked);
  await probeAll("ブロック中");
  await ask(sender, "とどかない", address);
  transcript.record(await unblock(blocked.data.block.id));
  const second = await ask(sender, "とどく", address);
  await probeAll("解除のあと");

  const byName = await block({ account: "kenta" });
  transcript.record(byName);
  await probeAll("名前でブロック中");
  transcript.record(await unblock(byName.data.block.id));

  for (let index = 0; index < 40; index++) {
    if (index === 29) await ask(sender, "まぎれて", address);
    await ask(index % 2 ? alias : site.openBrowser(), `${index}番目の試し`, home);
  }
  await transcript.recordLists();
  const report = { item_id: second, mode: "multipleWithBlock" } as const;
  const reported = await yui.send(postReport, { body: report }, createAddressHeader(home));
  transcript.lines.push(JSON.stringify([reported.status, reported.data.item_uuids.length]));
  await probeAll("通報のあと");
  if (withCalmMode) {
    const { status } = await yui.send(
      putCalmMode,
      { body: { duration: "day" } },
      createAddressHeader(home),
    );
    transcript.lines.push(`calm mode: ${status}`);
    await ask(sender, "おだやかな人から", address);
    await probeAll("おだやか");
  }
  return transcript.lines;
}

test("SAFE-04 a receiver who asks, blocks, unblocks and reports sees the same whether or not the sender shares their network", async () => {
  const fromElsewhere = await probeSender("a visitor", elsewhere);
  expect(fromElsewhere.length).toBeGreaterThan(30);
  expect(fromElsewhere.join("\n")).toContain("まぎれて");
  expect(fromElsewhere.join("\n")).not.toContain("とどかない");
  expect(await probeSender("a visitor", home)).toEqual(fromElsewhere);
  expect(await probeSender("an account", elsewhere)).toEqual(fromElsewhere);
  expect(await probeSender("an account", home)).toEqual(fromElsewhere);
}, 60_000);

test("SAFE-04 SAFE-07 in calm mode, a receiver sees the same whether or not the sender shares their network", async () => {
  for (const kind of ["a visitor", "an account"] as const) {
    const fromElsewhere = await probeSender(kind, elsewhere, true);
    expect(fromElsewhere).toContain("calm mode: 200");
    expect(await probeSender(kind, home, true)).toEqual(fromElsewhere);
  }
}, 60_000);

/**
 * Lets `senderCount` senders ask twelve questions in all. The receiver blocks the sender of each question,
 * several times, also after unblocking. Returns the receiver's transcript.
 */
async function blockTwelveQuestions(senderCount: number): Promise<string[]> {
  const yui = await createReceiver();
  const transcript = new Transcript(yui);
  const browsers: Browser[] = [];
  for (let index = 0; index < senderCount; index++) {
    const name = `group_${senderCount}_${index}`;
    browsers.push(index % 2 ? site.openBrowser() : await site.registerPerson(name));
  }
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) {
    const sender = browsers[index % senderCount] ?? site.openBrowser();
    ids.push(await site.askQuestion(sender, "yui", `${index}番目の質問`));
  }
  const findId = (index: number) => ids[index] ?? "";
  // The senders of answered, binned and reported questions can still be blocked.
  await yui.send(postAnswer, { params: { question_id: findId(0) }, body: { text: "はい" } });
  for (const index of [1, 2]) {
    const params = { id: findId(index) };
    await yui.send(changeQuestion, { params, body: { status: "hidden" } });
  }
  await yui.send(postReport, { body: { item_id: findId(3), mode: "unit" } });
  const blockIds = new Set<string>();
  const blockAll = async () => {
    for (const question_id of ids) {
      const reply = await yui.send(postBlock, { body: { question_id } });
      transcript.record(reply);
      blockIds.add(reply.data.block.id);
    }
    transcript.lines.push(`${blockIds.size} blocks`);
    await transcript.recordLists();
  };
  await blockAll();
  await blockAll();
  const [firstId, ...otherIds] = [...blockIds];
  transcript.record(await yui.send(deleteBlock, { params: { id: firstId ?? "" } }));
  transcript.record(await yui.send(deleteBlock, { params: { id: firstId ?? "" } }));
  await blockAll();
  for (const id of otherIds) transcript.record(await yui.send(deleteBlock, { params: { id } }));
  await transcript.recordLists();
  transcript.record(await yui.send(deleteBinnedQuestion, { params: { id: findId(1) } }));
  transcript.record(await yui.send(postBlock, { body: { question_id: findId(1) } }));
  await transcript.recordLists();
  return transcript.lines;
}

test("SAFE-05 blocking the sender of every question does not reveal which questions have the same sender", async () => {
  const fromTwelveSenders = await blockTwelveQuestions(12);
  expect(fromTwelveSenders).toContain("12 blocks");
  // After unblocking one sender, blocking the same question again creates a block with a new id.
  expect(fromTwelveSenders).toContain("13 blocks");
  expect(await blockTwelveQuestions(1)).toEqual(fromTwelveSenders);
  expect(await blockTwelveQuestions(3)).toEqual(fromTwelveSenders);
}, 60_000);

test("SAFE-04 no limit on asking is counted per receiver", () => {
  for (const { key } of postQuestion.limits ?? [])
    expect(["address", "user", "visitor", "visitor_network", "new_visitor_network"]).toContain(key);
  expect(postQuestion.limits?.length).toBeGreaterThan(0);
});

/** Records the SQL statements and the Redis commands of a call. */
async function recordCommands(call: () => Promise<{ status: number }>): Promise<string[]> {
  const { db } = site.services;
  const query = vi.spyOn(db, "query");
  const monitor = redis_url ? await monitorRedis(redis_url) : undefined;
  const { status } = await call();
  const commands = (await monitor?.stop()) ?? [];
  const texts = query.mock.calls.map(([text]) => text.slice(0, 2_000));
  query.mockRestore();
  return [`status ${status}`, ...texts, ...commands];
}

/** Commands that the Redis client sends by itself. */
const automaticCommands = new Set(["info", "ping", "subscribe"]);

/**
 * Records Redis commands. Uses a plain socket, because ioredis treats a line that arrives with the first
 * reply as an error.
 */
async function monitorRedis(url: string) {
  const redis = new Redis(url);
  await redis.ping();
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  socket.write("MONITOR\r\n");
  const lines = createInterface(socket);
  // The first line is Redis's reply to MONITOR.
  await once(lines, "line");
  const commands: string[] = [];
  const end = "all commands were sent";
  const ended = new Promise<void>((resolve) => {
    lines.on("line", (line) => {
      // A line is like `+1700000000.12 [14 127.0.0.1:50000] "publish" "channel"`.
      const [, database, command = ""] = /^\+[\d.]+ \[(\d+) .*?\] "(.*?)"/.exec(line) ?? [];
      if (line.includes(end)) resolve();
      else if (database === "14" && !automaticCommands.has(command)) commands.push(command);
    });
  });
  return {
    stop: async () => {
      // Redis reports commands in their order, so all earlier ones have arrived when this one does.
      await redis.echo(end);
      await ended;
      socket.destroy();
      redis.disconnect();
      return commands;
    },
  };
}

const outcomes = ["delivered", "held", "calm", "blocked", "blocked by name"] as const;

/** Records the statements and commands of asking, listing and withdrawing a question with this outcome. */
async function recordAsking(outcome: (typeof outcomes)[number], kind: SenderKind) {
  const yui = await createReceiver();
  const kenta = await site.registerPerson("kenta");
  const sender = kind === "a visitor" ? site.openBrowser() : kenta;
  const question_id = await site.askQuestion(sender, "yui", "はじめまして");
  if (outcome === "held") await yui.send(postNgWord, { body: { word: "とめる" } });
  if (outcome === "calm") await yui.send(putCalmMode, { body: { duration: "week" } });
  if (outcome === "blocked") await yui.send(postBlock, { body: { question_id } });
  if (outcome === "blocked by name") await yui.send(postBlock, { body: { account: "kenta" } });
  let id = "";
  const asking = await recordCommands(async () => {
    const body = { account: "yui", body: "とめるかもしれない", paper: "plain" as const };
    const reply = await sender.send(postQuestion, { body });
    id = reply.data.uuid_hash;
    return reply;
  });
  const waiting = await recordCommands(() => sender.send(listWaitingQuestions, {}));
  const withdrawing = await recordCommands(() => sender.send(withdrawQuestion, { params: { id } }));
  return { asking, waiting, withdrawing };
}

test.each(["a visitor", "an account"] as const)(
  "SAFE-06 a question of %s causes the same statements and commands whether it is delivered or not",
  async (kind) => {
    const delivered = await recordAsking("delivered", kind);
    expect(delivered.asking[0]).toBe("status 201");
    expect(delivered.withdrawing[0]).toBe("status 204");
    expect(delivered.asking.filter((line) => line.includes("insert into questions"))).toHaveLength(
      1,
    );
    if (redis_url) expect(delivered.asking).toEqual(expect.arrayContaining(["publish", "eval"]));
    for (const outcome of outcomes) expect(await recordAsking(outcome, kind)).toEqual(delivered);
  },
);
