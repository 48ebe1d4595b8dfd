import { Readable } from "node:stream";
import { getCurrentUser, login } from "@toibako/contract/accounts.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import {
  addPasskey,
  completeLogin,
  createPasskeyChallenge,
  getFactors,
  loginByPasskey,
  replaceRecoveryCodes,
  startPasskey,
} from "@toibako/contract/factors.ts";
import { leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { getMailLink, putMailLink } from "@toibako/contract/mails.ts";
import { postPasswordReset, putPassword, putPasswordReset } from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import { Authenticator } from "#platform/testing/authenticator.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { createNextCode, turnOnSecondFactor } from "#platform/testing/totp.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url });
const { db, jobs, config } = site.services;
const { origin } = new URL(config.public_url);
const newPassword = "another long enough password";

/** Registers a person with the confirmed address `<account>@example.com`. */
async function registerWithAddress(account: string): Promise<Browser> {
  const person = await site.registerPerson(account);
  const email = `${account}@example.com`;
  await sql`
    update users set email = ${email}, confirmed_email = ${email}
    where account = ${account}`.execute(db);
  return person;
}

/** Runs all jobs and returns the token of the newest link that this address has received. */
async function readToken(email: string, folder = "mail_links"): Promise<string> {
  await jobs.drain();
  const mail = mailServer.mails.findLast(({ to }) => to.includes(email));
  return new RegExp(`/acc/${folder}/([\\w-]{43})`).exec(mail?.text ?? "")?.[1] ?? "";
}

const follow = async (token: string) =>
  (await site.openBrowser().send(putMailLink, { params: { token } })).status;

const enterAddress = async (person: Browser, email: string) =>
  (await person.send(putUser, { body: { email } })).status;

/** Enters an address and confirms it. */
async function changeAddress(person: Browser, email: string): Promise<void> {
  expect(await enterAddress(person, email)).toBe(200);
  expect(await follow(await readToken(email))).toBe(204);
}

async function readAddress(account: string) {
  const { rows } = await sql`
    select email, confirmed_email from users where account = ${account}`.execute(db);
  return rows[0];
}

async function addPasskeyTo(person: Browser): Promise<Authenticator> {
  const authenticator = new Authenticator(origin);
  const { options } = (await person.send(startPasskey, {})).data;
  const credential = authenticator.createPasskey(options);
  const added = await person.send(addPasskey, { body: { name: "Phone", credential } });
  expect(added.status).toBe(201);
  return authenticator;
}

async function signInByPasskey(authenticator: Authenticator): Promise<number> {
  const browser = site.openBrowser();
  const { options } = (await browser.send(createPasskeyChallenge, {})).data;
  const credential = authenticator.signChallenge(options);
  return (await browser.send(loginByPasskey, { body: { credential } })).status;
}

async function linkProvider(account: string, provider: string): Promise<void> {
  await sql`
    insert into identities (user_pk, provider, subject, nickname, name)
    select pk, ${provider}, ${`${provider} of ${account}`}, 'n', 'N' from users
    where account = ${account}`.execute(db);
}

async function listProviders(account: string) {
  const { rows } = await sql<{ provider: string }>`
    select provider from identities join users u on u.pk = identities.user_pk
    where u.account = ${account} order by provider`.execute(db);
  return rows.map(({ provider }) => provider);
}

/** Signs in with a password; `enter_code` means that a code is required as well. */
async function signIn(account: string, ownPassword: string) {
  const browser = site.openBrowser();
  const reply = await browser.send(login, { body: { account, password: ownPassword } });
  return { browser, outcome: "next_step" in reply.data ? reply.data.next_step : reply.status };
}

/** Sets a new password by the link that the address of the account receives. */
async function resetPassword(account: string, email: string): Promise<void> {
  await site.openBrowser().send(postPasswordReset, { body: { account_or_email: account } });
  const token = await readToken(email, "password_resets");
  const call = { params: { token }, body: { password: newPassword } };
  expect((await site.openBrowser().send(putPasswordReset, call)).status).toBe(204);
}

test("AUTH-25 undoing a change of address removes everything with which somebody can sign in since then, and nothing else", async () => {
  const yui = await registerWithAddress("yui");
  const ownPasskey = await addPasskeyTo(yui);
  await linkProvider("yui", "google");
  await changeAddress(yui, "evil@example.org");
  const undo = await readToken("yui@example.com");
  const theirPasskey = await addPasskeyTo(yui);
  await turnOnSecondFactor(yui);
  await linkProvider("yui", "line");
  const theirs = "a password of somebody else";
  const body = { current_password: password, password: theirs };
  expect((await yui.send(putPassword, { body })).status).toBe(204);
  await enterAddress(yui, "pending@example.org");
  const pending = await readToken("pending@example.org");
  expect((await signIn("yui", theirs)).outcome).toBe("enter_code");

  expect(await follow(undo)).toBe(204);
  expect(await readAddress("yui")).toEqual({
    email: "yui@example.com",
    confirmed_email: "yui@example.com",
  });
  expect((await yui.send(getCurrentUser, {})).status).toBe(202);
  expect(await signInByPasskey(theirPasskey)).toBe(422);
  expect(await listProviders("yui")).toEqual(["google"]);
  expect(await follow(pending)).toBe(404);
  for (const tried of [theirs, password]) expect((await signIn("yui", tried)).outcome).toBe(401);
  expect(await signInByPasskey(ownPasskey)).toBe(200);
  await jobs.drain();
  const [told] = mailServer.mails.filter(({ subject }) => subject.includes("元に戻しました"));
  expect(told?.to).toEqual(["yui@example.com"]);

  await resetPassword("yui", "yui@example.com");
  const { browser, outcome } = await signIn("yui", newPassword);
  expect(outcome).toBe(200);
  const { factors } = (await browser.send(getFactors, {})).data;
  expect(factors).toMatchObject({ has_password: true, is_totp_on: false, recovery_codes_left: 0 });
});

test("AUTH-25 undoing a change of address keeps the password and the second factor of its owner, without new recovery codes", async () => {
  const mio = await registerWithAddress("mio");
  const own = await turnOnSecondFactor(mio);
  await enterAddress(mio, "");
  const undo = await readToken("mio@example.com");
  const replaced = (await mio.send(replaceRecoveryCodes, {})).data.recovery_codes;
  expect(await follow(undo)).toBe(204);
  for (const code of [replaced[0] ?? "", own.recovery_codes[0] ?? ""]) {
    const { browser, outcome } = await signIn("mio", password);
    expect(outcome).toBe("enter_code");
    expect((await browser.send(completeLogin, { body: { code } })).status).toBe(422);
  }
  const { browser } = await signIn("mio", password);
  const code = createNextCode(own.secret);
  expect((await browser.send(completeLogin, { body: { code } })).status).toBe(200);
});

test("AUTH-25 what is added while a new address waits for its confirmation goes with the change, even if another address was entered meanwhile", async () => {
  const rin = await registerWithAddress("rin");
  await enterAddress(rin, "first@example.org");
  const passkey = await addPasskeyTo(rin);
  await changeAddress(rin, "second@example.org");
  const undo = await readToken("rin@example.com");
  expect(await signInByPasskey(passkey)).toBe(200);
  expect(await follow(undo)).toBe(204);
  expect(await signInByPasskey(passkey)).toBe(422);
});

test("AUTH-25 the confirmation of an earlier address does not count as a part of the next change", async () => {
  const emi = await site.registerPerson("emi");
  await enterAddress(emi, "emi@example.com");
  await enterAddress(emi, "");
  await changeAddress(emi, "emi@example.com");
  const passkey = await addPasskeyTo(emi);
  await changeAddress(emi, "emi@example.org");
  expect(await follow(await readToken("emi@example.com"))).toBe(204);
  expect(await signInByPasskey(passkey)).toBe(200);
});

test("AUTH-25 an owner who has just changed the address can undo the change that somebody else makes after it", async () => {
  const saki = await registerWithAddress("saki");
  await changeAddress(saki, "saki@example.net");
  const passkey = await addPasskeyTo(saki);
  await changeAddress(saki, "evil@example.org");
  const undo = await readToken("saki@example.net");
  expect((await site.openBrowser().send(getMailLink, { params: { token: undo } })).data).toEqual({
    purpose: "undo_email",
    account: "saki",
    email: "saki@example.net",
  });
  expect(await follow(undo)).toBe(204);
  expect(await readAddress("saki")).toMatchObject({ confirmed_email: "saki@example.net" });
  expect(await signInByPasskey(passkey)).toBe(200);
});

test("AUTH-25 the address before several changes can undo them all, also after somebody has undone a later one; then no later address can", async () => {
  const hana = await registerWithAddress("hana");
  await changeAddress(hana, "evil@example.org");
  const own = await readToken("hana@example.com");
  await changeAddress(hana, "evil@example.net");
  const theirs = await readToken("evil@example.org");
  await enterAddress(hana, "");
  const theirsToo = await readToken("evil@example.net");
  expect(await follow(theirs)).toBe(204);
  expect(await readAddress("hana")).toMatchObject({ confirmed_email: "evil@example.org" });
  expect(await follow(theirsToo)).toBe(404);
  const { browser } = await signIn("hana", password);
  await changeAddress(browser, "evil@example.net");
  const theirsAgain = await readToken("evil@example.org");
  expect(await follow(own)).toBe(204);
  expect(await readAddress("hana")).toMatchObject({ confirmed_email: "hana@example.com" });
  expect(await follow(theirsAgain)).toBe(404);
  expect(await follow(own)).toBe(404);
});

test("AUTH-25 an address that was removed can undo everything since its removal, and its link lasts as long as that of a later change", async () => {
  const tao = await registerWithAddress("tao");
  await enterAddress(tao, "");
  const undo = await readToken("tao@example.com");
  const passkey = await addPasskeyTo(tao);
  await sql`
    update mail_links set expires_at = now() + interval '1 minute'
    where purpose = 'undo_email' and email = 'tao@example.com'`.execute(db);
  await changeAddress(tao, "evil@example.org");
  await changeAddress(tao, "evil@example.net");
  await sql`
    update mail_links set expires_at = expires_at - interval '6 days 23 hours'
    where purpose = 'undo_email'`.execute(db);
  expect(await follow(undo)).toBe(204);
  expect(await signInByPasskey(passkey)).toBe(422);
  expect(await readAddress("tao")).toMatchObject({ confirmed_email: "tao@example.com" });
});

test("AUTH-25 SET-24 an offer to restore a left account is no longer valid after the change of its address was undone", async () => {
  const nao = await registerWithAddress("nao");
  await changeAddress(nao, "evil@example.org");
  const undo = await readToken("nao@example.com");
  await nao.send(leaveAccount, {});
  const { browser, outcome } = await signIn("nao", password);
  expect(outcome).toBe("return");
  expect(await follow(undo)).toBe(204);
  expect((await browser.send(restoreLeftAccount, {})).status).toBe(404);
  const again = await signIn("nao", password);
  expect((await again.browser.send(restoreLeftAccount, {})).status).toBe(204);
});

/** Sends a request of this person whose body ends only when `finish` is called. */
async function startRequest(person: Browser, { method, path }: Endpoint, body: object) {
  let markAsRead = () => {};
  const isRead = new Promise<void>((resolve) => (markAsRead = resolve));
  const stream = new Readable({ read: () => markAsRead() });
  const reply = person.sendRaw(method, path, stream, { "content-type": "application/json" });
  // The body is read after the session was.
  await isRead;
  return async () => {
    stream.push(JSON.stringify(body));
    stream.push(null);
    return (await reply).status;
  };
}

test("AUTH-25 a request that has begun before the change of address was undone adds no way to sign in", async () => {
  const kai = await registerWithAddress("kai");
  await changeAddress(kai, "evil@example.org");
  const token = await readToken("kai@example.com");
  const authenticator = new Authenticator(origin);
  const { options } = (await kai.send(startPasskey, {})).data;
  const credential = authenticator.createPasskey(options);
  const finishes = [
    await startRequest(kai, addPasskey, { name: "Phone", credential }),
    await startRequest(kai, putPassword, { current_password: password, password: newPassword }),
    await startRequest(kai, putUser, { email: "evil@example.net" }),
  ];
  expect(await follow(token)).toBe(204);
  for (const finish of finishes) expect(await finish()).toBe(401);
  expect(await readAddress("kai")).toMatchObject({ email: "kai@example.com" });
  expect((await signIn("kai", password)).outcome).toBe(200);
});
