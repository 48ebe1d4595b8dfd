import { login, logout } from "@toibako/contract/accounts.ts";
import { proofLevelHeader } from "@toibako/contract/challenges.ts";
import { putInitialSetting } from "@toibako/contract/onboarding.ts";
import { putPassword } from "@toibako/contract/passwords.ts";
import { putAccount } from "@toibako/contract/settings.ts";
import { afterEach, expect, test, vi } from "vitest";
import type { Counter } from "#platform/limits/counters.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { createProofHeader, solveNewChallenge } from "#platform/testing/proofs.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createSignInLimiter } from "./commands/attempts.ts";
import { chooseDelay, chooseProofLevel } from "./policy.ts";

// Trusts a proxy, so that a header can set the address of each attempt.
const site = await openSite({ limit_factor: 1, trust_proxy: ["127.0.0.1"] });

afterEach(() => vi.useRealTimers());

type Headers = Record<string, string>;
const createAddressHeader = (address: string): Headers => ({ "x-forwarded-for": address });

function signIn(browser: Browser, account: string, typedPassword: string, headers: Headers) {
  return browser.send(login, { body: { account, password: typedPassword } }, headers);
}

/** Tries wrong passwords without proofs, each from a different address. */
async function guessPassword(account: string, times: number, network = "198.51.100") {
  const replies: Awaited<ReturnType<typeof signIn>>[] = [];
  for (let index = 0; index < times; index++) {
    const headers = createAddressHeader(`${network}.${index}`);
    replies.push(await signIn(site.openBrowser(), account, "a wrong guess", headers));
  }
  return replies;
}

test("SAFE-13 AUTH-04 of 100 wrong passwords from 100 addresses the server checks 5 and demands a proof of work for the others", async () => {
  await site.registerPerson("yui");
  const replies = await guessPassword("yui", 100);
  const statuses = replies.map(({ status }) => status);
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(95).fill(429)]);
  for (const { error, headers } of replies.slice(5)) {
    expect(error?.code).toBe("proof_needed");
    expect(headers[proofLevelHeader]).toBe("0");
  }
});

test("SAFE-13 simultaneous attempts and other letter cases of the handle count as attempts for one account", async () => {
  await site.registerPerson("Hina_01");
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      signIn(
        site.openBrowser(),
        index % 2 ? "hina_01" : "HINA_01",
        "no",
        createAddressHeader(`198.51.100.${index}`),
      ),
    ),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
});

// PostgreSQL's `lower` converts “İ” (U+0130) to "i", JavaScript's `toLowerCase` converts it to two characters.
test("SAFE-13 a handle with a letter that handles can't contain finds no account", async () => {
  await site.registerPerson("miiiki");
  const reply = await signIn(
    site.openBrowser(),
    "m\u0130iiki",
    password,
    createAddressHeader("203.0.113.9"),
  );
  expect([reply.status, reply.error?.code]).toEqual([401, "wrong_credentials"]);
});

test("SAFE-13 a known browser isn't one for a handle with a letter that handles can't contain", async () => {
  const browser = await site.registerPerson("kiiiko");
  await browser.send(logout, {});
  const headers = createAddressHeader("203.0.113.10");
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++) {
    statuses.push((await signIn(browser, "k\u0130iiko", "no", headers)).status);
  }
  expect(statuses).toEqual([...Array(5).fill(401), 429]);
});

test("SAFE-13 the owner signs in without a proof on a browser where they signed in before", async () => {
  const owner = await site.registerPerson("mei");
  await owner.send(logout, {});
  await guessPassword("mei", 20);
  const reply = await signIn(owner, "MEI", password, createAddressHeader("203.0.113.1"));
  expect(reply.status).toBe(200);
  // The browser is not a known browser of another account.
  await owner.send(logout, {});
  await site.registerPerson("aoi");
  await guessPassword("aoi", 20);
  expect((await signIn(owner, "aoi", password, createAddressHeader("203.0.113.1"))).status).toBe(
    429,
  );
});

test("SAFE-13 one browser is a known browser of each account that signed in there", async () => {
  const browser = await site.registerPerson("first");
  await browser.send(logout, {});
  await site.registerPerson("second");
  expect(
    (await signIn(browser, "second", password, createAddressHeader("203.0.113.2"))).status,
  ).toBe(200);
  for (const account of ["first", "second"]) {
    await browser.send(logout, {});
    await guessPassword(account, 20);
    expect(
      (await signIn(browser, account, password, createAddressHeader("203.0.113.2"))).status,
    ).toBe(200);
  }
  const cookie = browser.cookies.get("__Host-known") ?? "";
  expect(cookie).toMatch(/^[\w-]{22}(\.[\w-]{22}){2}$/);
});

