// Needs no test on PostgreSQL and Redis: its clock stands still, but that of Redis goes on and ends its windows.
import { postAnswer } from "@toibako/contract/answers.ts";
import { getChallenge, proofHeader, proofLevelHeader } from "@toibako/contract/challenges.ts";
import { toggleLike, toggleLikePut } from "@toibako/contract/likes.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import type { Payload } from "altcha-lib/types";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createSecrets } from "#platform/identity/secrets.ts";
import { visitorCookie } from "#platform/identity/session.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  createProofHeader,
  createSolutionHeader,
  decode,
  encode,
  solveNewChallenge,
} from "#platform/testing/proofs.ts";
import { openSite } from "#platform/testing/site.ts";
import { createProofChallenge } from "./proofs.ts";

// The app trusts X-Forwarded-For, so that each test can come from networks of its own, and it is without
// Redis, because the clock of Redis can't be stopped.
const behindProxy = { limit_factor: 1, trust_proxy: ["127.0.0.1"], redis_url: undefined };
const site = await openSite(behindProxy);
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await site.registerPerson("mei");
const answer_id = await createAnswerOf(yui);

async function createAnswerOf(person: Browser) {
  const question_id = await site.askQuestion(kenta, "yui", "元気？");
  const call = { params: { question_id }, body: { text: "どうぞ" } };
  return (await person.send(postAnswer, call)).data.answer.id;
}

// The maxima change every minute. The tests stop the clock, so that they all run in the same minute.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 });
});
afterAll(() => vi.useRealTimers());

type Headers = Record<string, string>;
const createAddressHeader = (address: string): Headers => ({ "x-forwarded-for": address });

/** Limits don't depend on the receiver, so tests may ask any receiver. */
function ask(browser: Browser, headers: Headers, account = "mei") {
  return browser.send(postQuestion, { body: { account, body: "元気？" } }, headers);
}

function likeAnswer(browser: Browser, headers: Headers) {
  return browser.send(toggleLike, { body: { answer_id } }, headers);
}

/**
 * Lets visitors without a cookie ask or like from one network until one of them needs a proof; returns how
 * many needed none.
 */
async function exhaustLimit(
  address: string,
  send: typeof ask | typeof likeAnswer = ask,
): Promise<number> {
  for (let passed = 0; passed < 30; passed++) {
    const { status, error } = await send(site.openBrowser(), createAddressHeader(address));
    if (status === 429 && error?.code === "proof_needed") return passed;
    expect(status).toBeLessThan(300);
  }
  throw new Error("no proof was ever needed");
}

test("SAFE-08 10 to 20 visitors without a cookie may ask from one network in a minute, and further ones need a proof", async () => {
  const passed: number[] = [];
  for (let network = 0; network < 10; network++)
    passed.push(await exhaustLimit(`192.0.2.${network}`));
  expect(Math.min(...passed)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...passed)).toBeLessThanOrEqual(20);
  // The maximum varies, so reaching it doesn't reveal how many others asked.
  expect(new Set(passed).size).toBeGreaterThan(1);
});

test("SAFE-08 likes and questions of visitors without a cookie share one limit per network", async () => {
  await exhaustLimit("198.51.100.1", likeAnswer);
  expect((await ask(site.openBrowser(), createAddressHeader("198.51.100.1"))).error?.code).toBe(
    "proof_needed",
  );
  expect((await ask(site.openBrowser(), createAddressHeader("198.51.100.2"))).status).toBe(201);
});

test("SAFE-08 an IPv6 address is counted in its /64, and every spelling of an IPv4 address counts as one network", async () => {
  await exhaustLimit("2001:db8:5:5::1");
  expect((await ask(site.openBrowser(), createAddressHeader("2001:db8:5:5:9:9:9:9"))).status).toBe(
    429,
  );
  expect((await ask(site.openBrowser(), createAddressHeader("2001:db8:5:6::1"))).status).toBe(201);
  await exhaustLimit("198.51.100.3");
  expect((await ask(site.openBrowser(), createAddressHeader("64:ff9b::198.51.100.3"))).status).toBe(
    429,
  );
  expect((await ask(site.openBrowser(), createAddressHeader("::ffff:198.51.100.3"))).status).toBe(
    429,
  );
});

