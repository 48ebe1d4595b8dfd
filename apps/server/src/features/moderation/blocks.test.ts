import { login, register } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { unknownIconUrl } from "@toibako/contract/avatars.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { deleteBlock, listBlocks, postBlock } from "@toibako/contract/moderation.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

// The site trusts a proxy, so that tests can choose the IP address of each request.
const site = await openSite({ trust_proxy: ["127.0.0.1"] });
const kenta = await site.registerPerson("kenta");

let receiversCount = 0;

async function createReceiver() {
  const account = `yui_${++receiversCount}`;
  return { account, yui: await site.registerPerson(account) };
}

/** Asks the receiver yui, and returns how many questions have arrived: 0 or 1. */
async function countArrivals(sender: Browser, yui: Browser, account: string, headers = {}) {
  const before = await countReceived(yui);
  await sender.send(postQuestion, { body: { account, body: "届く？" } }, headers);
  return (await countReceived(yui)) - before;
}

async function countReceived(yui: Browser) {
  return (await yui.send(listReceivedItems, {})).data.pager.total_count;
}

async function readBlocks(yui: Browser) {
  return (await yui.send(listBlocks, {})).data.blocks;
}

test("BOX-15 BOX-16 a receiver blocks the sender of a question, finds the block listed by its question, and removes the block", async () => {
  const { account, yui } = await createReceiver();
  const question_id = await site.askQuestion(kenta, account, `${"長".repeat(80)}い質問`);
  await yui.send(postAnswer, { params: { question_id }, body: { text: "はい" } });
  const { status, data } = await yui.send(postBlock, { body: { question_id } });
  expect(status).toBe(201);
  expect(await countArrivals(kenta, yui, account)).toBe(0);
  expect(await readBlocks(yui)).toEqual([
    {
      id: data.block.id,
      account: null,
      displaying_name: null,
      icon_url: unknownIconUrl,
      question_body: `${"長".repeat(60)}…`,
      blocked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      formatted_date_time: expect.stringMatching(/日$/),
      is_of_talk: false,
    },
  ]);
  expect((await kenta.send(deleteBlock, { params: { id: data.block.id } })).status).toBe(404);
  expect((await yui.send(deleteBlock, { params: { id: data.block.id } })).status).toBe(204);
  expect(await countArrivals(kenta, yui, account)).toBe(1);
  expect(await readBlocks(yui)).toEqual([]);
});

test("BOX-15 BOX-16 an account is blocked by its handle in any letter case", async () => {
  const { account, yui } = await createReceiver();
  await yui.send(postBlock, { body: { account: "KENTA" } });
  expect(await countArrivals(kenta, yui, account)).toBe(0);
  expect(await readBlocks(yui)).toMatchObject([{ account: "kenta", question_body: null }]);
});

test("BOX-15 PRIV-01 blocking an account by name does not tell whether it sent a blocked question", async () => {
  const asked = await createReceiver();
  const notAsked = await createReceiver();
  const question_id = await site.askQuestion(kenta, asked.account, "だれ？");
  const otherId = await site.askQuestion(site.openBrowser(), notAsked.account, "だれ？");
  const collectReplies = async ({ yui }: typeof asked, question: string) => {
    const replies = [
      await yui.send(postBlock, { body: { question_id: question } }),
      await yui.send(postBlock, { body: { account: "kenta" } }),
      await yui.send(listBlocks, {}),
    ];
    // Blocks of the same day are in the order of random ids, so only the characters are compared.
    return replies.map(({ status, text }) => [
      status,
      text
        .replace(/[\w-]{22}/g, "an id")
        .split("")
        .sort()
        .join(""),
    ]);
  };
  const [repliesIfAsked, repliesIfNotAsked] = [
    await collectReplies(asked, question_id),
    await collectReplies(notAsked, otherId),
  ];
  expect(repliesIfAsked[2]?.[0]).toBe(200);
  expect(repliesIfAsked).toEqual(repliesIfNotAsked);
});

test("BOX-16 VISIT-10 a blocked visitor stays blocked after registering", async () => {
  const { account, yui } = await createReceiver();
  const visitor = site.openBrowser();
  const question_id = await site.askQuestion(visitor, account, "いや");
  await yui.send(postBlock, { body: { question_id } });
  const handle = `was_visitor${receiversCount}`;
  await visitor.send(register, { body: { account: handle, password, locale: "ja" } });
  expect(await countArrivals(visitor, yui, account)).toBe(0);
  expect(await readBlocks(yui)).toHaveLength(1);
  expect((await readBlocks(yui))[0]?.account).toBeNull();
});

test("BOX-15 PRIV-01 VISIT-10 the list of blocks does not tell that a blocked visitor has registered", async () => {
  const { account, yui } = await createReceiver();
  const visitor = site.openBrowser();
  const question_id = await site.askQuestion(visitor, account, "いや");
  await yui.send(postBlock, { body: { question_id } });
  const before = (await yui.send(listBlocks, {})).text;
  const body = { account: `came${receiversCount}`, password, locale: "ja" } as const;
  await visitor.send(register, { body });
  expect((await yui.send(listBlocks, {})).text).toBe(before);
  expect(await countArrivals(visitor, yui, account)).toBe(0);
});

