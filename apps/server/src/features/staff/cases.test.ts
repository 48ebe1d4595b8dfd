import { deleteAnswer } from "@toibako/contract/answers.ts";
import { postCommunityAnswer } from "@toibako/contract/communities/questions.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import {
  closeCase,
  decideCase,
  listCases,
  listOwnDecisions,
  openCase,
  postAppeal,
  postCaseNote,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import {
  consoleMinutes,
  enterConsole,
  leaveConsole,
  renewConsole,
} from "@toibako/contract/staff/console.ts";
import { getOverview } from "@toibako/contract/staff/overview.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { storeCommunity, storeCommunityQuestion } from "#platform/testing/communities.ts";
import { openSite } from "#platform/testing/site.ts";
import { giveRole, registerStaff } from "#platform/testing/staff.ts";

const site = await openSite();
const { jobs, database } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await storeCommunity(site.services, "talkative");
const emi = await registerStaff(site, "emi");
const ren = await registerStaff(site, "ren");

const listOpen = async (staff: Browser) => (await staff.send(listCases, {})).data.cases;
async function findCaseWith(staff: Browser, excerpt: string) {
  const found = (await listOpen(staff)).find((listed) => listed.excerpt === excerpt);
  if (!found) throw new Error(`there is no open case with "${excerpt}"`);
  return found;
}
const open = async (staff: Browser, id: string) =>
  (await staff.send(openCase, { params: { id } })).data.case;
const countAudit = async (action: string) => {
  const { rows } = await database.executeSql(
    "select count(*)::int as count from audit where action = $1",
    [action],
  );
  return (rows[0] as { count: number }).count;
};

test("MOD-01 ADMIN-06 a reported question is a case with its text as it was, and without its sender", async () => {
  const item_id = await site.askQuestion(kenta, "yui", "ひどい質問");
  await yui.send(postReport, { body: { mode: "unit", item_id } });
  const listed = await findCaseWith(emi, "ひどい質問");
  expect(listed).toMatchObject({ kind: "question", subject: null, reports_count: 1 });
  const opened = await open(emi, listed.id);
  expect(opened.reports).toMatchObject([
    {
      reporter: { account: "yui" },
      reason: "unstated",
      locale: "ja",
      texts: [{ role: "question", text: "ひどい質問", is_reported: true }],
    },
  ]);
  expect(JSON.stringify(opened)).not.toContain("kenta");
});

let answersCount = 0;

/** Lets Kenta answer in a community and the reporter report it; returns the new case. */
async function reportAnswer(reporter: Browser = yui) {
  const text = `ひどい答え${++answersCount}`;
  const uuid = await storeCommunityQuestion(site.services, "talkative", { body: "質問" });
  const params = { category_id: "testing", community_id: "talkative", uuid };
  const call = { params, body: { body: text } };
  const answer_id = (await kenta.send(postCommunityAnswer, call)).data.answer.id;
  const { status } = await reporter.send(postReport, { body: { mode: "unit", answer_id } });
  expect(status).toBe(201);
  return { answer_id, listed: await findCaseWith(emi, text), text };
}

const decideAs = async (
  staff: Browser,
  id: string,
  body: Partial<Input<typeof decideCase>["body"]>,
) => {
  const { version } = await open(staff, id);
  return staff.send(decideCase, { params: { id }, body: { version, kind: "dismiss", ...body } });
};
const listNoticeTexts = async (person: Browser) => {
  await jobs.drain();
  return (await person.send(listNotices, {})).data.notices.map(({ text }) => text);
};

test("MOD-01 later reports join the open case, and each person counts once", async () => {
  const { answer_id, listed } = await reportAnswer();
  await yui.send(postReport, { body: { mode: "unit", answer_id } });
  const mei = await site.registerPerson("mei");
  await mei.send(postReport, { body: { mode: "unit", answer_id } });
  const joined = (await listOpen(emi)).find(({ id }) => id === listed.id);
  expect(joined).toMatchObject({ reports_count: 2, subject: { account: "kenta" } });
  expect(joined?.score.total).toBeGreaterThan(listed.score.total);
});

