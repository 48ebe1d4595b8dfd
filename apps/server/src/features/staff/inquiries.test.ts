import { postInquiry } from "@toibako/contract/help.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { listInquiries, openInquiry, putInquiryAnswer } from "@toibako/contract/staff/inquiries.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url, operator_email: "desk@example.com" });
const { database, jobs } = site.services;
const emi = await registerStaff(site, "emi");
const ren = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");

const write = async (browser: Browser, body: string, topic: "usage" | "account" = "usage") =>
  (await browser.send(postInquiry, { body: { email: "mei@example.com", topic, body } })).data.id;
const open = async (staff: Browser, id: string) =>
  (await staff.send(openInquiry, { params: { id } })).data.inquiry;
const answer = (staff: Browser, id: string, text: string | null, version = 1) =>
  staff.send(putInquiryAnswer, { params: { id }, body: { version, answer: text } });
const listIds = async (query: { state?: "open" | "closed"; topic?: "usage" | "account" }) =>
  (await emi.send(listInquiries, { query })).data.inquiries.map(({ id }) => id);
async function listAudit() {
  const { rows } = await database.executeSql(
    "select action, object, reason from audit order by number",
  );
  return rows as { action: string; object: string; reason: string }[];
}

test("MOD-08 an inquiry is in the inbox until it is answered by mail in its language, which quotes it", async () => {
  const id = await write(site.openBrowser("en"), "How do I\nask?");
  expect(await listIds({})).toContain(id);
  expect((await emi.send(listInquiries, {})).text).not.toContain("mei@example.com");
  const opened = await open(emi, id);
  expect(opened).toMatchObject({
    email: "mei@example.com",
    body: "How do I\nask?",
    locale: "en",
    account: null,
    is_open: true,
    has_mail: true,
  });
  expect(opened.prepared[0]?.text).toMatch(/^Thank you for writing to us\./);
  await jobs.drain();
  const before = mailServer.mails.length;
  const answered = await answer(emi, id, "Press “Ask”.\n\nSee you!");
  expect(answered.data.inquiry).toMatchObject({ is_open: false, closed_by: "emi", version: 2 });
  await jobs.drain();
  expect(mailServer.mails.slice(before)).toMatchObject([
    { to: ["mei@example.com"], reply_to: "desk@example.com", subject: "Our reply to your message" },
  ]);
  const { text } = mailServer.mails.at(-1) ?? { text: "" };
  expect(text).toContain("Press “Ask”.\n\nSee you!");
  expect(text).toContain("> How do I\n\n> ask?");
  expect(await listIds({})).not.toContain(id);
  expect(await listIds({ state: "closed" })).toContain(id);
});

test("MOD-08 an inquiry can be closed without an answer, and then no mail is sent", async () => {
  const id = await write(site.openBrowser(), "広告です");
  await jobs.drain();
  const before = mailServer.mails.length;
  expect((await answer(emi, id, null)).data.inquiry).toMatchObject({
    is_open: false,
    answer: null,
  });
  await jobs.drain();
  expect(mailServer.mails.length).toBe(before);
});

test("MOD-08 of two answers at once only one is sent; repeating one's own changes nothing", async () => {
  const id = await write(site.openBrowser(), "だれか？");
  await jobs.drain();
  const before = mailServer.mails.length;
  const replies = await Promise.all([answer(emi, id, "はい"), answer(ren, id, "どうぞ")]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ]);
  const [mine, text] =
    replies[0].status === 200 ? ([emi, "はい"] as const) : ([ren, "どうぞ"] as const);
  expect((await answer(mine, id, text)).status).toBe(200);
  expect((await answer(mine, id, "ちがう文")).error?.code).toBe("case_changed");
  await jobs.drain();
  expect(mailServer.mails.length).toBe(before + 1);
});

test("MOD-06 each look at an inquiry and each answer is in the audit log, without its texts and address", async () => {
  const id = await write(site.openBrowser(), "記録に残る？");
  await open(emi, id);
  await answer(emi, id, "残ります");
  const entries = (await listAudit()).filter(({ object }) => object === `inquiry ${id}`);
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
    ["inquiry.open", "usage"],
    ["inquiry.close", "answered"],
  ]);
});

test("MOD-08 an inquiry names the account that wrote it, and none by an address that anybody can write into the form", async () => {
  const own = await write(yui, "誕生日を直してください", "account");
  expect(await open(emi, own)).toMatchObject({ account: "yui" });
  await database.executeSql(
    "update users set confirmed_email = 'Mei@example.com' where account = 'yui'",
  );
  const other = await write(site.openBrowser(), "ログインできません", "account");
  expect(await open(emi, other)).toMatchObject({ account: null });
  await write(site.openBrowser(), "使い方");
  expect(await listIds({ topic: "account" })).toEqual([own, other]);
});

test("MOD-08 nobody answers their own inquiry; an empty or unknown one is refused", async () => {
  const id = await write(emi, "私の質問");
  expect((await answer(emi, id, "いいよ")).error?.code).toBe("refused");
  expect((await answer(ren, id, " \n")).error?.details).toEqual({ answer: [expect.any(String)] });
  expect((await answer(ren, "AAAAAAAAAAAAAAAAAAAAAA", null)).status).toBe(404);
});

test("MOD-08 each page of the inbox goes on after the last inquiry of the page before", async () => {
  await database.executeSql(`
    insert into inquiries (id, email, topic, body, locale, is_open, closed_at)
    select 'paged' || n, 'a@example.com', 'payment', '', 'ja', n % 2 = 0, case when n % 2 = 1 then now() - make_interval(mins => n % 7) end
    from generate_series(1, 240) n`);
  for (const state of ["open", "closed"] as const) {
    const seen = new Set<string>();
    let after: string | undefined;
    do {
      const query = { state, topic: "payment" as const, ...(after !== undefined && { after }) };
      const { inquiries, has_more } = (await emi.send(listInquiries, { query })).data;
      for (const { id } of inquiries) seen.add(id);
      after = has_more ? inquiries.at(-1)?.id : undefined;
    } while (after !== undefined);
    expect([state, seen.size]).toEqual([state, 120]);
  }
});

test("MOD-08 PRIV-06 old inquiries are deleted", async () => {
  const id = await write(site.openBrowser(), "むかしの話");
  await database.executeSql(
    `update inquiries set made_at = now() - interval '${retentionDays.inquiry + 1} days' where id = $1`,
    [id],
  );
  await site.jobs.find(({ definition }) => definition.name === "delete_expired_rows")?.run([{}]);
  expect((await emi.send(openInquiry, { params: { id } })).status).toBe(404);
});