test("BOX-15 VISIT-10 a blocked visitor who signs in to a blocked account changes nothing in the list", async () => {
  const { account, yui } = await createReceiver();
  const visitor = site.openBrowser();
  for (const sender of [visitor, kenta]) {
    const question_id = await site.askQuestion(sender, account, "いや");
    await yui.send(postBlock, { body: { question_id } });
  }
  const before = (await yui.send(listBlocks, {})).text;
  await visitor.send(login, { body: { account: "kenta", password } });
  expect((await yui.send(listBlocks, {})).text).toBe(before);
  expect(await countArrivals(visitor, yui, account)).toBe(0);
});

test("BOX-15 API-10 a block with the idempotency key of another block is refused and blocks nobody", async () => {
  const { yui } = await createReceiver();
  const { account } = await createReceiver();
  const headers = { "idempotency-key": "one-key-two-blocks" };
  const body = { account: "kenta" };
  const first = await yui.send(postBlock, { body }, headers);
  expect((await yui.send(postBlock, { body }, headers)).data).toEqual(first.data);
  const other = await yui.send(postBlock, { body: { account } }, headers);
  expect([other.status, other.error?.code]).toEqual([409, "key_reused"]);
  expect(await readBlocks(yui)).toHaveLength(1);
});

test("SAFE-04 a block applies to a visitor's cookie, not to their network", async () => {
  const { account, yui } = await createReceiver();
  const home = { "x-forwarded-for": "198.51.100.9" };
  const visitor = site.openBrowser();
  const body = { account, body: "いや" };
  const asked = await visitor.send(postQuestion, { body }, home);
  await yui.send(postBlock, { body: { question_id: asked.data.uuid_hash } });
  expect(await countArrivals(visitor, yui, account, home)).toBe(0);
  expect(await countArrivals(site.openBrowser(), yui, account, home)).toBe(1);
  expect(await countArrivals(yui, yui, account, home)).toBe(1);
});

test("SAFE-05 each blocked question has its own block, even if two questions have the same sender", async () => {
  const { account, yui } = await createReceiver();
  const senders = [kenta, kenta, site.openBrowser()];
  const ids: string[] = [];
  for (const sender of senders)
    ids.push(await site.askQuestion(sender, account, "ブロックされる質問"));
  const block = async (question_id = "") =>
    (await yui.send(postBlock, { body: { question_id } })).data.block.id;
  const blocks = [await block(ids[0]), await block(ids[1]), await block(ids[2])];
  expect(new Set(blocks).size).toBe(3);
  expect(await block(ids[0])).toBe(blocks[0]);
  expect(await readBlocks(yui)).toHaveLength(3);
  await yui.send(deleteBlock, { params: { id: blocks[0] ?? "" } });
  expect(await countArrivals(kenta, yui, account)).toBe(0);
  await yui.send(deleteBlock, { params: { id: blocks[1] ?? "" } });
  expect(await countArrivals(kenta, yui, account)).toBe(1);
});

test("BOX-15 PRIV-01 the blocks of one sender by two receivers have different pseudonyms", async () => {
  const [first, second] = [await createReceiver(), await createReceiver()];
  for (const { yui, account } of [first, second]) {
    const question_id = await site.askQuestion(kenta, account, "同じ人");
    await yui.send(postBlock, { body: { question_id } });
  }
  const { rows } = await site.services.database.executeSql(
    `select blocks.pseudonym from blocks join users u on u.pk = blocks.receiver_pk
     where u.account = any($1::text[])`,
    [[first.account, second.account]],
  );
  const pseudonyms = (rows as { pseudonym: Uint8Array }[]).map(({ pseudonym }) =>
    Buffer.from(pseudonym).toString("hex"),
  );
  expect(new Set(pseudonyms).size).toBe(2);
});

test.each([
  [{}, 400],
  [{ account: "kenta", question_id: "AAAAAAAAAAAAAAAAAAAAAA" }, 400],
  [{ account: "nobody_here" }, 404],
  [{ question_id: "AAAAAAAAAAAAAAAAAAAAAA" }, 404],
])("BOX-15 the request %o blocks nobody", async (body, status) => {
  const { yui } = await createReceiver();
  expect((await yui.send(postBlock, { body })).status).toBe(status);
  expect(await readBlocks(yui)).toEqual([]);
});

test("BOX-15 nobody can block themselves or the sender of a question to another account", async () => {
  const { yui, account } = await createReceiver();
  const toOneself = await site.askQuestion(yui, account, "自分へ");
  const elsewhere = await site.askQuestion(site.openBrowser(), "kenta", "ケンタへ");
  expect((await yui.send(postBlock, { body: { account } })).status).toBe(422);
  expect((await yui.send(postBlock, { body: { question_id: toOneself } })).status).toBe(422);
  expect((await yui.send(postBlock, { body: { question_id: elsewhere } })).status).toBe(404);
});

test("BOX-15 API-07 a page has twenty blocks", async () => {
  const { yui, account } = await createReceiver();
  for (let index = 0; index < 21; index++) {
    const from = { "x-forwarded-for": `203.0.113.${index}` };
    const body = { account, body: `質問${index}` };
    const asked = await site.openBrowser().send(postQuestion, { body }, from);
    await yui.send(postBlock, { body: { question_id: asked.data.uuid_hash } });
  }
  const second = (await yui.send(listBlocks, { query: { page: "2" } })).data;
  expect(second.blocks).toHaveLength(1);
  expect(second.pager).toEqual({ current_page: 2, total_pages: 2, total_count: 21, limit: 20 });
});
