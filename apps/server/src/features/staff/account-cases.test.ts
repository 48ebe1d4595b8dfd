import type { Input } from "@toibako/contract/endpoint.ts";
import { postInquiry } from "@toibako/contract/help.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { postBlock, reportAccount } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { putAccount, putUser } from "@toibako/contract/settings.ts";
import {
  decideCase,
  listCases,
  listOwnDecisions,
  openCase,
  postAppeal,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import {
  destroyAccountByStaff,
  openAccount,
  openAccountCase,
  putAccountBirthday,
} from "@toibako/contract/staff/people.ts";
import { listAudit } from "@toibako/contract/staff/roles.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const site = await openSite({ smtp_url: mailServer.url, public_url: "https://box.example" });
const { jobs, database } = site.services;
const yui = await site.registerPerson("yui");
const emi = await registerStaff(site, "emi");
const ren = await registerStaff(site, "ren");
const ada = await registerStaff(site, "ada", "admin");

type Report = Input<typeof reportAccount>["body"];
const report = (reporter: Browser, account: string, body: Partial<Report> = {}) =>
  reporter.send(reportAccount, { params: { account }, body: { reason: "harassment", ...body } });
const findCases = async (account: string) =>
  (await ada.send(listCases, { query: { kind: "account" } })).data.cases.filter(
    ({ subject }) => subject?.account === account,
  );
const open = async (staff: Browser, id: string) =>
  (await staff.send(openCase, { params: { id } })).data.case;
const decide = async (
  staff: Browser,
  id: string,
  body: Omit<Input<typeof decideCase>["body"], "version">,
) => {
  const { version } = await open(staff, id);
  return staff.send(decideCase, { params: { id }, body: { version, ...body } });
};
const openByStaff = (staff: Browser, account: string, reason: string) =>
  staff.send(openAccountCase, { params: { account }, body: { reason } });
const listNoticeTexts = async (person: Browser) => {
  await jobs.drain();
  return (await person.send(listNotices, {})).data.notices.map(({ text }) => text);
};

test("MOD-01 MOD-02 a report of an account is a case with its public texts as they were", async () => {
  const kenta = await site.registerPerson("kenta", "en");
  await kenta.send(putUser, {
    body: { displaying_name: "けんた", self_introduction: "電話してね" },
  });
  expect((await report(yui, "KENTA", { reason: "solicitation", note: " 連絡先 " })).status).toBe(
    201,
  );
  await kenta.send(putUser, { body: { displaying_name: "べつ", self_introduction: "" } });
  const [listed] = await findCases("kenta");
  expect(listed).toMatchObject({ reports_count: 1, excerpt: "けんた", score: { severity: 2 } });
  expect((await open(emi, listed?.id ?? "")).reports).toMatchObject([
    {
      reporter: { account: "yui" },
      reason: "solicitation",
      note: "連絡先",
      texts: [
        { role: "displaying_name", text: "けんた", is_reported: true },
        { role: "self_introduction", text: "電話してね", is_reported: true },
      ],
    },
  ]);
});

test("MOD-02 each person counts once for the open case, also with two reports at once", async () => {
  await site.registerPerson("sora");
  const mei = await site.registerPerson("mei");
  const replies = await Promise.all([1, 2, 3].map(() => report(yui, "sora")));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  await report(mei, "sora", { reason: "other" });
  const [listed, ...others] = await findCases("sora");
  expect([listed?.reports_count, others]).toEqual([2, []]);
  await decide(emi, listed?.id ?? "", { kind: "dismiss" });
  // What happens after a decision is a case of its own.
  await report(yui, "sora");
  expect(await findCases("sora")).toMatchObject([{ reports_count: 1 }]);
});

test("MOD-02 nobody reports themselves, and an unknown reason or a long note is refused", async () => {
  await site.registerPerson("mio");
  expect((await report(yui, "yui")).error?.code).toBe("refused");
  const unknown = await report(yui, "mio", { reason: "unstated" as "other" });
  const long = await report(yui, "mio", { note: "あ".repeat(501) });
  expect([unknown.status, long.status]).toEqual([400, 400]);
  expect(long.error?.details).toHaveProperty("note");
  expect((await report(site.openBrowser(), "mio")).status).toBe(401);
  expect(await findCases("mio")).toEqual([]);
});

test("MOD-02 unknown, left and destroyed accounts are not found; a former handle and a blocked account are", async () => {
  const left = await site.registerPerson("left_one");
  await left.send(leaveAccount, {});
  await site.registerPerson("gone_one");
  const body = { reason: "本人の希望" };
  await ada.send(destroyAccountByStaff, { params: { account: "gone_one" }, body });
  for (const account of ["nobody_here", "left_one", "gone_one"])
    expect((await report(yui, account)).status).toBe(404);
  const renamed = await site.registerPerson("former_one");
  await renamed.send(putAccount, { body: { account: "current_one" } });
  await yui.send(postBlock, { body: { account: "current_one" } });
  await renamed.send(postBlock, { body: { account: "yui" } });
  expect((await report(yui, "former_one")).status).toBe(201);
  expect(await findCases("current_one")).toHaveLength(1);
});

test("MOD-02 reports while the account is being destroyed and decided about arrive or find nothing", async () => {
  await site.registerPerson("fading_one");
  const { case_id } = (await openByStaff(emi, "fading_one", "理由")).data;
  const reporters = await Promise.all(
    ["reporter_a", "reporter_b", "reporter_c"].map((account) => site.registerPerson(account)),
  );
  const [decided, destroyed, ...reported] = await Promise.all([
    decide(emi, case_id, { kind: "warn", message: "いけません" }),
    ada.send(destroyAccountByStaff, {
      params: { account: "fading_one" },
      body: { reason: "本人の希望" },
    }),
    ...reporters.map((reporter) => report(reporter, "fading_one")),
  ]);
  expect([201, 422]).toContain(decided.status);
  expect(destroyed.status).toBe(204);
  for (const { status } of reported) expect([201, 404]).toContain(status);
  const late = await report(yui, "fading_one");
  expect(late.status).toBe(404);
});

test("MOD-02 a case about an account outlives it without naming it, and can be dismissed", async () => {
  await site.registerPerson("brief_one");
  await report(yui, "brief_one");
  const [listed] = await findCases("brief_one");
  const body = { reason: "本人の希望" };
  await ada.send(destroyAccountByStaff, { params: { account: "brief_one" }, body });
  await jobs.drain();
  const opened = await open(emi, listed?.id ?? "");
  expect(opened.subject).toBeNull();
  expect((await decide(emi, opened.id, { kind: "warn", message: "いけません" })).status).toBe(422);
  expect((await decide(emi, opened.id, { kind: "dismiss" })).status).toBe(201);
});

test("MOD-04 an account is warned or suspended but not hidden or stopped; subject and reporter are told, and it can be undone", async () => {
  const toki = await site.registerPerson("toki", "en");
  const rio = await site.registerPerson("rio", "en");
  await report(rio, "toki");
  const id = (await findCases("toki"))[0]?.id ?? "";
  for (const kind of ["hide", "stop_sender", "let_through"] as const)
    expect((await decide(emi, id, { kind })).error?.code).toBe("refused");
  const decided = await decide(emi, id, { kind: "suspend", days: 7, message: "Stop it." });
  expect(decided.status).toBe(201);
  expect(await listNoticeTexts(toki)).toContain(
    "Your account is suspended. Please read why and until when.",
  );
  expect(await listNoticeTexts(rio)).toContain(
    "We looked at what you reported and acted on it. Thank you.",
  );
  // Suspended accounts can still report.
  expect((await report(toki, "rio")).status).toBe(201);
  const { decisions } = (await toki.send(listOwnDecisions, {})).data;
  expect(decisions).toMatchObject([{ kind: "suspend", message: "Stop it." }]);
  const params = { id: decisions[0]?.id ?? "" };
  await toki.send(postAppeal, { params, body: { text: "It wasn't me." } });
  const appeals = (await ren.send(listCases, { query: { kind: "appeal" } })).data.cases;
  const accepted = await decide(ren, appeals[0]?.id ?? "", { kind: "accept_appeal" });
  expect(accepted.status).toBe(201);
  const { person } = (await emi.send(openAccount, { params: { account: "toki" } })).data;
  expect(person.suspended_until).toBeNull();
});

test("ADMIN-05 MOD-04 staff open a case about an account for a reason, and suspend it there", async () => {
  await site.registerPerson("hana");
  expect((await openByStaff(emi, "hana", " ")).status).toBe(400);
  expect((await openByStaff(emi, "hana", "あ".repeat(501))).status).toBe(400);
  const replies = await Promise.all([1, 2].map(() => openByStaff(emi, "Hana", "なりすまし")));
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  const { case_id } = (await openByStaff(emi, "hana", "なりすまし")).data;
  expect(await findCases("hana")).toMatchObject([{ id: case_id, reports_count: 1 }]);
  const { entries } = (await ada.send(listAudit, { query: { action: "account.case" } })).data;
  expect(entries.filter(({ object_account }) => object_account === "hana")).toMatchObject([
    { actor: "emi", reason: "なりすまし" },
  ]);
  expect((await open(emi, case_id)).reports).toMatchObject([
    { reporter: null, reason: "staff", note: "なりすまし", texts: [{ role: "displaying_name" }] },
  ]);
  const suspended = await decide(emi, case_id, { kind: "suspend", days: 30, message: "停止" });
  expect(suspended.status).toBe(201);
  const read = async () =>
    (await emi.send(openAccount, { params: { account: "hana" } })).data.person.suspended_until;
  expect(await read()).not.toBeNull();
  await emi.send(undoAction, { params: { id: suspended.data.action.id } });
  expect(await read()).toBeNull();
});

test("ADMIN-05 the case that staff open is the open one of the reports", async () => {
  await site.registerPerson("noa");
  await report(yui, "noa");
  const { case_id } = (await openByStaff(emi, "noa", "問い合わせがあった")).data;
  expect(await findCases("noa")).toMatchObject([{ id: case_id, reports_count: 2 }]);
});

test("ADMIN-05 nobody opens a case about themselves, and moderators none about staff", async () => {
  for (const [staff, account] of [
    [emi, "emi"],
    [emi, "ren"],
    [ada, "ada"],
  ] as const)
    expect((await openByStaff(staff, account, "理由")).error?.code).toBe("refused");
  expect((await openByStaff(emi, "nobody_here", "理由")).status).toBe(404);
  expect((await openByStaff(yui, "mio", "理由")).status).toBe(404);
  const { case_id } = (await openByStaff(ada, "ren", "理由")).data;
  // Not visible for the one whom it is about.
  expect((await ren.send(openCase, { params: { id: case_id } })).status).toBe(404);
  const refused = await decide(emi, case_id, { kind: "suspend", days: 1, message: "停止" });
  expect(refused.error?.code).toBe("refused");
});

/** Registers an account with a confirmed address. */
async function registerWithAddress(account: string): Promise<Browser> {
  const person = await site.registerPerson(account, "en");
  const address = `${account}@example.com`;
  await database.executeSql(
    "update users set email = $1, confirmed_email = $1 where account = $2",
    [address, account],
  );
  return person;
}

/** Runs all enqueued jobs and returns the mails that they sent to an account. */
async function collectMails(account: string) {
  await jobs.drain();
  return mailServer.mails.filter(({ to }) => to.includes(`${account}@example.com`));
}

test("ADMIN-08 the owner is told by mail and by a notice that staff changed the birthday, once", async () => {
  const aoi = await registerWithAddress("aoi");
  const inquiry = { email: "aoi@example.com", topic: "account" as const, body: "Wrong birthday" };
  const { id } = (await aoi.send(postInquiry, { body: inquiry })).data;
  const birthday = { year: 2000, month: 2, day: 29 };
  const body = { birthday, inquiry_id: id, reason: "本人の希望" };
  const before = (await collectMails("aoi")).length;
  for (const _attempt of [1, 2])
    expect((await emi.send(putAccountBirthday, { params: { account: "aoi" }, body })).status).toBe(
      204,
    );
  const mails = (await collectMails("aoi")).slice(before);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your birthday was changed"]);
  expect(mails[0]?.text).toContain("https://box.example/en/inquiry");
  const told = (await listNoticeTexts(aoi)).filter((text) => text.includes("birthday"));
  expect(told).toEqual([
    "Our moderators have changed your birthday, as you asked. Please check it.",
  ]);
});

test("ADMIN-05 the owner gets a last mail when staff destroyed the account, and no job has the address", async () => {
  await registerWithAddress("nagi");
  await site.registerPerson("no_address");
  const destroy = (account: string) =>
    ada.send(destroyAccountByStaff, { params: { account }, body: { reason: "本人の希望" } });
  const before = (await collectMails("nagi")).length;
  expect((await destroy("nagi")).status).toBe(204);
  expect((await destroy("no_address")).status).toBe(204);
  const { rows } = await database.executeSql(
    "select data::text as data from pgboss.job where name = 'send_destruction_mail'",
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("nagi");
  const mails = (await collectMails("nagi")).slice(before);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your account was deleted"]);
  expect(mails[0]?.text).toContain("@nagi");
  expect((await destroy("nagi")).status).toBe(404);
  expect(await collectMails("nagi")).toHaveLength(before + 1);
});
