import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { getEmailReminder, putEmailReminder } from "@toibako/contract/mails.ts";
import { postMessage, readAllMessages } from "@toibako/contract/messages.ts";
import { startTalk } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { storeActiveAccounts } from "#platform/identity/activity.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite({ smtp_url: "smtp://127.0.0.1:1" });
const { services } = site;
const visitor = site.openBrowser();

const setColumn = (account: string, assignment: string) =>
  services.database.executeSql(`update users set ${assignment} where account = $1`, [account]);

/** Registers an account whose last visit was a number of days ago. */
async function createAbsentAccount(account: string, days: number): Promise<Browser> {
  const person = await site.registerPerson(account);
  await setColumn(account, `active_on = current_date - ${days}`);
  return person;
}

const readReason = async (person: Browser) => (await person.send(getEmailReminder, {})).data.reason;

/** Stores a visit of the account, as the server does once an hour. */
async function storeVisit(person: Browser) {
  await person.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
}

test("SHELL-28 a question that came during an absence of a week is a reason to ask for an address, until the end of the day on which the account returns", async () => {
  const mio = await createAbsentAccount("mio", 7);
  expect(await readReason(mio)).toBeNull();
  await site.askQuestion(visitor, "mio", "げんき？");
  expect(await readReason(mio)).toBe("first_question");
  await storeVisit(mio);
  expect(await readReason(mio)).toBe("first_question");
  await setColumn("mio", "active_on = current_date - 1");
  expect(await readReason(mio)).toBeNull();
  await storeVisit(mio);
  expect(await readReason(mio)).toBeNull();
});

test("SHELL-28 an account is asked once in 30 days", async () => {
  const ren = await createAbsentAccount("ren", 8);
  await site.askQuestion(visitor, "ren", "元気？");
  expect((await ren.send(putEmailReminder, {})).status).toBe(204);
  expect(await readReason(ren)).toBeNull();
  await storeVisit(ren);
  expect(await readReason(ren)).toBeNull();
  await setColumn("ren", "email_reminded_on = current_date - 29");
  expect(await readReason(ren)).toBeNull();
  await setColumn("ren", "email_reminded_on = current_date - 30");
  expect(await readReason(ren)).toBe("first_question");
});

test("SHELL-28 an account is not asked after six days, with a confirmed address, or without a missed question", async () => {
  const away = await createAbsentAccount("six_days", 6);
  const confirmed = await createAbsentAccount("confirmed", 9);
  const unconfirmed = await createAbsentAccount("unconfirmed", 9);
  const read = await createAbsentAccount("read_before", 9);
  for (const account of ["six_days", "confirmed", "unconfirmed", "read_before"]) {
    await site.askQuestion(visitor, account, "ねえ？");
  }
  await setColumn("confirmed", "email = 'c@example.com', confirmed_email = 'c@example.com'");
  await setColumn("unconfirmed", "email = 'u@example.com'");
  // This question came a day before its receiver's last visit.
  await services.database.executeSql(
    `update questions q set asked_hour = now() - interval '10 days'
    from users u where u.pk = q.receiver_pk and u.account = 'read_before'`,
  );
  expect(await readReason(away)).toBeNull();
  expect(await readReason(confirmed)).toBeNull();
  expect(await readReason(unconfirmed)).toBe("first_question");
  expect(await readReason(read)).toBeNull();
});

test("SHELL-28 questions to oneself and held questions don't count as missed", async () => {
  const sho = await createAbsentAccount("sho", 9);
  await site.askQuestion(sho, "sho", "自分に？");
  expect(await readReason(sho)).toBeNull();
  await site.askQuestion(visitor, "sho", "止まる？");
  await services.database.executeSql(
    `update questions q set status = 'held', held_by = '{"kind": "calm_mode"}'
    from users u where u.pk = q.receiver_pk and u.account = 'sho' and not q.is_self`,
  );
  expect(await readReason(sho)).toBeNull();
});

/** Lets somebody start a talk with an account, with one message. */
async function startTalkWith(account: string): Promise<string> {
  const starter = await site.registerPerson(`starter_of_${account}`);
  for (const person of [account, `starter_of_${account}`]) {
    await setColumn(
      person,
      "birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true",
    );
  }
  const started = await starter.send(startTalk, { body: { talk: { account } } });
  const talk_uuid = started.data.talk.uuid;
  const message = { talk_uuid, body: "はじめまして", key: "the-first-message" };
  expect((await starter.send(postMessage, { body: { message } })).status).toBe(201);
  return talk_uuid;
}

test("SHELL-28 a talk that somebody began during an absence of a week is a reason, until it is read, and a question goes first", async () => {
  const emi = await createAbsentAccount("emi", 7);
  const uuid = await startTalkWith("emi");
  expect(await readReason(emi)).toBe("first_talk");
  await site.askQuestion(visitor, "emi", "げんき？");
  expect(await readReason(emi)).toBe("first_question");
  await services.database.executeSql("delete from questions where body = 'げんき？'");
  await emi.send(readAllMessages, { params: { uuid } });
  expect(await readReason(emi)).toBeNull();
});

test("SHELL-28 a talk from before the absence, and one that waits, don't count as missed", async () => {
  const before = await createAbsentAccount("read_talk", 9);
  await startTalkWith("read_talk");
  await services.database.executeSql(
    "update talks set arrived_minute = arrived_minute - interval '10 days'",
  );
  expect(await readReason(before)).toBeNull();
  const calm = await createAbsentAccount("calm_talk", 9);
  await setColumn("calm_talk", "calm_until = now() + interval '1 day'");
  await startTalkWith("calm_talk");
  expect(await readReason(calm)).toBeNull();
});
