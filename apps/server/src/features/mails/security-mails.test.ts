import { login } from "@toibako/contract/accounts.ts";
import {
  addPasskey,
  confirmIdentityByPassword,
  removePasskey,
  removePassword,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
  turnOffTotp,
  turnOnTotp,
} from "@toibako/contract/factors.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { putAccount } from "@toibako/contract/settings.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import { Authenticator } from "#platform/testing/authenticator.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { createCurrentCode, createNextCode } from "#platform/testing/totp.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url, public_url: "https://box.example" });
const { db, jobs, config } = site.services;
const { origin } = new URL(config.public_url);

/** Registers an account with a confirmed address. */
async function registerWithAddress(account: string): Promise<Browser> {
  const person = await site.registerPerson(account, "en");
  await sql`
    update users set email = ${`${account}@example.com`}, confirmed_email = ${`${account}@example.com`}
    where account = ${account}`.execute(db);
  return person;
}

/** Runs all enqueued jobs and returns the recipients and subjects of the mails that they sent. */
async function collectSubjects() {
  const before = mailServer.mails.length;
  await jobs.drain();
  return mailServer.mails.slice(before).map(({ to, subject }) => `${to.join()}: ${subject}`);
}

test("AUTH-23 turning two-step login on or off and replacing recovery codes send a security mail", async () => {
  const yui = await registerWithAddress("yui");
  const { secret } = (await yui.send(startTotp, {})).data;
  await yui.send(turnOnTotp, { body: { code: "000000" } });
  expect(await collectSubjects()).toEqual([]);
  await yui.send(turnOnTotp, { body: { code: createCurrentCode(secret) } });
  expect(await collectSubjects()).toEqual(["yui@example.com: Two-step login was turned on"]);
  await yui.send(replaceRecoveryCodes, {});
  expect(await collectSubjects()).toEqual(["yui@example.com: Your recovery codes were replaced"]);
  await yui.send(turnOffTotp, { body: { code: createNextCode(secret) } });
  expect(await collectSubjects()).toEqual(["yui@example.com: Two-step login was turned off"]);
});

test("AUTH-24 adding or removing a passkey and removing the password send a security mail", async () => {
  const mina = await registerWithAddress("mina");
  const addOne = async () => {
    const { options } = (await mina.send(startPasskey, {})).data;
    const credential = new Authenticator(origin).createPasskey(options);
    const body = { name: "My phone", credential };
    return (await mina.send(addPasskey, { body })).data.passkey.id;
  };
  const id = await addOne();
  await addOne();
  expect(await collectSubjects()).toEqual([
    "mina@example.com: A passkey was added",
    "mina@example.com: A passkey was added",
  ]);
  await mina.send(removePasskey, { params: { id } });
  expect(await collectSubjects()).toEqual(["mina@example.com: A passkey was removed"]);
  await mina.send(confirmIdentityByPassword, { body: { password } });
  expect((await mina.send(removePassword, {})).status).toBe(204);
  expect(await collectSubjects()).toEqual(["mina@example.com: Your password was removed"]);
  await mina.send(removePassword, {});
  expect(await collectSubjects()).toEqual([]);
});

test("SET-14 leaving sends a mail with a link to restore the account, only to a confirmed address", async () => {
  const rin = await registerWithAddress("rin");
  await rin.send(leaveAccount, {});
  expect(await collectSubjects()).toEqual(["rin@example.com: Your account is taking a break"]);
  const { text } = mailServer.mails.at(-1)!;
  expect(text).toContain("within 30 days");
  expect(text).toContain("https://box.example/en/acc/login\n");
  const back = await site.openBrowser("en").send(login, { body: { account: "rin", password } });
  expect(back.data).toEqual({ next_step: "return" });

  const sora = await registerWithAddress("sora");
  await sql`update users set confirmed_email = null where account = 'sora'`.execute(db);
  await sora.send(leaveAccount, {});
  expect(await collectSubjects()).toEqual([]);
});

test("AUTH-26 changing the handle sends a security mail with the new one; changing only letter case doesn't", async () => {
  const toki = await registerWithAddress("toki");
  await toki.send(putAccount, { body: { account: "toki_new" } });
  expect(await collectSubjects()).toEqual(["toki@example.com: Your username was changed"]);
  expect(mailServer.mails.at(-1)?.text).toContain("is now @toki_new");
  expect(mailServer.mails.at(-1)?.text).toContain("For 180 days");
  await toki.send(putAccount, { body: { account: "Toki_New" } });
  expect(await collectSubjects()).toEqual([]);
});
