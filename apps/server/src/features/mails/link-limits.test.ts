import { resendEmailConfirmation } from "@toibako/contract/mails.ts";
import { putPassword } from "@toibako/contract/passwords.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url });

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

test("SET-12 an address gets at most five links a day, even if several accounts enter it", async () => {
  for (const name of ["spam_a", "spam_b"]) {
    const person = await site.registerPerson(name);
    await person.send(putUser, { body: { email: "victim@example.com" } });
    for (const _ of [1, 2]) await person.send(resendEmailConfirmation, {});
    // The first account has used three of the five links.
    if (name === "spam_b") {
      expect((await person.send(resendEmailConfirmation, {})).status).toBe(429);
    }
  }
  expect(await collectMails()).toHaveLength(5);
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