test("MOD-01 what was reported stays in the case although its author deletes it", async () => {
  const { answer_id, listed, text } = await reportAnswer();
  await kenta.send(deleteAnswer, { params: { id: answer_id } });
  const { reports } = await open(emi, listed.id);
  expect(reports[0]?.texts.at(-1)).toEqual({
    role: "answer",
    text,
    is_reported: true,
  });
});

test("MOD-01 one member of staff holds a case at a time, until they give it back", async () => {
  const { listed } = await reportAnswer();
  const looks = await countAudit("case.open");
  expect((await open(emi, listed.id)).holder).toEqual({ account: "emi", is_self: true });
  expect((await open(emi, listed.id)).holder).toMatchObject({ is_self: true });
  expect(await countAudit("case.open")).toBe(looks + 1);
  const seen = await open(ren, listed.id);
  expect(seen.holder).toEqual({ account: "emi", is_self: false });
  const params = { id: listed.id };
  const body = { version: seen.version, kind: "dismiss" as const };
  const refused = await ren.send(decideCase, { params, body });
  expect([refused.status, refused.error?.code]).toEqual([409, "case_changed"]);
  await emi.send(closeCase, { params });
  expect((await open(ren, listed.id)).holder).toMatchObject({ account: "ren" });
  await ren.send(closeCase, { params });
});

test("MOD-01 a lease ends after five minutes", async () => {
  const { listed } = await reportAnswer();
  await open(emi, listed.id);
  await database.executeSql(
    "update cases set held_until = held_until - interval '301 seconds' where id = $1",
    [listed.id],
  );
  expect((await open(ren, listed.id)).holder).toMatchObject({ account: "ren", is_self: true });
  await ren.send(closeCase, { params: { id: listed.id } });
});

test("MOD-01 of two decisions at once only one happens", async () => {
  const { listed } = await reportAnswer();
  const { version } = await open(emi, listed.id);
  const decideNow = (kind: "dismiss" | "warn") =>
    emi.send(decideCase, { params: { id: listed.id }, body: { version, kind, message: "注意" } });
  const statuses = (await Promise.all([decideNow("dismiss"), decideNow("warn")])).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409]);
});

test("MOD-02 NOTE-08 a warning is told to its subject in the words of staff, and the reporter hears the outcome", async () => {
  const rin = await site.registerPerson("rin");
  const { listed } = await reportAnswer(rin);
  const decided = await decideAs(emi, listed.id, { kind: "warn", message: "やめてください。" });
  expect(decided.status).toBe(201);
  expect((await listOpen(emi)).map(({ id }) => id)).not.toContain(listed.id);
  expect(await listNoticeTexts(kenta)).toContain(
    "運営からの注意があります。内容を確認してください。",
  );
  expect(await listNoticeTexts(rin)).toEqual([
    "あなたの通報を確認し、対応しました。ありがとうございます。",
  ]);
  const [decision] = (await kenta.send(listOwnDecisions, {})).data.decisions;
  expect(decision).toMatchObject({ kind: "warn", message: "やめてください。", appeal: "none" });
  expect(JSON.stringify(decision)).not.toContain("emi");
});

test("MOD-02 the prepared messages of a case are in its subject's language", async () => {
  const { listed } = await reportAnswer();
  await database.executeSql("update users set locale = 'ko' where account = 'kenta'");
  const { prepared } = await open(emi, listed.id);
  expect(prepared.find(({ name }) => name === "spam")?.text).toMatch(/[가-힣]/);
  await database.executeSql("update users set locale = 'ja' where account = 'kenta'");
  await emi.send(closeCase, { params: { id: listed.id } });
});

test("MOD-02 a case needs a message for a warning, and an account to warn", async () => {
  const { listed } = await reportAnswer();
  expect((await decideAs(emi, listed.id, { kind: "warn" })).status).toBe(400);
  expect((await decideAs(emi, listed.id, { kind: "suspend", message: "x" })).status).toBe(422);
  const item_id = await site.askQuestion(kenta, "yui", "だれかの質問");
  await yui.send(postReport, { body: { mode: "unit", item_id } });
  const { id } = await findCaseWith(emi, "だれかの質問");
  const refused = await decideAs(emi, id, { kind: "warn", message: "x" });
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
});

