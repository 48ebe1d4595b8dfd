import { register } from "@toibako/contract/accounts.ts";
import { putMailLink, resendEmailConfirmation } from "@toibako/contract/mails.ts";
import { putPassword } from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url, trust_proxy: ["127.0.0.1"] });

/** Runs all enqueued jobs and returns the mails that they sent. */
async function collectMails() {
  const before = mailServer.mails.length;
  await site.services.jobs.drain();
  return mailServer.mails.slice(before);
}

test("SET-12 an address gets at most five links a day, even if accounts enter it simultaneously", async () => {
  const people: Browser[] = [];
  for (let index = 0; index < 10; index++) people.push(await site.registerPerson(`crowd_${index}`));
  await Promise.all(
    people.map((person) => person.send(putUser, { body: { email: "crowded@example.com" } })),
  );
  expect(await collectMails()).toHaveLength(5);
});

test("SET-12 the owner of an address gets a link even after five registrations of others with it", async () => {
  for (const account of [
    "grabber_1",
    "grabber_2",
    "grabber_3",
    "grabber_4",
    "grabber_5",
    "rightful",
  ]) {
    const body = { account, password, locale: "en", email: "rightful@example.com" } as const;
    expect((await site.openBrowser("en").send(register, { body })).status).toBe(201);
  }
  expect(await collectMails()).toHaveLength(5);
  const owner = await site.signInAgain("rightful");
  for (const status of [204, 204, 204, 429]) {
    expect((await owner.send(resendEmailConfirmation, {})).status).toBe(status);
  }
  const mails = await collectMails();
  expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(["rightful@example.com"]));
  const [, token = ""] = /\/acc\/mail_links\/([\w-]{43})/.exec(mails.at(-1)?.text ?? "") ?? [];
  expect((await owner.send(putMailLink, { params: { token } })).status).toBe(204);
});

test("SET-12 accounts of one network request ten links again for an address, and those of another network their own", async () => {
  const requestAgain = async (account: string, ip: string) => {
    const person = await site.registerPerson(account);
    const headers = { "x-forwarded-for": ip };
    await person.send(putUser, { body: { email: "victim@example.com" } });
    for (let request = 0; request < 5; request += 1) {
      await person.send(resendEmailConfirmation, {}, headers);
    }
  };
  for (const account of [
    "network_a",
    "network_b",
    "network_c",
    "network_d",
    "network_e",
    "network_f",
  ]) {
    await requestAgain(account, "192.0.2.1");
  }
  // The first link was mailed when the address was entered.
  expect(await collectMails()).toHaveLength(1 + 10);
  await requestAgain("network_h", "192.0.2.2");
  expect(await collectMails()).toHaveLength(3);
});

test("SET-12 an address gets at most five links a day, even if it is removed and entered again", async () => {
  const person = await site.registerPerson("spam_c");
  let mailCount = 0;
  for (const _ of [1, 2, 3, 4]) {
    await person.send(putUser, { body: { email: "loop@example.com" } });
    mailCount += (await collectMails()).length;
    await person.send(putUser, { body: { email: "" } });
  }
  for (const name of ["spam_d", "spam_e"]) {
    const other = await site.registerPerson(name);
    await other.send(putUser, { body: { email: "loop@example.com" } });
    mailCount += (await collectMails()).length;
  }
  expect(mailCount).toBe(5);
});

test("SET-12 an address gets at most five links a day, even if the account changes its password", async () => {
  const person = await site.registerPerson("spam_f");
  let current_password = password;
  let mailCount = 0;
  await person.send(putUser, { body: { email: "changing@example.com" } });
  for (let round = 0; round < 3; round += 1) {
    for (const _ of [1, 2]) await person.send(resendEmailConfirmation, {});
    const mails = await collectMails();
    mailCount += mails.filter(({ to }) => to.includes("changing@example.com")).length;
    const changed = { current_password, password: `${password} ${round}` };
    expect((await person.send(putPassword, { body: changed })).status).toBe(204);
    current_password = changed.password;
  }
  expect(mailCount).toBe(5);
});

test("SET-12 AUTH-06 a link that waits to be mailed when the password changes is never mailed", async () => {
  const person = await site.registerPerson("spam_g");
  await person.send(putUser, { body: { email: "waiting@example.com" } });
  const body = { current_password: password, password: `${password} 2` };
  expect((await person.send(putPassword, { body })).status).toBe(204);
  expect(await collectMails()).toEqual([]);
});
