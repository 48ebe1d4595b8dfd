import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { getTransparency, publicCountNames } from "@toibako/contract/help.ts";
import { locales } from "@toibako/contract/locales.ts";
import { postReport } from "@toibako/contract/moderation.ts";
import { decideCase, listCases, openCase, postAppeal } from "@toibako/contract/staff/cases.ts";
import { askToOpenSeal, decideSeal, readSeal } from "@toibako/contract/staff/seals.ts";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { deleteOldCases } from "./commands/clean-up.ts";
import { countPublicEvents } from "./commands/public-counts.ts";

// Kenta asks and answers, Yui reports. Emi and Ren are admins.
const site = await openSite();
const { database, db } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const emi = await registerStaff(site, "emi", "admin");
const ren = await registerStaff(site, "ren", "admin");
const travel = { category_id: "hobby", community_id: "travel" };

beforeEach(() => database.executeSql("truncate cases, public_counts cascade"));

async function findCase(staff: Browser, text: string): Promise<string> {
  const { cases } = (await staff.send(listCases, {})).data;
  return cases.find(({ excerpt }) => excerpt === text)?.id ?? "";
}

/** Lets Kenta ask Yui, who reports it; returns the id of its case. */
async function reportQuestion(text: string): Promise<string> {
  const item_id = await site.askQuestion(kenta, "yui", text);
  await yui.send(postReport, { body: { mode: "unit", item_id } });
  return findCase(emi, text);
}

/** Lets Kenta answer a community, and Yui report it; returns the id of its case. */
async function reportAnswer(text: string): Promise<string> {
  const asked = await yui.send(postCommunityQuestion, { params: travel, body: { body: "質問" } });
  const params = { ...travel, uuid: asked.data.uuid_hash };
  const answered = await kenta.send(postCommunityAnswer, { params, body: { body: text } });
  await yui.send(postReport, { body: { mode: "unit", answer_id: answered.data.answer.id } });
  return findCase(emi, text);
}

/** Decides a case; returns the id of the decision. */
async function decide(staff: Browser, id: string, kind: "warn" | "accept_appeal") {
  const { version } = (await staff.send(openCase, { params: { id } })).data.case;
  const body = { version, kind, message: "決まりを読んでください。" };
  const decided = await staff.send(decideCase, { params: { id }, body });
  expect(decided.status).toBe(201);
  return decided.data.action.id;
}

async function askForSeal(case_id: string): Promise<string> {
  const body = { reason: "命にかかわるため" };
  return (await emi.send(askToOpenSeal, { params: { id: case_id }, body })).data.seal.id;
}

const decideSealAs = (staff: Browser, id: string, is_approved: boolean) =>
  staff.send(decideSeal, { params: { id }, body: { is_approved } });

/** Moves everything that has happened and was counted into the past. */
async function passDays(days: number): Promise<void> {
  const columns = {
    cases: ["opened_hour"],
    case_reports: ["reported_hour"],
    case_actions: ["acted_at"],
    seal_requests: ["asked_at", "decided_at", "read_at"],
    public_counts: ["day"],
  };
  for (const [table, names] of Object.entries(columns)) {
    const moved = names.map((name) => `${name} = ${name} - interval '${days} days'`);
    await database.executeSql(`update ${table} set ${moved.join(", ")}`);
  }
}

async function sumUp(): Promise<Record<string, number>> {
  const { months } = (await yui.send(getTransparency, {})).data;
  const sums = publicCountNames.map((name): [string, number] => [
    name,
    months.reduce((sum, month) => sum + month[name], 0),
  ]);
  return Object.fromEntries(sums.filter(([, sum]) => sum > 0));
}

test("MOD-05 everybody sees how many reports, decisions, appeals and opened records there were, up to yesterday", async () => {
  const answer = await reportAnswer("ひどい答え");
  const action_id = await decide(emi, answer, "warn");
  await kenta.send(postAppeal, { params: { id: action_id }, body: { text: "誤解です" } });
  await decide(ren, await findCase(ren, "誤解です"), "accept_appeal");
  const read = await askForSeal(await reportQuestion("だれですか"));
  await decideSealAs(ren, read, true);
  await emi.send(readSeal, { params: { id: read } });
  await decideSealAs(ren, await askForSeal(await reportQuestion("どこですか")), false);
  await askForSeal(await reportQuestion("いつですか"));

  await countPublicEvents(db);
  expect(await sumUp()).toEqual({});
  await passDays(2);
  await countPublicEvents(db);
  const expected = {
    reports: 4,
    warned: 1,
    appeals: 1,
    appeals_accepted: 1,
    seals_asked: 3,
    seals_approved: 1,
    seals_refused: 1,
    seals_read: 1,
  };
  expect(await sumUp()).toEqual(expected);
  const { months } = (await site.openBrowser().send(getTransparency, {})).data;
  expect(months.length).toBe(12);
  expect(months[0]?.month).toBe(new Date().toISOString().slice(0, 7));

  // Counting again, and counting after clean-up, changes nothing.
  await countPublicEvents(db);
  await passDays(200);
  await deleteOldCases(db);
  await countPublicEvents(db);
  const { rows } = await database.executeSql("select from cases");
  expect(rows).toEqual([]);
  expect(await sumUp()).toEqual(expected);
});

test("MOD-05 days without a count are counted later, and what is older than the shown months isn't shown", async () => {
  await reportQuestion("ひとつめ");
  await passDays(5);
  await countPublicEvents(db);
  await reportQuestion("ふたつめ");
  await passDays(3);
  await reportQuestion("みっつめ");
  await passDays(3);
  await countPublicEvents(db);
  expect(await sumUp()).toEqual({ reports: 3 });
  await passDays(370);
  expect(await sumUp()).toEqual({});
});

test("MOD-05 each language has its own words for a month of this calendar", async () => {
  const year = String(new Date().getUTCFullYear());
  for (const locale of locales) {
    const { data } = await yui.send(getTransparency, {}, { "x-locale": locale });
    expect(data.months[0]?.formatted_month).toContain(year);
  }
});