test("MOD-02 MOD-04 a suspended account can read but not write, until the decision is undone", async () => {
  const { listed } = await reportAnswer();
  const call = { body: { account: "yui", body: "元気？" } };
  await decideAs(emi, listed.id, { kind: "suspend", days: 7, message: "一週間お休みです。" });
  const refused = await kenta.send(postQuestion, call);
  expect([refused.status, refused.error?.code]).toEqual([403, "suspended"]);
  expect((await kenta.send(listReceivedItems, {})).status).toBe(200);
  const [decision] = (await kenta.send(listOwnDecisions, {})).data.decisions;
  expect(Date.parse(decision?.suspended_until?.at ?? "")).toBeGreaterThan(
    Date.now() + 6 * 86_400_000,
  );
  const params = { id: decision?.id ?? "" };
  expect((await ren.send(undoAction, { params })).status).toBe(204);
  expect((await ren.send(undoAction, { params })).error?.code).toBe("case_changed");
  expect((await kenta.send(postQuestion, call)).status).toBe(201);
  expect(await listNoticeTexts(kenta)).toContain("運営があなたについての決定を取り消しました。");
  expect((await listOpen(emi)).map(({ id }) => id)).toContain(listed.id);
});

test("MOD-04 somebody else than who decided decides an appeal", async () => {
  const { listed } = await reportAnswer();
  await decideAs(emi, listed.id, { kind: "suspend", days: 30, message: "停止します。" });
  const [decision] = (await kenta.send(listOwnDecisions, {})).data.decisions;
  const params = { id: decision?.id ?? "" };
  expect((await yui.send(postAppeal, { params, body: { text: "ちがいます" } })).status).toBe(404);
  const appealed = await kenta.send(postAppeal, { params, body: { text: "誤解です" } });
  expect(appealed.data.decision.appeal).toBe("waiting");
  const again = await kenta.send(postAppeal, { params, body: { text: "もう一度" } });
  expect([again.status, again.error?.code]).toEqual([422, "refused"]);
  const { id, kind } = await findCaseWith(emi, "誤解です");
  expect(kind).toBe("appeal");
  const own = await decideAs(emi, id, { kind: "accept_appeal" });
  expect([own.status, own.error?.code]).toEqual([422, "refused"]);
  await emi.send(closeCase, { params: { id } });
  expect((await decideAs(ren, id, { kind: "accept_appeal" })).status).toBe(201);
  const [after] = (await kenta.send(listOwnDecisions, {})).data.decisions;
  expect(after).toMatchObject({ is_undone: true, appeal: "accepted" });
  expect(await listNoticeTexts(kenta)).toContain("異議の申し立てが認められました。");
  const call = { body: { account: "yui", body: "ただいま" } };
  expect((await kenta.send(postQuestion, call)).status).toBe(201);
});

test("MOD-01 nobody decides on their own report or on themselves", async () => {
  const { listed } = await reportAnswer(ren);
  const own = await decideAs(ren, listed.id, { kind: "dismiss" });
  expect([own.status, own.error?.code]).toEqual([422, "refused"]);
  await ren.send(closeCase, { params: { id: listed.id } });
  await giveRole(site, "kenta", "moderator");
  const refused = await decideAs(emi, listed.id, { kind: "suspend", days: 1, message: "x" });
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
  await giveRole(site, "kenta", null);
});

test("MOD-01 staff see no case about themselves, so they don't learn who has reported them", async () => {
  const nagi = await registerStaff(site, "nagi");
  const uuid = await storeCommunityQuestion(site.services, "talkative", { body: "質問" });
  const params = { category_id: "testing", community_id: "talkative", uuid };
  const answered = await nagi.send(postCommunityAnswer, { params, body: { body: "私の答え" } });
  const answer_id = answered.data.answer.id;
  await yui.send(postReport, { body: { mode: "unit", answer_id } });
  const { id } = await findCaseWith(emi, "私の答え");
  expect((await listOpen(nagi)).map((listed) => listed.id)).not.toContain(id);
  expect((await nagi.send(openCase, { params: { id } })).status).toBe(404);
});

