import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { postInquiry } from "@toibako/contract/help.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { openCase } from "@toibako/contract/staff/cases.ts";
import {
  destroyAccountByStaff,
  endAccountSessions,
  findAccounts,
  openAccount,
  putAccountBirthday,
} from "@toibako/contract/staff/people.ts";
import { listAudit, listStaff, putRole } from "@toibako/contract/staff/roles.ts";
import { expect, test } from "vitest";
import { findFirstBadEntry } from "#platform/database/audit.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const site = await openSite();
const { database, jobs, db } = site.services;
const emi = await registerStaff(site, "emi");
const ada = await registerStaff(site, "ada", "admin");

const search = async (by: "handle" | "name" | "email", query: string, after?: string) =>
  (await emi.send(findAccounts, { body: { by, query, ...(after !== undefined && { after }) } }))
    .data;
const find = async (by: "handle" | "name" | "email", query: string) =>
  (await search(by, query)).accounts.map(({ account }) => account);
const reason = "本人の希望";

test("ADMIN-05 staff find accounts by the beginning of the handle or name, and by the confirmed address", async () => {
  await site.registerPerson("kaede_1");
  await site.registerPerson("KAEDE_2");
  await site.registerPerson("kaedex");
  await jobs.drain();
  await database.executeSql(
    "update users set confirmed_email = 'Kaede@example.com', email = 'kaede@example.com' where account = 'kaede_1'",
  );
  expect(await find("handle", "@Kaede")).toEqual(["kaede_1", "KAEDE_2", "kaedex"]);
  expect(await find("handle", "kaede_")).toEqual(["kaede_1", "KAEDE_2"]);
  expect(await find("name", "ｋａｅｄｅ")).toEqual(["kaede_1", "KAEDE_2", "kaedex"]);
  expect(await find("name", "aede")).toEqual([]);
  expect(await find("email", " kaede@EXAMPLE.com")).toEqual(["kaede_1"]);
  expect(await find("email", "kaede")).toEqual([]);
});

test("ADMIN-05 each page of a search goes on after the last account of the page before", async () => {
  await database.executeSql(`
    with people as (
      insert into users (id, account, displaying_name, locale, time_zone)
      select 'paged' || n, 'paged_' || n, 'Page ' || n, 'ja', 'Asia/Tokyo' from generate_series(1, 120) n returning pk, account
    )
    insert into user_names (user_pk, search_text, search_terms)
    select pk, e'\\n' || account || e'\\npage', array[e'\\np', 'pa', 'ag', 'ge'] from people`);
  for (const [by, query] of [
    ["handle", "paged_"],
    ["name", "Page"],
  ] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { accounts, has_more } = await search(by, query, after);
      seen.push(...accounts.map(({ account }) => account));
      after = has_more ? accounts.at(-1)?.account : undefined;
    } while (after !== undefined);
    expect([by, new Set(seen).size, seen.length]).toEqual([by, 120, 120]);
  }
});

test("ADMIN-06 MOD-06 an opened account shows what is public and its state, after the look is in the audit log", async () => {
  await site.registerPerson("yui");
  const opened = await emi.send(openAccount, { params: { account: "YUI" } });
  expect(opened.data.person).toMatchObject({
    account: "yui",
    sessions_count: 1,
    birthday: null,
    may_change: true,
    may_destroy: false,
    cases: [],
    actions: [],
  });
  const { entries } = (await ada.send(listAudit, { query: { action: "account.open" } })).data;
  expect(entries[0]).toMatchObject({ actor: "emi", object_account: "yui", reason: "" });
  expect((await emi.send(openAccount, { params: { account: "nobody_here" } })).status).toBe(404);
});

test("MOD-01 staff see no case and no decision about themselves in their account", async () => {
  await database.executeSql(
    `with subject as (select pk from users where account = 'emi'), opened as (
      insert into cases (kind, object, subject_pk, opened_hour) select 'answer', 'about emi', pk, now() from subject returning pk, subject_pk
    )
    insert into case_actions (case_pk, kind, subject_pk) select pk, 'warn', subject_pk from opened`,
  );
  const params = { account: "emi" };
  expect((await emi.send(openAccount, { params })).data.person).toMatchObject({
    is_self: true,
    may_change: false,
    cases: [],
    actions: [],
  });
  const { cases, actions } = (await ada.send(openAccount, { params })).data.person;
  expect([cases.length, actions.length]).toEqual([1, 1]);
});

/** Lets somebody ask for another birthday; returns the inquiry's id. */
const askForBirthday = async (
  person: Browser,
  topic: "account" | "usage" = "account",
  email = "yui@example.com",
) =>
  (await person.send(postInquiry, { body: { email, topic, body: "誕生日をまちがえました" } })).data
    .id;
