import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { listHeldQuestions, putCalmMode } from "@toibako/contract/filters.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { getQuestion, postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import { openSite } from "#platform/testing/site.ts";
import { loadWordLists } from "../filters/words.ts";
import { askAccount } from "./commands/ask.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

async function readInboxById() {
  const { items } = (await yui.send(listReceivedItems, { query: { limit: "20" } })).data;
  return new Map(items.map((item) => [item.uuid_hash, item]));
}

test("ASK-10 ASK-11 VISIT-07 a visitor's question reaches the inbox, and the header Location is the visitor's list of sent questions", async () => {
  const visitor = site.openBrowser("en");
  const asked = await visitor.send(postQuestion, {
    body: { account: "YUI", body: "  What do you like?\r\n ", locale: "en" },
  });
  expect(asked.status).toBe(201);
  expect(asked.location).toBe("/en/not_login_user");
  const { data } = await yui.send(listReceivedItems, { query: { status: "unread" } });
  expect(data.items).toMatchObject([
    { uuid_hash: asked.data.uuid_hash, body: "What do you like?" },
  ]);
  expect((await yui.send(getUnreadCounts, {})).data.received_items).toBe(1);
});

test("ASK-11 the header Location is a signed-in sender's list of sent questions", async () => {
  const asked = await kenta.send(postQuestion, { body: { account: "yui", body: "元気？" } });
  expect(asked.location).toBe("/ja/me/home?tab=send");
});

test('ASK-16 the type "question" is accepted as an older name of "text"', async () => {
  const send = (body: object) =>
    kenta.send(postQuestion, { body: { account: "yui", type: "question" as const, ...body } });
  const asked = await send({ body: "古い呼び名" });
  expect(asked.status).toBe(201);
  expect((await readInboxById()).get(asked.data.uuid_hash)?.type).toBe("text");
  expect((await send({ stamp_id: "eat" })).status).toBe(400);
  expect((await send({ body: "どっち？", options: ["海", "山"] })).status).toBe(400);
});

test.each(["", "  ", "\r\n\t ", "\u200b", "\u3164", "\u0000"])(
  "ASK-02 ASK-12 %j is refused as blank, in the sender's language",
  async (body) => {
    const refused = await site
      .openBrowser("en")
      .send(postQuestion, { body: { account: "yui", body } });
    expect(refused.status).toBe(400);
    expect(refused.error).toEqual({
      code: "invalid_fields",
      messages: ["Please write something."],
      details: { body: ["Please write something."] },
    });
  },
);

test("ASK-02 ASK-03 5000 characters are accepted; one more is refused, and the error names the maximum length", async () => {
  // One character that consists of seven code points.
  const family = "👨‍👩‍👧‍👦";
  const send = (body: string) => kenta.send(postQuestion, { body: { account: "yui", body } });
  const whole = await send(family.repeat(5000));
  expect(whole.status).toBe(201);
  expect((await readInboxById()).get(whole.data.uuid_hash)?.body).toBe(family.repeat(5000));
  const refused = await send("あ".repeat(5001));
  expect(refused.status).toBe(400);
  expect(refused.error?.messages.join()).toContain("5000");
});

test("ASK-04 a text is stored as NFC with its line breaks and without control characters", async () => {
  const body = "  \u202eか\u3099\u0007\r\n\r\ne\u200e\u0301  👨‍👩‍👧  ";
  const uuid = await site.askQuestion(kenta, "yui", body);
  expect((await readInboxById()).get(uuid)?.body).toBe("が\n\né  👨‍👩‍👧");
});

test.each([
  "<script>alert(1)</script>",
  "'; drop table users; --",
  "#{7*7}{{7*7}}",
  "%s%n",
  "\\u0000",
])("ASK-04 %j is stored as plain text", async (body) => {
  const uuid = await site.askQuestion(kenta, "yui", body);
  expect((await readInboxById()).get(uuid)?.body).toBe(body);
});