test("SAFE-13 the cookie of a known browser is HttpOnly, and forged ones are not accepted", async () => {
  await site.registerPerson("nao");
  const browser = site.openBrowser();
  const reply = await signIn(browser, "nao", password, createAddressHeader("203.0.113.3"));
  const knownCookie = [reply.headers["set-cookie"]]
    .flat()
    .find((line) => line?.startsWith("__Host-known"));
  expect(knownCookie).toMatch(/HttpOnly/);
  expect(knownCookie).toMatch(/Secure/);
  expect(knownCookie).toMatch(/SameSite=Strict/);
  await guessPassword("nao", 20);
  const [browserId = "", mark = ""] = (browser.cookies.get("__Host-known") ?? "").split(".");
  for (const forged of [`${"x".repeat(22)}.${mark}`, `${browserId}.${"x".repeat(22)}`, mark, ""]) {
    const thief = site.openBrowser();
    thief.cookies.set("__Host-known", forged);
    expect((await signIn(thief, "nao", password, createAddressHeader("203.0.113.3"))).status).toBe(
      429,
    );
  }
});

test("SAFE-13 AUTH-21 after a change of the password, only the browser that changed it is known", async () => {
  const owner = await site.registerPerson("rika");
  const other = await site.signInAgain("rika");
  await other.send(logout, {});
  const body = { current_password: password, password: "another long enough password" };
  expect((await owner.send(putPassword, { body })).status).toBe(204);
  await owner.send(logout, {});
  await guessPassword("rika", 20);
  const headers = createAddressHeader("203.0.113.7");
  expect((await signIn(other, "rika", body.password, headers)).status).toBe(429);
  expect((await signIn(owner, "rika", body.password, headers)).status).toBe(200);
});

test("SAFE-13 AUTH-26 known browsers of an account stay known when the account changes its handle", async () => {
  const owner = await site.registerPerson("yuna");
  const other = await site.signInAgain("yuna");
  await other.send(logout, {});
  expect((await owner.send(putAccount, { body: { account: "yuna_2" } })).status).toBe(200);
  await guessPassword("yuna_2", 20);
  const headers = createAddressHeader("203.0.113.8");
  expect((await signIn(other, "yuna_2", password, headers)).status).toBe(200);
});

test("SAFE-13 a known browser of an account is not known to the next account that takes its handle", async () => {
  const former = await site.registerPerson("famous_name");
  const body = { user: { account: "renamed" } };
  expect((await former.send(putInitialSetting, { body })).status).toBe(200);
  await former.send(logout, {});
  await site.registerPerson("famous_name");
  await guessPassword("famous_name", 20);
  const headers = createAddressHeader("203.0.113.9");
  expect((await signIn(former, "famous_name", "a guess", headers)).status).toBe(429);
});

test("SAFE-13 a known browser may make 10 attempts without a proof", async () => {
  const browser = await site.registerPerson("ren");
  await browser.send(logout, {});
  await guessPassword("ren", 5);
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) {
    statuses.push(
      (await signIn(browser, "ren", "a guess", createAddressHeader("203.0.113.4"))).status,
    );
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
});

test("SAFE-13 the owner signs in on a new browser with a proof", async () => {
  await site.registerPerson("sora");
  await guessPassword("sora", 100);
  const browser = site.openBrowser();
  const headers = createAddressHeader("203.0.113.5");
  expect((await signIn(browser, "sora", password, headers)).status).toBe(429);
  const proof = await solveNewChallenge(browser);
  expect((await signIn(browser, "sora", password, { ...headers, ...proof })).status).toBe(200);
});

