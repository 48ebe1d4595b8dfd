import { register } from "@toibako/contract/accounts.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { createProofHeader } from "#platform/testing/proofs.ts";
import { openSite, password } from "#platform/testing/site.ts";

// The site has the limits of the contract; other tests have none. It trusts a proxy, so that tests can choose
// the IP address of each request. It is without Redis, because the clock of Redis can't be stopped.
const site = await openSite({
  limit_factor: 1,
  trust_proxy: ["127.0.0.1"],
  redis_url: undefined,
});
const yui = await site.registerPerson("yui");
await site.registerPerson("mei");

// Counters start again every minute, so the clock stands still at the start of a minute.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 });
});
afterAll(() => vi.useRealTimers());

const createAddressHeader = (address: string) => ({ "x-forwarded-for": address });

function ask(
  sender: Browser,
  account: string,
  address: string,
  extraHeaders: Record<string, string> = {},
) {
  const body = { account, body: "元気？" };
  return sender.send(postQuestion, { body }, { ...createAddressHeader(address), ...extraHeaders });
}

/** Creates a visitor whose cookie is two days old. Each `name` gives another visitor. */
function createOldVisitor(name: string): Browser {
  const visitor = site.openBrowser();
  const madeAt = new Date(Date.now() - 48 * 3_600_000);
  const token = site.services.secrets.createVisitorToken("", `${name}, long ago`, madeAt);
  visitor.cookies.set("__Host-visitor", token);
  return visitor;
}

/** Lets new visitors, each with a proof of work, ask the accounts in turn; returns all replies. */
async function sendQuestions(accounts: string[], address: string, count: number) {
  const replies: Awaited<ReturnType<typeof ask>>[] = [];
  for (let index = 0; index < count; index++) {
    const account = accounts[index % accounts.length] ?? "";
    replies.push(
      await ask(site.openBrowser("en"), account, address, await createProofHeader(site.services)),
    );
  }
  return replies;
}

test("API-11 a visitor's fourth question in a minute gets 429 with Retry-After", async () => {
  const visitor = site.openBrowser("en");
  for (const index of [1, 2, 3]) {
    expect((await ask(visitor, "mei", `198.51.100.${index}`)).status).toBe(201);
  }
  const refused = await ask(visitor, "mei", "198.51.100.4");
  expect(refused.status).toBe(429);
  expect(refused.error).toMatchObject({
    code: "too_many",
    messages: [expect.stringMatching(/wait/)],
  });
  const wait = Number(refused.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test("API-11 an account may ask 30 times in a quarter of an hour, from however many networks", async () => {
  const kenta = await site.registerPerson("kenta");
  const statuses: number[] = [];
  for (let index = 0; index < 31; index++) {
    statuses.push((await ask(kenta, "mei", `203.0.113.${index}`)).status);
  }
  expect(statuses).toEqual([...Array(30).fill(201), 429]);
});

test("API-11 SAFE-08 forged visitor cookies are ignored and replaced by valid ones", async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 21; index++) {
    const visitor = site.openBrowser();
    const forgedToken = `${index}`.padStart(43, "x");
    visitor.cookies.set("__Host-visitor", forgedToken);
    const { status } = await ask(visitor, "mei", "198.51.100.77");
    statuses.push(status);
    expect(visitor.cookies.get("__Host-visitor") === forgedToken).toBe(status === 429);
  }
  // They count as visitors without a cookie, of whom 10 to 20 may ask from one network without a proof.
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(201));
  expect(statuses.at(-1)).toBe(429);
});

test("SAFE-08 new visitors of one network may ask 30 to 45 times a minute, even with proofs", async () => {
  const replies = await sendQuestions(["yui"], "192.0.2.1", 50);
  const asked = replies.filter(({ status }) => status === 201).length;
  expect(asked).toBeGreaterThanOrEqual(30);
  expect(asked).toBeLessThanOrEqual(45);
  const refused = replies.at(-1);
  expect(refused?.error?.code).toBe("too_many");
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  const received = await yui.send(listReceivedItems, {});
  expect(received.data.pager.total_count).toBe(asked);
});

test("SAFE-04 questions to all receivers count toward one limit of the sender's network", async () => {
  const replies = await sendQuestions(["yui", "mei"], "192.0.2.2", 50);
  const statuses = replies.map(({ status }) => status);
  const asked = statuses.filter((status) => status === 201).length;
  expect(asked).toBeGreaterThanOrEqual(30);
  expect(asked).toBeLessThanOrEqual(45);
  expect(statuses).toEqual([...Array(asked).fill(201), ...Array(50 - asked).fill(429)]);
  // The refusal is the same if the account does not exist.
  const refusals = await sendQuestions(["yui", "mei", "nobody_here"], "192.0.2.2", 3);
  const replyParts = refusals.map(({ status, text, headers }) => [
    status,
    text,
    Object.keys(headers),
  ]);
  for (const parts of replyParts) expect(parts).toEqual(replyParts[0]);
});

test("SAFE-04 a question to a flooded receiver arrives from any network", async () => {
  await sendQuestions(["yui"], "192.0.2.3", 50);
  const count = async () => (await yui.send(listReceivedItems, {})).data.pager.total_count;
  const before = await count();
  for (const [index, address] of ["192.0.2.3", "192.0.2.4"].entries()) {
    expect((await ask(createOldVisitor(`sender ${index}`), "yui", address)).status).toBe(201);
  }
  expect(await count()).toBe(before + 2);
});

test("SAFE-08 the limit for new visitors applies neither to accounts nor to visitors whose cookie is a day old", async () => {
  const rin = await site.registerPerson("rin");
  await sendQuestions(["mei"], "192.0.2.5", 50);
  expect(
    (await ask(site.openBrowser(), "mei", "192.0.2.5", await createProofHeader(site.services)))
      .status,
  ).toBe(429);
  expect((await ask(createOldVisitor("somebody"), "mei", "192.0.2.5")).status).toBe(201);
  expect((await ask(rin, "mei", "192.0.2.5")).status).toBe(201);
});

test("SAFE-04 networks have different limits", async () => {
  const counts: number[] = [];
  for (let network = 10; network < 16; network++) {
    const replies = await sendQuestions(["mei"], `192.0.2.${network}`, 50);
    counts.push(replies.filter(({ status }) => status === 201).length);
  }
  expect(new Set(counts).size).toBeGreaterThan(1);
});

test("API-11 likes have a limit for visitors and for accounts", async () => {
  const haru = await site.registerPerson("haru");
  for (const viewer of [haru, createOldVisitor("a liker")]) {
    const likes = Array.from({ length: 121 }, () =>
      viewer.send(toggleLike, { body: { answer_id: "x" } }),
    );
    const statuses = (await Promise.all(likes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  }
});

test("AUTH-01 API-11 one network may register 20 accounts an hour", async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 21; index++) {
    const body = { account: `flood_${index}`, password, locale: "ja" } as const;
    statuses.push(
      (await site.openBrowser().send(register, { body }, createAddressHeader("192.0.2.99"))).status,
    );
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test("API-01 cross-site writes don't count toward a visitor's limit", async () => {
  const visitor = createOldVisitor("a victim");
  const body = { account: "mei", body: "本物" };
  for (let index = 0; index < 5; index++) {
    const crossSiteHeaders = {
      ...createAddressHeader("192.0.2.55"),
      origin: "https://evil.example",
    };
    expect((await visitor.send(postQuestion, { body }, crossSiteHeaders)).status).toBe(403);
  }
  expect((await ask(visitor, "mei", "192.0.2.55")).status).toBe(201);
});