test("MOD-01 API-10 a note is seen by all staff, and added once", async () => {
  const { listed } = await reportAnswer();
  const params = { id: listed.id };
  const key = { "idempotency-key": "a-note-of-emi" };
  for (const _attempt of [1, 2]) {
    const added = await emi.send(postCaseNote, { params, body: { text: "二回目です" } }, key);
    expect(added.status).toBe(201);
  }
  expect((await open(ren, listed.id)).notes).toMatchObject([
    { author: { account: "emi" }, text: "二回目です" },
  ]);
  await ren.send(closeCase, { params });
  const other = await emi.send(postCaseNote, { params, body: { text: "別の文" } }, key);
  expect([other.status, other.error?.code]).toEqual([409, "key_reused"]);
});

/** Brings the closing of an account's console nearer. */
const letConsoleAge = (account: string, minutes: number) =>
  database.executeSql(
    `update sessions set console_until = console_until - make_interval(mins => $2)
     where user_pk = (select pk from users where account = $1)`,
    [account, minutes],
  );

test("MOD-07 ADMIN-05 the console opens with a second factor only, closes after an hour, and is not there for others", async () => {
  expect((await yui.send(listCases, {})).status).toBe(404);
  expect((await site.openBrowser().send(listCases, {})).status).toBe(404);
  const sora = await site.registerPerson("sora");
  await giveRole(site, "sora", "moderator");
  const closed = await sora.send(listCases, {});
  expect([closed.status, closed.error?.code]).toEqual([403, "console_closed"]);
  const wrong = await sora.send(enterConsole, { body: { code: "123456" } });
  expect([wrong.status, wrong.error?.code]).toEqual([422, "wrong_code"]);
  const nao = await registerStaff(site, "nao");
  expect((await nao.send(listCases, {})).status).toBe(200);
  await letConsoleAge("nao", consoleMinutes + 1);
  expect((await nao.send(listCases, {})).error?.code).toBe("console_closed");
  expect((await nao.send(renewConsole, {})).error?.code).toBe("console_closed");
});

test("MOD-07 what a page reads by a timer doesn't keep the console open, what a person does keeps it open", async () => {
  const { listed } = await reportAnswer();
  const toma = await registerStaff(site, "toma");
  const readByTimer = async () => {
    await toma.send(getOverview, {});
    await toma.send(listCases, {});
    return toma.send(openCase, { params: { id: listed.id } });
  };
  await letConsoleAge("toma", consoleMinutes - 1);
  await readByTimer();
  await toma.send(renewConsole, {});
  await letConsoleAge("toma", consoleMinutes - 1);
  expect((await readByTimer()).status).toBe(200);
  await letConsoleAge("toma", 2);
  expect((await readByTimer()).error?.code).toBe("console_closed");
});

test("MOD-07 a role that was taken away ends access at once", async () => {
  const taken = await registerStaff(site, "taken");
  await giveRole(site, "taken", null);
  expect((await taken.send(listCases, {})).status).toBe(404);
});

test("MOD-01 leaving the console gives back all cases", async () => {
  const { listed } = await reportAnswer();
  const mio = await registerStaff(site, "mio");
  await open(mio, listed.id);
  await mio.send(leaveConsole, {});
  expect((await mio.send(listCases, {})).error?.code).toBe("console_closed");
  expect((await findCaseWith(emi, listed.excerpt)).holder).toBeNull();
});

test("MOD-01 each page of the queue goes on after the last case of the page before, with and without a filter", async () => {
  await database.executeSql(
    `insert into cases (kind, object, opened_hour, severity, is_open, decided_at)
     select 'talk', 'paged ' || n, now(), n % 3, n % 2 = 0, case when n % 2 = 1 then now() - make_interval(secs => n % 7) end
     from generate_series(1, 240) n`,
  );
  for (const state of ["open", "decided"] as const) {
    for (const kind of [undefined, "talk"] as const) {
      const { rows } = await database.executeSql(
        "select count(*)::int as count from cases where is_open = $1 and kind = coalesce($2, kind)",
        [state === "open", kind],
      );
      const ids: string[] = [];
      for (let after: string | undefined, more = true; more; after = ids.at(-1)) {
        const query = { state, ...(kind && { kind }), ...(after && { after }) };
        const page = (await emi.send(listCases, { query })).data;
        ids.push(...page.cases.map(({ id }) => id));
        more = page.has_more;
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength((rows[0] as { count: number }).count);
    }
  }
});