const changeBirthday = (staff: Browser, account: string, inquiry_id: string, year = 2012) =>
  staff.send(putAccountBirthday, {
    params: { account },
    body: { birthday: { year, month: 2, day: 29 }, inquiry_id, reason },
  });

test("MOD-06 a search for people is in the audit log, without what was searched for", async () => {
  const listSearches = async () =>
    (await database.executeSql("select object, reason from audit where action = 'account.search'"))
      .rows;
  const before = (await listSearches()).length;
  await search("email", "somebody@example.com");
  expect((await listSearches()).slice(before)).toEqual([
    { object: "accounts by email", reason: "" },
  ]);
});

test("ADMIN-08 a moderator changes a birthday for an inquiry of the account, with a reason that is logged", async () => {
  const hana = await site.registerPerson("hana");
  await database.executeSql(
    "update users set birthday = '1999-01-01', is_receive_dm = true where account = 'hana'",
  );
  const id = await askForBirthday(hana);
  expect((await changeBirthday(emi, "hana", id)).status).toBe(204);
  // Somebody under 18 receives no messages.
  expect((await hana.send(getCurrentUser, {})).data).toMatchObject({
    user: { birthday: { year: 2012, month: 2, day: 29 }, is_receive_dm: false },
  });
  const { entries } = (await ada.send(listAudit, { query: { action: "account.birthday" } })).data;
  expect(entries[0]).toMatchObject({
    actor: "emi",
    object_account: "hana",
    reason: `${reason} (inquiry ${id})`,
  });
  const impossible = await changeBirthday(emi, "hana", id, 2011);
  expect([impossible.status, impossible.error?.code]).toEqual([400, "invalid_fields"]);
  const params = { account: "hana" };
  const birthday = { year: 2012, month: 2, day: 29 };
  const empty = { birthday, inquiry_id: id, reason: " " };
  expect((await emi.send(putAccountBirthday, { params, body: empty })).status).toBe(400);
});

test("ADMIN-08 a birthday isn't changed without an inquiry of this account about it", async () => {
  const sora = await site.registerPerson("sora");
  const others = await askForBirthday(await site.registerPerson("rio"));
  expect((await changeBirthday(emi, "sora", others)).error?.code).toBe("refused");
  expect((await changeBirthday(emi, "sora", "nothing")).error?.code).toBe("refused");
  const usage = await askForBirthday(sora, "usage");
  expect((await changeBirthday(emi, "sora", usage)).error?.code).toBe("refused");
  // Anybody can write an address into the form.
  await database.executeSql(
    "update users set confirmed_email = 'sora@example.com' where account = 'sora'",
  );
  const visitors = await askForBirthday(site.openBrowser(), "account", "sora@example.com");
  expect((await changeBirthday(emi, "sora", visitors)).error?.code).toBe("refused");
});

test("ADMIN-08 nobody changes their own birthday, and moderators change nothing of other staff", async () => {
  const ren = await registerStaff(site, "ren");
  const id = await askForBirthday(ren);
  expect((await changeBirthday(ren, "ren", id)).error?.code).toBe("refused");
  expect((await changeBirthday(emi, "ren", id)).error?.code).toBe("refused");
  expect((await changeBirthday(ada, "ren", id)).status).toBe(204);
  const end = (staff: Browser) =>
    staff.send(endAccountSessions, { params: { account: "ada" }, body: { reason } });
  expect((await end(emi)).error?.code).toBe("refused");
  expect((await end(ada)).error?.code).toBe("refused");
});

test("ADMIN-05 staff end all sessions of an account", async () => {
  const mio = await site.registerPerson("mio");
  const call = { params: { account: "mio" }, body: { reason } };
  for (const _attempt of [1, 2])
    expect((await emi.send(endAccountSessions, call)).status).toBe(204);
  expect((await mio.send(getCurrentUser, {})).status).toBe(202);
  const { entries } = (await ada.send(listAudit, { query: { action: "account.sessions" } })).data;
  expect(entries[0]).toMatchObject({ object_account: "mio", reason });
});

test("ADMIN-05 SET-15 only admins destroy an account, and none of staff", async () => {
  const toki = await site.registerPerson("toki");
  const destroy = (staff: Browser, account: string) =>
    staff.send(destroyAccountByStaff, { params: { account }, body: { reason } });
  expect((await destroy(emi, "toki")).status).toBe(403);
  expect((await destroy(ada, "emi")).error?.code).toBe("refused");
  expect((await destroy(ada, "ada")).error?.code).toBe("refused");
  expect((await destroy(ada, "toki")).status).toBe(204);
  expect((await toki.send(getCurrentUser, {})).status).toBe(202);
  await jobs.drain();
  expect(await find("handle", "toki")).toEqual([]);
  expect((await destroy(ada, "toki")).status).toBe(404);
  const { rows } = await database.executeSql(
    "select reason from audit where action = 'account.destroy'",
  );
  expect(rows).toEqual([{ reason }]);
});

