import { postAnswer } from "@toibako/contract/answers.ts";
import { postCommunityAnswer } from "@toibako/contract/communities/questions.ts";
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
import { enterConsole, leaveConsole } from "@toibako/contract/staff/console.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { giveRole, registerStaff } from "#platform/testing/staff.ts";

const site = await openSite();
const { jobs, database } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
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
      texts: [{ role: "question", author: null, text: "ひどい質問", is_reported: true }],
    },
  ]);
  expect(JSON.stringify(opened)).not.toContain("kenta");
});
