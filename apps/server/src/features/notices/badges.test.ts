import {
  communitiesBadge,
  deleteBadge,
  friendsBadge,
  listBadges,
  messagesBadge,
  type NavigationBadge,
} from "@toibako/contract/notices.ts";
import { giveBadge, listGivenBadges } from "@toibako/contract/staff/contents/badges.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { giveBadges } from "./commands/badges.ts";

const site = await openSite();
const { jobs, database, db } = site.services;
const { executeSql } = database;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

const give = (keyword: NavigationBadge, version: number, by = admin) =>
  by.send(giveBadge, { params: { keyword }, body: { version } });

const readGiven = async (keyword: NavigationBadge) =>
  (await admin.send(listGivenBadges, {})).data.badges.find((badge) => badge.keyword === keyword);

const listKeywords = async (reader = yui) =>
  (await reader.send(listBadges, {})).data.badges.map(({ keyword }) => keyword);

async function clear(keyword: NavigationBadge, reader = yui): Promise<void> {
  const { badges } = (await reader.send(listBadges, {})).data;
  const { uuid_hash = "" } = badges.find((badge) => badge.keyword === keyword) ?? {};
  expect((await reader.send(deleteBadge, { params: { uuid_hash } })).status).toBe(204);
}

/** All others are away, so that only these accounts count as active. */
async function keepActive(...accounts: string[]): Promise<void> {
  await executeSql(
    "update users set active_on = case when account = any($1::text[]) then current_date - 90 else current_date - 91 end",
    [accounts],
  );
}

test("NOTE-11 ADMIN-09 a badge is given to whoever was here within 90 days, and comes again after it was cleared and given anew", async () => {
  await clear(messagesBadge);
  await clear(messagesBadge, kenta);
  expect(await readGiven(messagesBadge)).toEqual({
    keyword: messagesBadge,
    given_at: null,
    given_count: 0,
    is_running: false,
    version: 0,
  });
  await keepActive("yui");
  expect((await give(messagesBadge, 0)).data.badge).toMatchObject({ version: 1, is_running: true });
  await jobs.drain();
  expect(await readGiven(messagesBadge)).toMatchObject({
    given_at: expect.any(String),
    given_count: 1,
    is_running: false,
    version: 1,
  });
  expect(await listKeywords()).toEqual([messagesBadge]);
  expect(await listKeywords(kenta)).toEqual([]);
  await clear(messagesBadge);
  // A second run of the job gives nobody the badge again.
  await giveBadges(db, messagesBadge, 1);
  expect(await listKeywords()).toEqual([]);
  await keepActive("yui", "kenta");
  await give(messagesBadge, 1);
  await jobs.drain();
  expect(await listKeywords()).toEqual([messagesBadge]);
  expect(await listKeywords(kenta)).toEqual([messagesBadge]);
  expect(await readGiven(messagesBadge)).toMatchObject({ given_count: 2, version: 2 });
});

test("NOTE-11 ADMIN-09 two admins who give a badge at once give it once, and an older page is refused", async () => {
  await keepActive("yui");
  const replies = await Promise.all([give(friendsBadge, 0), give(friendsBadge, 0)]);
  expect(replies.map(({ status, data }) => [status, data.badge.version])).toEqual([
    [200, 1],
    [200, 1],
  ]);
  const { rows } = await executeSql("select action, reason from audit where object = $1", [
    `badge ${friendsBadge}`,
  ]);
  expect(rows).toEqual([{ action: "badge.give", reason: "" }]);
  await jobs.drain();
  await give(friendsBadge, 1);
  const old = await give(friendsBadge, 0);
  expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  await jobs.drain();
});

test("NOTE-11 two jobs at once give a badge to all of several batches, once", async () => {
  await executeSql(`
    insert into users (id, account, displaying_name, locale, time_zone, active_on)
    select lpad(n::text, 22, 'x'), 'crowd' || n, 'c', 'ja', 'Asia/Tokyo',
      case when n % 2 = 0 then current_date end
    from generate_series(1, 2400) n`);
  await keepActive("yui");
  await executeSql(
    "update users set active_on = current_date where account like 'crowd%' and right(account, 1) in ('0', '5')",
  );
  await give(communitiesBadge, 0);
  await Promise.all([
    giveBadges(db, communitiesBadge, 1),
    giveBadges(db, communitiesBadge, 1),
    jobs.drain(),
  ]);
  const { rows } = await executeSql(
    "select count(*)::int as count from badges where keyword = $1",
    [communitiesBadge],
  );
  expect(rows).toEqual([{ count: 481 }]);
  expect(await readGiven(communitiesBadge)).toMatchObject({ given_count: 481, is_running: false });
});

test("NOTE-11 a job of an earlier giving does nothing, and a later account has only the badge of new accounts", async () => {
  await giveBadges(db, communitiesBadge, 7);
  const mei = await site.registerPerson("mei");
  await giveBadges(db, communitiesBadge, 1);
  expect(await listKeywords(mei)).toEqual([messagesBadge]);
});

test("ADMIN-05 only admins give badges", async () => {
  expect((await give(messagesBadge, 2, moderator)).status).toBe(403);
  expect((await moderator.send(listGivenBadges, {})).status).toBe(403);
  expect((await give(messagesBadge, 2, yui)).status).toBe(404);
});
