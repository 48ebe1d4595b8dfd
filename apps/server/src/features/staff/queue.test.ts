import { setImmediate } from "node:timers/promises";
import { postReport } from "@toibako/contract/moderation.ts";
import { closeCase, decideCase, listCases, openCase } from "@toibako/contract/staff/cases.ts";
import { chartDays, getOverview } from "@toibako/contract/staff/overview.ts";
import { expect, test, vi } from "vitest";
import type { Events } from "#platform/events/events.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const site = await openSite();
const { services } = site;
const { database, secrets } = services;

async function storeCases(count: number, kind: string) {
  await database.executeSql(
    `insert into cases (kind, object, opened_hour, severity)
     select $2, 'stored ' || n, date_trunc('hour', now()) - make_interval(hours => n), n % 4 from generate_series(1, $1) n`,
    [count, kind],
  );
}

async function findOwner(account: string): Promise<string> {
  const { rows } = await database.executeSql("select pk from users where account = $1", [account]);
  const { pk } = rows[0] as { pk: number };
  return secrets.deriveEventOwner(secrets.deriveAccountIdentity(Number(pk)));
}

test("MOD-01 the first screen counts what waits and since when, and the last days", async () => {
  const emi = await registerStaff(site, "emi");
  await site.registerPerson("yui");
  await storeCases(3, "talk");
  const { waiting, days } = (await emi.send(getOverview, {})).data;
  expect(waiting).toMatchObject([{ kind: "talk", count: 3 }]);
  const { rows } = await database.executeSql("select min(opened_hour) as oldest from cases");
  const { oldest } = rows[0] as { oldest: Date };
  expect(waiting[0]?.oldest_hour).toBe(new Date(oldest).toISOString());
  expect(days).toHaveLength(chartDays);
  expect(days.at(-1)).toMatchObject({ accounts: 2, reports: 0, decisions: 0 });
  await database.executeSql("delete from cases");
});

test("MOD-01 a report and a decision of today are in the charts of the first screen", async () => {
  const [rei, saki] = [await registerStaff(site, "rei"), await site.registerPerson("saki")];
  const item_id = await site.askQuestion(await site.registerPerson("tomo"), "saki", "ひどい質問");
  await saki.send(postReport, { body: { mode: "unit", item_id } });
  const [listed] = (await rei.send(listCases, {})).data.cases;
  const params = { id: listed?.id ?? "" };
  const { version } = (await rei.send(openCase, { params })).data.case;
  await rei.send(decideCase, { params, body: { version, kind: "dismiss" } });
  const { waiting, days } = (await rei.send(getOverview, {})).data;
  expect(waiting).toEqual([]);
  expect(days.at(-1)).toMatchObject({ reports: 1, decisions: 1 });
});

test("MOD-01 taking, giving back and deciding a case is told to all staff and to nobody else, without a name", async () => {
  const [mio, nao] = [await registerStaff(site, "mio"), await registerStaff(site, "nao")];
  await storeCases(1, "talk");
  const [listed] = (await mio.send(listCases, {})).data.cases;
  const params = { id: listed?.id ?? "" };
  const staff = await Promise.all(["emi", "rei", "mio", "nao"].map(findOwner));
  const hints: Events["stream"][] = [];
  services.bus.subscribe("stream", (hint) => {
    if (hint.event.kind === "cases") hints.push(hint);
  });
  const expectHints = async (count: number) => {
    await vi.waitFor(() => expect(hints).toHaveLength(count));
    expect(hints.at(-1)?.owners.toSorted()).toEqual(staff.toSorted());
    expect(hints.at(-1)?.event).toEqual({ kind: "cases", data: {} });
  };
  await mio.send(openCase, { params });
  await expectHints(1);
  // Renewing a lease, and looking at a case of somebody else, change nothing.
  await mio.send(openCase, { params });
  await nao.send(openCase, { params });
  await mio.send(closeCase, { params });
  await expectHints(2);
  const { version } = (await nao.send(openCase, { params })).data.case;
  await nao.send(decideCase, { params, body: { version, kind: "dismiss" } });
  await expectHints(4);
});

/** The cases that nobody works on, although somebody holds them. */
const leftBehind: string[] = [];

/** Opens a case, and decides it, gives it back or leaves it behind as after a crash; returns whether it is decided. */
async function workOn(staff: Browser, id: string, chance: number): Promise<boolean> {
  const params = { id };
  const opened = (await staff.send(openCase, { params })).data.case;
  if (!opened.is_open || !opened.holder?.is_self) return false;
  if (chance < 0.15) leftBehind.push(id);
  else if (chance < 0.25) await staff.send(closeCase, { params });
  else {
    const body = { version: opened.version, kind: "dismiss" as const };
    return (await staff.send(decideCase, { params, body })).status === 201;
  }
  return false;
}

/** Works on free cases until none is open. */
async function work(staff: Browser, random: () => number, decided: string[]) {
  for (;;) {
    const { cases } = (await staff.send(listCases, {})).data;
    if (cases.length === 0) return;
    const free = cases.filter(({ holder }) => holder === null);
    const chosen = free[Math.floor(random() * free.length)];
    if (!chosen) {
      // The embedded database answers without a turn of the event loop, for which the calls of the others wait.
      await setImmediate();
      // Time passes for a case that was left behind, until its lease has ended.
      const left = leftBehind.pop();
      await database.executeSql("update cases set held_until = now() where id = $1", [left]);
    } else if (await workOn(staff, chosen.id, random())) decided.push(chosen.id);
  }
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test("MOD-01 five moderators, of whom some crash, decide each case once", async () => {
  const team = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => registerStaff(site, `member${number}`)),
  );
  const count = countPropertyRuns(60);
  await storeCases(count, "room_message");
  const { rows } = await database.executeSql("select id from cases where is_open order by id");
  const decided: string[] = [];
  await Promise.all(team.map((member, index) => work(member, createRandom(index + 1), decided)));
  expect(decided.toSorted()).toEqual((rows as { id: string }[]).map(({ id }) => id));
  const { rows: actions } = await database.executeSql(
    "select case_pk from case_actions join cases on cases.pk = case_pk where cases.kind = 'room_message'",
  );
  expect(new Set(actions.map((action) => (action as { case_pk: number }).case_pk)).size).toBe(
    count,
  );
  expect(actions).toHaveLength(count);
});