test("SAFE-13 proofs become harder with the number of attempts", async () => {
  await site.registerPerson("kai");
  await guessPassword("kai", 5);
  const levels: unknown[] = [];
  for (let index = 0; index < 15; index++) {
    const unproven = await signIn(
      site.openBrowser(),
      "kai",
      "a guess",
      createAddressHeader(`203.0.113.${index}`),
    );
    levels.push(unproven.headers[proofLevelHeader]);
    // A proof of the highest level, which any attempt may use.
    const proof = await createProofHeader(site.services);
    const headers = { ...createAddressHeader(`203.0.113.${index}`), ...proof };
    expect((await signIn(site.openBrowser(), "kai", "a guess", headers)).status).toBe(401);
  }
  expect(levels).toEqual([...Array(5).fill("0"), ...Array(5).fill("1"), ...Array(5).fill("2")]);
  // A proof of a lower level is refused.
  const easyProof = {
    ...createAddressHeader("203.0.113.6"),
    ...(await solveNewChallenge(site.openBrowser(), "2")),
  };
  const refused = await signIn(site.openBrowser(), "kai", password, easyProof);
  expect(refused.headers[proofLevelHeader]).toBe("3");
});

test("SAFE-13 AUTH-04 replies are the same whether or not the account exists", async () => {
  await site.registerPerson("here_i_am");
  const collectReplies = async (account: string) =>
    (await guessPassword(account, 12, "192.0.2")).map(({ status, text, headers }) => [
      status,
      text,
      Object.entries(headers).filter(([name]) => name !== "date"),
    ]);
  expect(await collectReplies("nobody_here")).toEqual(await collectReplies("here_i_am"));
});

test("SAFE-13 after 30 attempts from one network every further one needs a proof", async () => {
  await site.registerPerson("tomo");
  const headers = createAddressHeader("192.0.2.200");
  for (let index = 0; index < 30; index++) {
    expect((await signIn(site.openBrowser(), `somebody_${index}`, "a guess", headers)).status).toBe(
      401,
    );
  }
  const refused = await signIn(site.openBrowser(), "tomo", password, headers);
  expect(refused.error?.code).toBe("proof_needed");
  expect(
    (await signIn(site.openBrowser(), "tomo", password, createAddressHeader("192.0.2.201"))).status,
  ).toBe(200);
  const proof = await solveNewChallenge(site.openBrowser());
  expect(
    (await signIn(site.openBrowser(), "tomo", password, { ...headers, ...proof })).status,
  ).toBe(200);
});

test("SAFE-13 after 120 attempts from one /56, each from another /64, every further one needs a proof", async () => {
  for (let index = 0; index < 120; index++) {
    const headers = createAddressHeader(`2001:db8:0:1${index.toString(16).padStart(2, "0")}::1`);
    expect((await signIn(site.openBrowser(), `somebody_${index}`, "a guess", headers)).status).toBe(
      401,
    );
  }
  const refused = await signIn(
    site.openBrowser(),
    "nobody",
    "a guess",
    createAddressHeader("2001:db8:0:1ff::1"),
  );
  expect(refused.error?.code).toBe("proof_needed");
  const neighbour = await signIn(
    site.openBrowser(),
    "nobody",
    "a guess",
    createAddressHeader("2001:db8:0:2ff::1"),
  );
  expect(neighbour.status).toBe(401);
});

test("SAFE-13 after 5 attempts a proof is needed, which becomes harder every 5; after 20 attempts delays begin, of at most 3 s", () => {
  const levels = [0, 4, 5, 9, 10, 15, 20, 1_000].map((n) => chooseProofLevel(n, 0));
  expect(levels).toEqual([undefined, undefined, 0, 0, 1, 2, 3, 3]);
  expect([29, 30, 60].map((n) => chooseProofLevel(0, n))).toEqual([undefined, 0, 1]);
  expect([0, 19, 20, 21, 1_000].map(chooseDelay)).toEqual([0, 0, 250, 500, 3_000]);
});

test("SAFE-13 the server delays at most 100 attempts at a time and checks further ones at once", async () => {
  vi.useFakeTimers();
  const counter: Counter = {
    add: async () => ({ count: 1_000, secondsLeft: 900 }),
    read: async () => ({ count: 1_000, secondsLeft: 900 }),
    take: async () => undefined,
  };
  const admit = createSignInLimiter(() => counter, 1);
  const attempt = {
    account: "yui",
    networks: [{ range: "203.0.113.1", factor: 1 }],
    browser_id: undefined,
    acceptProof: async () => true,
  };
  let admitted = 0;
  const attempts = Array.from({ length: 130 }, async () => {
    expect(await admit(attempt)).toBeUndefined();
    admitted += 1;
  });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(admitted).toBe(30);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(attempts);
  expect(admitted).toBe(130);
});