const changeRole = (
  staff: Browser,
  account: string,
  role: "moderator" | "admin" | null,
  why = reason,
) => staff.send(putRole, { params: { account }, body: { role, reason: why } });

test("MOD-07 an admin gives and takes roles with a reason; the entry names the admin", async () => {
  const noa = await site.registerPerson("noa");
  expect((await changeRole(emi, "noa", "moderator")).status).toBe(403);
  expect((await changeRole(ada, "noa", "moderator", " ")).status).toBe(400);
  expect((await changeRole(ada, "noa", "moderator")).status).toBe(204);
  expect((await noa.send(findAccounts, { body: { by: "handle", query: "" } })).error?.code).toBe(
    "console_closed",
  );
  const { staff } = (await ada.send(listStaff, {})).data;
  expect(staff[0]).toMatchObject({ account: "ada", role: "admin", is_self: true });
  expect(staff.find(({ account }) => account === "noa")).toMatchObject({
    role: "moderator",
    has_second_factor: false,
  });
  expect(staff.find(({ account }) => account === "emi")?.has_second_factor).toBe(true);
  const { entries } = (await ada.send(listAudit, { query: { action: "role.change" } })).data;
  expect(entries[0]).toMatchObject({
    actor: "ada",
    object_account: "noa",
    reason: `moderator: ${reason}`,
  });
});

test("MOD-07 with the role go the console and the cases that were held", async () => {
  const gone = await registerStaff(site, "gone");
  await database.executeSql(
    "insert into cases (kind, object, opened_hour) values ('answer', 'held', now())",
  );
  const { rows } = await database.executeSql("select id from cases where object = 'held'");
  const { id } = rows[0] as { id: string };
  await gone.send(openCase, { params: { id } });
  expect((await changeRole(ada, "gone", null)).status).toBe(204);
  expect((await emi.send(openCase, { params: { id } })).data.case.holder).toMatchObject({
    account: "emi",
  });
  expect((await gone.send(openCase, { params: { id } })).status).toBe(404);
  await changeRole(ada, "gone", "moderator");
  expect((await gone.send(openCase, { params: { id } })).error?.code).toBe("console_closed");
});

test("MOD-07 nobody changes their own role, and two admins who take each other's leave one", async () => {
  expect((await changeRole(ada, "ada", "moderator")).error?.code).toBe("refused");
  const zoe = await registerStaff(site, "zoe", "admin");
  const mia = await registerStaff(site, "mia", "admin");
  await Promise.all([changeRole(mia, "zoe", null), changeRole(zoe, "mia", null)]);
  const { rows } = await database.executeSql(
    "select role from users where account in ('zoe', 'mia') and role is not null",
  );
  expect(rows).toEqual([{ role: "admin" }]);
});

test("MOD-07 no role for accounts that are suspended, left or unknown", async () => {
  const left = await site.registerPerson("left_one");
  await site.registerPerson("bad_one");
  await database.executeSql(
    "update users set suspended_until = now() + interval '1 day' where account = 'bad_one'",
  );
  await database.executeSql("update users set left_at = now() where account = 'left_one'");
  expect((await left.send(leaveAccount, {})).status).toBe(401);
  expect((await changeRole(ada, "bad_one", "moderator")).error?.code).toBe("refused");
  expect((await changeRole(ada, "left_one", "moderator")).error?.code).toBe("refused");
  expect((await changeRole(ada, "no_such_one", "moderator")).status).toBe(404);
});

test("MOD-06 the audit log is listed by page, by action and by actor, and its chain holds", async () => {
  await registerStaff(site, "looker");
  await database.executeSql(`
    insert into audit (number, actor_pk, action, object, reason, happened_hour, hash)
    select 100000 + n, (select pk from users where account = 'looker'), case when n % 2 = 0 then 'case.open' else 'test.kind' end,
      'case ' || n, '', now(), '' from generate_series(1, 120) n`);
  for (const [query, count] of [
    [{ actor: "Looker" }, 120],
    [{ actor: "looker", action: "test.kind" }, 60],
    [{ action: "test.kind" }, 60],
  ] as const) {
    const numbers: number[] = [];
    let before: string | undefined;
    do {
      const page = (await ada.send(listAudit, { query: { ...query, ...(before && { before }) } }))
        .data;
      expect(page.actions).toContain("test.kind");
      numbers.push(...page.entries.map(({ number }) => number));
      before = page.has_more ? String(numbers.at(-1)) : undefined;
    } while (before !== undefined);
    expect(numbers.length).toBe(count);
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  }
  const all = (await ada.send(listAudit, { query: { before: "100001" } })).data;
  expect(all.entries[0]?.number).toBeLessThan(100_000);
  expect((await ada.send(listAudit, { query: { actor: "nobody" } })).data.entries).toEqual([]);
  // The rows that this test added are not of the chain; those before are.
  expect(await findFirstBadEntry(db)).toBe(100_001);
});
