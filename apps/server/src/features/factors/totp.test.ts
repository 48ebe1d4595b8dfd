import { getCurrentUser, login, logout, register } from "@toibako/contract/accounts.ts";
import {
  completeLogin,
  confirmIdentityByPassword,
  getFactors,
  replaceRecoveryCodes,
  startTotp,
  turnOffTotp,
} from "@toibako/contract/factors.ts";
import { destroyAccount, leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { listCases } from "@toibako/contract/staff/cases.ts";
import { enterConsole } from "@toibako/contract/staff/console.ts";
import { expect, test } from "vitest";
import { transaction } from "#platform/database/transaction.ts";
import { listNetworkRanges } from "#platform/limits/networks.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { giveRole } from "#platform/testing/staff.ts";
import { createNextCode, turnOnSecondFactor } from "#platform/testing/totp.ts";
import { createCodeLimiter } from "./commands/code-attempts.ts";
import { readCode } from "./policy.ts";

const site = await openSite({ limit_factor: 1, trust_proxy: ["127.0.0.1"] });
// The embedded database runs transactions one after another.
const isPostgres = site.services.database.engine === "postgres";

let network = 0;
/** Returns a header that gives each call its own network. */
const createNetworkHeaders = () => ({ "x-forwarded-for": `198.51.100.${network++ % 250}` });

async function turnOn(person: Browser) {
  const { recovery_codes, ...factor } = await turnOnSecondFactor(person, createNetworkHeaders());
  return { ...factor, codes: recovery_codes };
}

const enterPassword = (browser: Browser, account: string) =>
  browser.send(login, { body: { account, password } }, createNetworkHeaders());
const enterCode = (browser: Browser, code: string) =>
  browser.send(completeLogin, { body: { code } }, createNetworkHeaders());
/** Returns 200 if an account is signed in on the browser, otherwise 202. */
const findStatus = async (browser: Browser) => (await browser.send(getCurrentUser, {})).status;
const findFactors = async (person: Browser) => (await person.send(getFactors, {})).data.factors;

test("AUTH-23 a sign-in needs the password and a code of the app", async () => {
  const yui = await site.registerPerson("yui");
  const { secret, url } = await turnOn(yui);
  expect(url).toMatch(/^otpauth:\/\/totp\/Toibako:yui\?issuer=Toibako&secret=[A-Z2-7]{32}&/);
  const browser = site.openBrowser();
  const first = await enterPassword(browser, "yui");
  expect([first.status, first.data]).toEqual([202, { next_step: "enter_code" }]);
  expect(await findStatus(browser)).toBe(202);
  const wrong = await enterCode(browser, "000000");
  expect([wrong.status, wrong.error?.code]).toEqual([422, "wrong_code"]);
  expect((await enterCode(browser, createNextCode(secret))).status).toBe(200);
  expect(await findStatus(browser)).toBe(200);
});

test("AUTH-14 AUTH-23 a full browser refuses a sixth account before its code is used up", async () => {
  const aoi = await site.registerPerson("aoi_23");
  const { codes } = await turnOn(aoi);
  const full = await site.registerPerson("full_1");
  const add = { query: { mal: "1" } };
  for (const account of ["full_2", "full_3", "full_4", "full_5"]) {
    const body = { account, password, locale: "ja" } as const;
    await full.send(register, { body, ...add }, createNetworkHeaders());
  }
  await full.send(login, { body: { account: "aoi_23", password }, ...add }, createNetworkHeaders());
  const body = { code: codes[0] ?? "" };
  const refused = await full.send(completeLogin, { body, ...add }, createNetworkHeaders());
  expect([refused.status, refused.error?.code]).toEqual([422, "accounts_full"]);
  expect((await findFactors(aoi)).recovery_codes_left).toBe(10);
});

test("AUTH-23 API-10 a repeated registration doesn't sign in an account whose second factor is on", async () => {
  const key = { "idempotency-key": "the-key-of-a-registration" };
  const body = { account: "nagi", password, locale: "en" } as const;
  const nagi = site.openBrowser();
  expect((await nagi.send(register, { body }, key)).status).toBe(201);
  const repeated = await site.openBrowser().send(register, { body }, key);
  expect(repeated.status).toBe(201);
  await turnOn(nagi);
  const browser = site.openBrowser();
  const refused = await browser.send(register, { body }, key);
  expect([refused.status, refused.error?.code]).toEqual([400, "invalid_fields"]);
  expect(await findStatus(browser)).toBe(202);
});

test("AUTH-23 SET-24 a sign-in to a left account needs the code before restoring is offered", async () => {
  const ren = await site.registerPerson("ren");
  const { secret } = await turnOn(ren);
  await ren.send(leaveAccount, {}, createNetworkHeaders());
  const browser = site.openBrowser();
  expect((await enterPassword(browser, "ren")).data).toEqual({ next_step: "enter_code" });
  expect((await browser.send(restoreLeftAccount, {}, createNetworkHeaders())).status).toBe(404);
  const completed = await enterCode(browser, createNextCode(secret));
  expect([completed.status, completed.data]).toEqual([202, { next_step: "return" }]);
  expect(await findStatus(browser)).toBe(202);
  expect((await browser.send(restoreLeftAccount, {}, createNetworkHeaders())).status).toBe(204);
  expect(await findStatus(browser)).toBe(200);
});

test("AUTH-23 each code is accepted once, and only on the browser where the password was entered", async () => {
  const mina = await site.registerPerson("mina");
  const { secret } = await turnOn(mina);
  const code = createNextCode(secret);
  const stranger = site.openBrowser();
  expect((await enterCode(stranger, code)).error?.code).toBe("code_expired");
  const [first, second] = [site.openBrowser(), site.openBrowser()];
  await enterPassword(first, "mina");
  await enterPassword(second, "mina");
  const replies = await Promise.all([enterCode(first, code), enterCode(second, code)]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
});

test("AUTH-23 ten recovery codes are stored as hashes, and each works once in any spelling", async () => {
  const rin = await site.registerPerson("rin");
  const { codes } = await turnOn(rin);
  expect(new Set(codes).size).toBe(10);
  const stored = await sql<{ row: string }>`
    select recovery_codes::text || totp_factors.sealed_secret::text as row from recovery_codes, totp_factors
  `.execute(site.services.db);
  const text = JSON.stringify(stored.rows);
  for (const code of codes) expect(text).not.toContain(code.replaceAll("-", ""));
  const [code = ""] = codes;
  const browser = site.openBrowser();
  await enterPassword(browser, "rin");
  expect((await enterCode(browser, ` ${code.toUpperCase().replaceAll("-", " ")}`)).status).toBe(
    200,
  );
  expect((await findFactors(browser)).recovery_codes_left).toBe(9);
  const again = site.openBrowser();
  await enterPassword(again, "rin");
  expect((await enterCode(again, code)).status).toBe(422);

  const { data } = await rin.send(replaceRecoveryCodes, {}, createNetworkHeaders());
  expect(data.recovery_codes).toHaveLength(10);
  expect((await enterCode(again, codes[1] ?? "")).status).toBe(422);
  expect((await enterCode(again, data.recovery_codes[0] ?? "")).status).toBe(200);
});

test("AUTH-23 ADMIN-05 turning the second factor off needs a code, and closes the console", async () => {
  const hana = await site.registerPerson("hana");
  const { secret, codes } = await turnOn(hana);
  const turnOff = (code: string) =>
    hana.send(turnOffTotp, { body: { code } }, createNetworkHeaders());
  expect((await turnOff("123456")).status).toBe(422);
  expect((await findFactors(hana)).is_totp_on).toBe(true);
  await giveRole(site, "hana", "moderator");
  const [code = ""] = codes;
  expect((await hana.send(enterConsole, { body: { code } })).status).toBe(204);
  expect((await turnOff(createNextCode(secret))).status).toBe(204);
  // Who has no second factor any more is not in the console either.
  expect((await hana.send(listCases, {})).error?.code).toBe("console_closed");
  expect(await findFactors(hana)).toMatchObject({ is_totp_on: false, recovery_codes_left: 0 });
  expect((await enterPassword(site.openBrowser(), "hana")).status).toBe(200);
});

/**
 * Locks an account and its second factor, sends the requests in this order, and unlocks the rows. Sends each
 * request when all earlier ones wait for a lock or have settled.
 */
async function sendWhileLocked<T>(account: string, requests: (() => Promise<T>)[]): Promise<T[]> {
  const { db } = site.services;
  const countWaiting = async () =>
    (
      await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    ).rows.length;
  const replies: Promise<T>[] = [];
  let pending = 0;
  await transaction(db, async (transaction) => {
    await sql`
      select u.pk from users u join totp_factors on totp_factors.user_pk = u.pk
      where u.account = ${account} for update`.execute(transaction);
    for (const send of requests) {
      const reply = send();
      replies.push(reply);
      pending += 1;
      void reply.finally(() => (pending -= 1));
      while ((await countWaiting()) < pending);
    }
  });
  return Promise.all(replies);
}

test.skipIf(!isPostgres)(
  "AUTH-23 simultaneous replacements of the recovery codes leave ten codes",
  async () => {
    const mei = await site.registerPerson("mei");
    await turnOn(mei);
    const replaceCodes = () => mei.send(replaceRecoveryCodes, {}, createNetworkHeaders());
    const replies = await sendWhileLocked("mei", [replaceCodes, replaceCodes]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect((await findFactors(mei)).recovery_codes_left).toBe(10);
  },
);

test.skipIf(!isPostgres)(
  "AUTH-23 turning the second factor off leaves no codes of a simultaneous replacement",
  async () => {
    const nao = await site.registerPerson("nao");
    const { codes } = await turnOn(nao);
    const replies = await sendWhileLocked<{ status: number }>("nao", [
      () => nao.send(replaceRecoveryCodes, {}, createNetworkHeaders()),
      () => nao.send(turnOffTotp, { body: { code: codes[0] ?? "" } }, createNetworkHeaders()),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 204]);
    expect(await findFactors(nao)).toMatchObject({ is_totp_on: false, recovery_codes_left: 0 });
  },
);

test("AUTH-23 turning the second factor on deletes older recovery codes", async () => {
  const tao = await site.registerPerson("tao");
  await sql`
    insert into recovery_codes (user_pk, code_hash)
    select pk, '\\x01'::bytea from users where account = 'tao'
  `.execute(site.services.db);
  await turnOn(tao);
  expect((await findFactors(tao)).recovery_codes_left).toBe(10);
});

test("AUTH-23 turning the second factor on needs an identity confirmation", async () => {
  const sora = await site.registerPerson("sora");
  sora.cookies.delete("__Host-confirmed");
  const refused = await sora.send(startTotp, {}, createNetworkHeaders());
  expect([refused.status, refused.error?.code]).toEqual([403, "confirmation_needed"]);
  const confirm = (typedPassword: string) =>
    sora.send(
      confirmIdentityByPassword,
      { body: { password: typedPassword } },
      createNetworkHeaders(),
    );
  expect((await confirm("not the password")).error?.code).toBe("wrong_password");
  expect((await sora.send(startTotp, {}, createNetworkHeaders())).status).toBe(403);
  expect((await confirm(password)).status).toBe(204);
  expect((await sora.send(startTotp, {}, createNetworkHeaders())).status).toBe(201);
  // The confirmation cookie of one account is not valid for another.
  const other = await site.registerPerson("other");
  other.cookies.set("__Host-confirmed", sora.cookies.get("__Host-confirmed") ?? "");
  expect((await other.send(startTotp, {}, createNetworkHeaders())).status).toBe(403);
});

test("AUTH-23 with the second factor on, an identity confirmation by password also needs a code", async () => {
  const rei = await site.registerPerson("rei");
  const { secret, codes } = await turnOn(rei);
  rei.cookies.delete("__Host-confirmed");
  const confirm = (code?: string) =>
    rei.send(
      confirmIdentityByPassword,
      { body: { password, ...(code && { code }) } },
      createNetworkHeaders(),
    );
  expect((await confirm()).error?.details).toHaveProperty("code");
  expect((await confirm("000000")).error?.code).toBe("wrong_code");
  expect((await rei.send(replaceRecoveryCodes, {}, createNetworkHeaders())).status).toBe(403);
  expect((await confirm(createNextCode(secret))).status).toBe(204);
  expect((await rei.send(replaceRecoveryCodes, {}, createNetworkHeaders())).status).toBe(201);
  rei.cookies.delete("__Host-confirmed");
  expect((await confirm(codes[0])).error?.code).toBe("wrong_code");
});

test("AUTH-23 SET-15 with the second factor on, the password alone doesn't suffice to destroy the account", async () => {
  const mako = await site.registerPerson("mako");
  const { secret } = await turnOn(mako);
  mako.cookies.delete("__Host-confirmed");
  const destroy = () =>
    mako.send(destroyAccount, { body: { account: "mako", password } }, createNetworkHeaders());
  expect((await destroy()).error?.code).toBe("confirmation_needed");
  const body = { password, code: createNextCode(secret) };
  await mako.send(confirmIdentityByPassword, { body }, createNetworkHeaders());
  expect((await destroy()).status).toBe(204);
});

test("AUTH-23 a new password invalidates sign-ins that still need a code", async () => {
  const kai = await site.registerPerson("kai");
  const { secret } = await turnOn(kai);
  const browser = site.openBrowser();
  await enterPassword(browser, "kai");
  await sql`update users set password_hash = 'changed' where account = 'kai'`.execute(
    site.services.db,
  );
  expect((await enterCode(browser, createNextCode(secret))).error?.code).toBe("code_expired");
});

test("AUTH-23 SAFE-13 attempts with codes are limited without locking out the owner", async () => {
  const aki = await site.registerPerson("aki");
  const { secret, codes } = await turnOn(aki);
  await aki.send(logout, {});
  const thief = site.openBrowser();
  await enterPassword(thief, "aki");
  const statuses: number[] = [];
  for (let index = 0; index < 12; index++) statuses.push((await enterCode(thief, "111111")).status);
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  // Recovery codes are still accepted on unknown browsers.
  expect((await enterCode(thief, codes[0] ?? "")).status).toBe(200);
  // Known browsers of the owner have separate attempts.
  await enterPassword(aki, "aki");
  expect((await enterCode(aki, createNextCode(secret))).status).toBe(200);
});

test("AUTH-23 SAFE-13 browsers that were known before the second factor was turned on share the attempts of unknown browsers", async () => {
  const miu = await site.registerPerson("miu");
  const formerBrowsers: Browser[] = [];
  for (const _ of [1, 2]) formerBrowsers.push(await site.signInAgain("miu"));
  for (const browser of formerBrowsers) await browser.send(logout, {});
  const { secret } = await turnOn(miu);
  await miu.send(logout, {});
  const statuses: number[] = [];
  for (const browser of formerBrowsers) {
    await enterPassword(browser, "miu");
    for (let index = 0; index < 6; index++) {
      statuses.push((await enterCode(browser, "111111")).status);
    }
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  // The browser on which the factor was turned on is still known.
  await enterPassword(miu, "miu");
  expect((await enterCode(miu, createNextCode(secret))).status).toBe(200);
});

test("AUTH-23 SAFE-13 known browsers of one account can enter 50 codes a day together", async () => {
  const admitCode = createCodeLimiter(site.app.openCounter, 1);
  const enterCodeOn = (browser_id: string) =>
    admitCode({
      code: { kind: "totp", text: "111111" },
      account: "many_browsers",
      networks: listNetworkRanges(createNetworkHeaders()["x-forwarded-for"]),
      browser_id,
    });
  for (let index = 0; index < 50; index++) await enterCodeOn(`browser ${index % 5}`);
  await expect(enterCodeOn("browser 5")).rejects.toMatchObject({ code: "too_many" });
});

test("AUTH-23 codes are accepted in full-width characters, in capitals and with separators", () => {
  expect(readCode("１２３ ４５６")).toEqual({ kind: "totp", text: "123456" });
  expect(readCode("K7PQ-03XM-9D2W")).toEqual({ kind: "recovery", text: "k7pq03xm9d2w" });
  expect(readCode("OIL1")).toEqual({ kind: "recovery", text: "0111" });
});