test.each([
  [{ body: "a" }, 400],
  [{ body: "a", account: "" }, 400],
  [{ body: "a", account: "nobody_here" }, 404],
  [{ body: "a", account: "yui%" }, 404],
  [{ body: "a", account: "' or true --" }, 404],
])("ASK-13 a question without an existing receiver is refused: %o", async (body, status) => {
  expect((await kenta.send(postQuestion, { body } as never)).status).toBe(status);
});

test("ASK-16 until a question is answered, only its receiver can open it", async () => {
  const id = await site.askQuestion(site.openBrowser(), "yui", "ひみつ");
  const { question } = (await yui.send(getQuestion, { params: { id } })).data;
  expect(question).toMatchObject({
    uuid_hash: id,
    body: "ひみつ",
    account: "yui",
    locale: "ja",
    status: "unread",
    type: "text",
    stamp: null,
    options: null,
    is_mine: true,
    is_welcome: false,
    is_reportable: true,
    item: null,
  });
  for (const other of [kenta, site.openBrowser()]) {
    expect((await other.send(getQuestion, { params: { id } })).status).toBe(404);
  }
});

test("ASK-19 a question to oneself is marked as such, but only in the inbox", async () => {
  const fromOneself = await site.askQuestion(yui, "yui", "自分へ");
  const fromKenta = await site.askQuestion(kenta, "yui", "他人から");
  const items = await readInboxById();
  expect(items.get(fromOneself)?.is_self).toBe(true);
  expect(items.get(fromKenta)?.is_self).toBe(false);
  const { data } = await yui.send(getQuestion, { params: { id: fromOneself } });
  expect(data.question).not.toHaveProperty("is_self");
  expect(data.question.is_reportable).toBe(false);
});

test("VISIT-09 reading sets no cookie, the first question sets the visitor cookie and its hint, and the next question sets none", async () => {
  const visitor = site.openBrowser();
  await visitor.send(getUser, { params: { id: "yui" } });
  await visitor.send(listItems, { query: { account: "yui" } });
  await visitor.send(listSendQuestions, {});
  await visitor.send(getUnreadCounts, {});
  expect(visitor.cookies.size).toBe(0);
  const request = { body: { account: "yui", body: "はじめて" } };
  const first = await visitor.send(postQuestion, request);
  const [token, hint] = [first.headers["set-cookie"]].flat();
  expect(token).toMatch(
    /^__Host-visitor=[\w-]{48}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  // Scripts can read the hint, which says only that a visitor cookie exists.
  expect(hint).toMatch(/^__Host-is-visitor=1; Max-Age=\d+; Path=\/; Secure; SameSite=Lax$/);
  expect((await visitor.send(postQuestion, request)).headers["set-cookie"]).toBeUndefined();
});

test("VISIT-09 a write that is refused before its handler runs sets no cookie", async () => {
  const visitor = site.openBrowser();
  await visitor.send(toggleLike, { body: {} } as never);
  await visitor.send(postQuestion, { body: { account: "yui", body: "a" } }, { "x-csrf-token": "" });
  expect(visitor.cookies.size).toBe(0);
});

test("SAFE-07 calm mode holds the question of a visitor whose cookie has no date", async () => {
  const emma = await site.registerPerson("emma");
  await emma.send(putCalmMode, { body: { duration: "week" } });
  const { services } = site;
  const identity = services.secrets.deriveVisitorIdentity("of unknown age");
  const like_actor = services.secrets.deriveLikeActor(identity);
  const adopted_identities: Buffer[] = [];
  const sender = { user: undefined, identity, like_actor, adopted_identities };
  const filter = {
    readWordLists: async () => loadWordLists(),
    classifyText: () => Promise.resolve(undefined),
  };
  await askAccount(services, filter, {
    uuid_hash: createPublicId(),
    account: "emma",
    input: { body: "Are you there?" },
    sender: { ...sender, visitor_since: undefined },
    address: "203.0.113.7",
  });
  const { data } = await emma.send(listHeldQuestions, {});
  expect(data.questions).toMatchObject([
    { body: "Are you there?", held_by: { kind: "calm_mode" } },
  ]);
});