test("SAFE-08 the networks of one /56 and of one /48 share limits", async () => {
  // On a site of its own: this many visitors without a cookie come near the limit of the whole site.
  const otherSite = await openSite(behindProxy);
  await otherSite.registerPerson("mei");
  /** Asks from one network after the other until one needs a proof; returns how many needed none. */
  const askUntilRefused = async (formatAddress: (n: number) => string) => {
    for (let n = 0; ; n++) {
      const headers = createAddressHeader(formatAddress(n));
      if ((await ask(otherSite.openBrowser(), headers)).status === 429) return n;
    }
  };
  const formatHex = (n: number) => n.toString(16);
  const in56 = await askUntilRefused((n) => `2001:db8:7:1${formatHex(n).padStart(2, "0")}::1`);
  expect(in56).toBeGreaterThanOrEqual(40);
  expect(in56).toBeLessThanOrEqual(80);
  expect(
    (await ask(otherSite.openBrowser(), createAddressHeader("2001:db8:7:200::1"))).status,
  ).toBe(201);
  const in48 = await askUntilRefused((n) => `2001:db8:8:${formatHex(n * 64)}::1`);
  expect(in48).toBeGreaterThanOrEqual(160);
  expect(in48).toBeLessThanOrEqual(320);
  expect((await ask(otherSite.openBrowser(), createAddressHeader("2001:db8:9::1"))).status).toBe(
    201,
  );
});

test("SAFE-08 a network at its limit doesn't use up the limit of its neighbours", async () => {
  for (let i = 0; i < 100; i++) await ask(site.openBrowser(), createAddressHeader("2001:db8:a::1"));
  expect((await ask(site.openBrowser(), createAddressHeader("2001:db8:a:1::1"))).status).toBe(201);
});

test("SAFE-08 when visitors without a cookie come from many networks, further ones of any network need a proof", async () => {
  // A twentieth of each maximum: one for a network, 30 to 45 for the site.
  const crowded = await openSite({ ...behindProxy, limit_factor: 0.05 });
  await crowded.registerPerson("mei");
  let passed = 0;
  while (
    (await ask(crowded.openBrowser(), createAddressHeader(`192.0.2.${passed}`))).status === 201
  )
    passed += 1;
  expect(passed).toBeGreaterThanOrEqual(30);
  expect(passed).toBeLessThanOrEqual(45);

  const elsewhere = createAddressHeader("203.0.113.1");
  const refused = await ask(crowded.openBrowser(), elsewhere);
  expect([refused.status, refused.error?.code]).toEqual([429, "proof_needed"]);
  expect(refused.headers[proofLevelHeader]).toBe("0");
  const proof = await createProofHeader(crowded.services);
  expect((await ask(crowded.openBrowser(), { ...elsewhere, ...proof })).status).toBe(201);
  const returningVisitor = crowded.openBrowser();
  const longAgo = new Date(Date.now() - 48 * 3_600_000);
  const { createVisitorToken } = crowded.services.secrets;
  returningVisitor.cookies.set("__Host-visitor", createVisitorToken("", "long ago", longAgo));
  expect((await ask(returningVisitor, elsewhere)).status).toBe(201);
});

test("SAFE-08 a network beyond its limit doesn't use up the limit of the site", async () => {
  const crowded = await openSite({ ...behindProxy, limit_factor: 0.05 });
  await crowded.registerPerson("mei");
  for (let i = 0; i < 60; i++) await ask(crowded.openBrowser(), createAddressHeader("192.0.2.1"));
  expect((await ask(crowded.openBrowser(), createAddressHeader("192.0.2.2"))).status).toBe(201);
});

test("SAFE-08 the refusal states which proof is needed, and creates no visitor", async () => {
  await exhaustLimit("198.51.100.4");
  const visitor = site.openBrowser("en");
  const refused = await ask(visitor, createAddressHeader("198.51.100.4"));
  expect(refused.status).toBe(429);
  expect(refused.headers[proofLevelHeader]).toBe("0");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.error?.messages).toEqual([expect.stringMatching(/check/)]);
  expect(visitor.cookies.size).toBe(0);
});

test("SAFE-08 a question to an unknown account creates no visitor", async () => {
  const visitor = site.openBrowser();
  expect((await ask(visitor, createAddressHeader("198.51.100.5"), "nobody_here")).status).toBe(404);
  expect(visitor.cookies.size).toBe(0);
  expect((await ask(visitor, createAddressHeader("198.51.100.5"))).status).toBe(201);
  expect(visitor.cookies.has(visitorCookie)).toBe(true);
});

test("SAFE-08 a visitor without a cookie asks or likes with a proof, and needs none afterwards", async () => {
  await exhaustLimit("198.51.100.6");
  const addressHeader = createAddressHeader("198.51.100.6");
  const visitor = site.openBrowser();
  expect(
    (await ask(visitor, { ...addressHeader, ...(await solveNewChallenge(visitor)) })).status,
  ).toBe(201);
  expect((await ask(visitor, addressHeader)).status).toBe(201);
  const liker = site.openBrowser();
  expect(
    (await likeAnswer(liker, { ...addressHeader, ...(await solveNewChallenge(liker)) })).status,
  ).toBe(200);
  expect((await likeAnswer(liker, addressHeader)).status).toBe(200);
});

