import { postReport } from "@toibako/contract/moderation.ts";
import {
  type CaseKind,
  decideCase,
  listCases,
  openCase,
  postCaseNote,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import { askToOpenSeal, decideSeal } from "@toibako/contract/staff/seals.ts";
import { postTalkReport } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { createTalkCalls } from "#platform/testing/talks.ts";

const site = await openSite();
const { executeSql } = site.services.database;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
// Emi is the member of staff who has to do with what is reported; Ren hasn't.
const emi = await registerStaff(site, "emi", "admin");
const ren = await registerStaff(site, "ren", "admin");
const { createPerson, setColumns, startedTalk, post } = createTalkCalls(site);

async function findNewest(kind: CaseKind): Promise<string> {
  const { cases } = (await ren.send(listCases, { query: { kind } })).data;
  return cases[0]?.id ?? "";
}

async function dismiss(staff: Browser, id: string) {
  const params = { id };
  const { version } = (await staff.send(openCase, { params })).data.case;
  return staff.send(decideCase, { params, body: { version, kind: "dismiss" } });
}

async function reportQuestion(receiver: Browser, sender: Browser, account: string) {
  const item_id = await site.askQuestion(sender, account, "ひどい質問");
  expect((await receiver.send(postReport, { body: { mode: "unit", item_id } })).status).toBe(201);
  return findNewest("question");
}

const askForSeal = (staff: Browser, id: string) =>
  staff.send(askToOpenSeal, { params: { id }, body: { reason: "危険" } });

test("MOD-01 MOD-05 who has received and reported a question neither decides it nor opens its record nor undoes the decision", async () => {
  const id = await reportQuestion(emi, kenta, "emi");
  expect((await askForSeal(emi, id)).error?.code).toBe("refused");
  const { seal } = (await askForSeal(ren, id)).data;
  const approval = { params: { id: seal.id }, body: { is_approved: true } };
  expect((await emi.send(decideSeal, approval)).error?.code).toBe("refused");
  expect((await dismiss(emi, id)).error?.code).toBe("refused");
  await executeSql("update cases set held_until = null");
  const decided = await dismiss(ren, id);
  expect(decided.status).toBe(201);
  const params = { id: decided.data.action.id };
  expect((await emi.send(undoAction, { params })).error?.code).toBe("refused");
  expect((await ren.send(undoAction, { params })).status).toBe(204);
  await dismiss(ren, id);
});

test("MOD-01 ADMIN-06 who has asked anonymously doesn't learn who has reported it, and doesn't decide it", async () => {
  const id = await reportQuestion(yui, emi, "yui");
  expect((await emi.send(openCase, { params: { id } })).status).toBe(404);
  const note = { params: { id }, body: { text: "ひとこと" } };
  expect((await emi.send(postCaseNote, note)).status).toBe(404);
  const looks = "select from audit where action = 'case.open' and object = 'case ' || $1";
  expect((await executeSql(looks, [id])).rows).toEqual([]);
  expect((await askForSeal(emi, id)).error?.code).toBe("refused");
  // Even if she holds it.
  await executeSql(
    `update cases set held_until = now() + interval '1 minute',
       holder_pk = (select pk from users where account = 'emi') where id = $1`,
    [id],
  );
  const body = { version: 1, kind: "dismiss" as const };
  expect((await emi.send(decideCase, { params: { id }, body })).error?.code).toBe("refused");
  await executeSql("update cases set held_until = null");
  expect((await dismiss(ren, id)).status).toBe(201);
});

test("MOD-01 TALK-35 who has begun a talk decides no report of it, their own or that of the other", async () => {
  await setColumns("emi", {
    birthday: "1990-05-05",
    is_receive_dm: true,
    is_message_tos_showed: true,
  });
  const starter = { account: "emi", browser: emi };
  const reportedBy = async (isByStarter: boolean) => {
    const receiver = await createPerson();
    const uuid = await startedTalk(starter, receiver);
    await post(starter, uuid, "こんにちは");
    const { browser } = isByStarter ? starter : receiver;
    const body = { uuid, mode: "report" as const };
    expect((await browser.send(postTalkReport, { body })).status).toBe(201);
    return findNewest("talk");
  };
  const own = await reportedBy(true);
  expect((await dismiss(emi, own)).error?.code).toBe("refused");
  await executeSql("update cases set held_until = null");
  expect((await dismiss(ren, own)).status).toBe(201);
  const others = await reportedBy(false);
  expect((await emi.send(openCase, { params: { id: others } })).status).toBe(404);
  expect((await dismiss(ren, others)).status).toBe(201);
});
