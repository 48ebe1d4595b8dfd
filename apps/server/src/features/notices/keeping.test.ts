import { deleteBadge, listBadges, listNotices } from "@toibako/contract/notices.ts";
import { expect, test } from "vitest";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { openSite } from "#platform/testing/site.ts";
import { storeReceived } from "./commands.ts";
import { deleteOldNoticesJob } from "./jobs.ts";

const site = await openSite();
const { db, jobs } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

function runSql<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  return db.query<Row>(text, values);
}

async function findAccount(account: string) {
  const [user] = await runSql<{ pk: number }>("select pk from users where account = $1", account);
  return user?.pk ?? 0;
}

async function sendNotice(account: string, subject: string, urn = "/box") {
  await storeReceived(db, await findAccount(account), { kind: "moderation", subject, urn });
}

async function readPage(person: typeof yui, page: string) {
  return (await person.send(listNotices, { query: { page } })).data;
}

test("NOTE-02 a page has 20 notices, the last page has the remaining ones, and a page past the end is empty", async () => {
  for (let index = 0; index < 43; index += 1) await sendNotice("yui", `notice ${index}`);
  const pages = await Promise.all(["1", "2", "3", "4"].map((page) => readPage(yui, page)));
  expect(pages.map(({ notices }) => notices.length)).toEqual([20, 20, 3, 0]);
  expect(pages[2]?.pager).toEqual({
    current_page: 3,
    total_pages: 3,
    total_count: 43,
    limit: 20,
  });
  const ids = pages.flatMap(({ notices }) => notices.map(({ id }) => id));
  expect(new Set(ids).size).toBe(43);
});

test.each(["x", "1.5", ""])("NOTE-02 page %j means the first page", async (page) => {
  expect((await readPage(yui, page)).notices).toHaveLength(20);
});

test.each([
  "https://elsewhere.test/",
  "//elsewhere.test/",
  "/\\elsewhere.test/",
  "/\t/elsewhere.test",
  "\\\\elsewhere.test",
  "javascript:alert(1)",
  "box",
  "",
])("NOTE-09 no notice links to %j", async (urn) => {
  await expect(sendNotice("kenta", "astray", urn)).rejects.toThrow("a path of this site");
  expect((await readPage(kenta, "1")).notices).toEqual([]);
});

test("NOTE-09 a notice links to a path in its reader's language", async () => {
  await sendNotice("kenta", "right", "/me/talks");
  const { notices } = await readPage(kenta, "1");
  expect(notices.map(({ urn }) => urn)).toEqual(["/ja/me/talks"]);
});

test("NOTE-10 the daily job deletes only the notices that are older than 90 days", async () => {
  for (const [subject, days] of [
    ["old", 91],
    ["young", 89],
  ] as const) {
    await sendNotice("kenta", subject, `/${subject}`);
    await runSql(
      "update received_notices set happened_hour = current_date - $2::int where subject = $1",
      subject,
      days,
    );
  }
  await runSql(enqueueSql([deleteOldNoticesJob], "(select 1) once"));
  await jobs.drain();
  const { notices } = await readPage(kenta, "1");
  expect(notices.map(({ urn }) => urn)).toEqual(["/ja/me/talks", "/ja/young"]);
});

test("NOTE-11 SHELL-12 a new account has a badge on the entry of messages, and only its owner can list and remove a badge", async () => {
  const pk = await findAccount("yui");
  const first = "a".repeat(22);
  const insert = "insert into badges (uuid_hash, user_pk, keyword) values ($1, $2, $3)";
  await runSql(insert, first, pk, "a_mark");
  const listBadgesOfYui = async () => (await yui.send(listBadges, {})).data.badges;
  const messagesBadge = { keyword: "nav_footer_message", uuid_hash: expect.any(String) };
  expect(await listBadgesOfYui()).toEqual([{ keyword: "a_mark", uuid_hash: first }, messagesBadge]);
  expect((await kenta.send(listBadges, {})).data.badges).toEqual([messagesBadge]);

  const params = { uuid_hash: first };
  expect((await kenta.send(deleteBadge, { params })).status).toBe(404);
  expect((await yui.send(deleteBadge, { params })).status).toBe(204);
  expect(await listBadgesOfYui()).toEqual([messagesBadge]);
  expect((await yui.send(deleteBadge, { params })).status).toBe(404);
});