test("SAFE-08 the limit doesn't apply to visitors with a cookie and to accounts", async () => {
  const returningVisitor = site.openBrowser();
  expect((await ask(returningVisitor, createAddressHeader("198.51.100.8"))).status).toBe(201);
  await exhaustLimit("198.51.100.7");
  expect((await ask(returningVisitor, createAddressHeader("198.51.100.7"))).status).toBe(201);
  expect((await ask(kenta, createAddressHeader("198.51.100.7"))).status).toBe(201);
});

test("SAFE-08 a proof that is sent many times simultaneously is accepted once", async () => {
  await exhaustLimit("198.51.100.9");
  const headers = {
    ...createAddressHeader("198.51.100.9"),
    ...(await solveNewChallenge(site.openBrowser())),
  };
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => ask(site.openBrowser(), headers)),
  );
  const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array(7).fill(429)]);
});

test("SAFE-08 an expired, forged or changed proof is refused", async () => {
  await exhaustLimit("198.51.100.10");
  const { secrets } = site.services;
  const expired = await createSolutionHeader(
    await createProofChallenge(secrets, 0, Date.now() - 601_000),
  );
  const forged = await createSolutionHeader(
    await createProofChallenge(createSecrets(Buffer.alloc(32, "another site")), 0),
  );
  const { challenge, solution } = decode<Payload>(
    (await solveNewChallenge(site.openBrowser()))[proofHeader] ?? "",
  );
  const otherChallenge = (await site.openBrowser().send(getChallenge, {})).data.challenge;
  const malformed: object[] = [
    { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution },
    { challenge: decode(otherChallenge), solution },
    { challenge, solution: { ...solution, derivedKey: `00${solution.derivedKey.slice(2)}` } },
    { challenge: { parameters: challenge.parameters }, solution },
    { challenge },
    { solution },
    [],
  ];
  const headers = [
    expired,
    forged,
    ...malformed.map((proof) => ({ [proofHeader]: encode(proof) })),
  ];
  for (const proof of [...headers, { [proofHeader]: "{" }, { [proofHeader]: "x".repeat(5_000) }]) {
    const reply = await ask(site.openBrowser(), {
      ...createAddressHeader("198.51.100.10"),
      ...proof,
    });
    expect(reply.error?.code).toBe("proof_needed");
  }
  // Unchanged, the same proof is accepted.
  const proof = { [proofHeader]: encode({ challenge, solution }) };
  expect(
    (await ask(site.openBrowser(), { ...createAddressHeader("198.51.100.10"), ...proof })).status,
  ).toBe(201);
});

test("SAFE-08 challenges differ, aren't cached, and have four levels", async () => {
  const visitor = site.openBrowser();
  const replies = await Promise.all([1, 2].map(() => visitor.send(getChallenge, {})));
  expect(new Set(replies.map(({ data }) => data.challenge)).size).toBe(2);
  for (const { headers } of replies) expect(headers["cache-control"]).toContain("no-store");
  expect((await visitor.sendRaw("GET", `${getChallenge.path}?level=3`)).status).toBe(200);
  expect((await visitor.sendRaw("GET", `${getChallenge.path}?level=4`)).status).toBe(400);
});

test("SAFE-08 of 120 new visitors of one network with proofs, 60 to 90 can like an answer within a minute", async () => {
  const addressHeader = createAddressHeader("198.51.100.11");
  let liked = 0;
  for (let i = 0; i < 120; i++) {
    const proof = await createProofHeader(site.services);
    const { status } = await likeAnswer(site.openBrowser(), { ...addressHeader, ...proof });
    if (status === 200) liked += 1;
  }
  expect(liked).toBeGreaterThanOrEqual(60);
  expect(liked).toBeLessThanOrEqual(90);
});

test("SAFE-08 POST and PUT of a like share one limit", async () => {
  const visitor = site.openBrowser();
  const addressHeader = createAddressHeader("198.51.100.12");
  expect((await likeAnswer(visitor, addressHeader)).status).toBe(200);
  const calls = Array.from({ length: 120 }, (_, index) =>
    visitor.send(
      index % 2 === 0 ? toggleLike : toggleLikePut,
      { body: { answer_id: "x" } },
      addressHeader,
    ),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toContain(429);
});
