import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postCommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import {
  changeQuestion,
  deleteBinnedQuestion,
  listReceivedItems,
} from "@toibako/contract/inbox.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { expect, test } from "vitest";
import { storeActiveAccounts } from "#platform/identity/activity.ts";
import type { Browser } from "#platform/testing/browser.ts";
import {
  storeCommunity,
  storeCommunityAnswer,
  storeCommunityQuestion,
  storeMember,
} from "#platform/testing/communities.ts";
import { openSite } from "#platform/testing/site.ts";
import { deleteOldUnreadCopies } from "./commands/copies.ts";
import { sendDailyQuestions } from "./commands/daily-question.ts";
import { deleteOldBinned } from "./commands.ts";

const site = await openSite();
const { services } = site;

let count = 0;

/** Creates a community, and a member of it who has visited the site today. */
async function createMember(locale: "ja" | "en" = "ja") {
  const number = ++count;
  const [community, account] = [`c${number}`, `member${number}`];
  await storeCommunity(services, community);
  const member = await site.registerPerson(account, locale);
  await storeMember(services, community, account);
  await member.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
  return { community, account, member };
}

async function readBodies(member: Browser, status: "unread" | "confirmed" | "hidden" = "unread") {
  const { data } = await member.send(listReceivedItems, { query: { limit: "20", status } });
  return data.items.map(({ body }) => body);
}

/** Lets the job run as on the next day, by dating the last questions one day earlier. */
async function sendNextDay() {
  await services.database.executeSql(
    "update users set community_question_on = community_question_on - 1",
  );
  await sendDailyQuestions(services);
}

const setColumn = (account: string, assignment: string) =>
  services.database.executeSql(`update users set ${assignment} where account = $1`, [account]);

test("COMM-43 a member gets the best featured question once a day, unread, unseen and without a notice", async () => {
  const { community, member } = await createMember();
  await storeCommunityQuestion(services, community, { body: "二番", featured_rank: 1 });
  await storeCommunityQuestion(services, community, { body: "一番", featured_rank: 2 });
  await storeCommunityQuestion(services, community, { body: "新しい" });
  await sendDailyQuestions(services);
  await sendDailyQuestions(services);
  const { items, counts } = (await member.send(listReceivedItems, {})).data;
  expect(items.map(({ body }) => body)).toEqual(["一番"]);
  expect(items[0]).toMatchObject({ is_new: true, status: "unread", locale: "ja" });
  expect(counts.unread).toBe(1);
  const hour = new Date();
  hour.setUTCMinutes(0, 0, 0);
  expect(items[0]?.asked_hour).toBe(hour.toISOString());
  expect((await member.send(getUnreadCounts, {})).data.received_items).toBe(1);
  await services.jobs.drain();
  expect((await member.send(listNotices, {})).data.notices).toEqual([]);
  await sendNextDay();
  await sendNextDay();
  expect((await readBodies(member)).sort()).toEqual(["一番", "二番", "新しい"]);
  await sendNextDay();
  expect(await readBodies(member)).toHaveLength(3);
});

test("COMM-43 several processes that run the job at once send a member only one question", async () => {
  const { community, member } = await createMember();
  for (const body of ["一", "二"]) await storeCommunityQuestion(services, community, { body });
  await Promise.all([1, 2, 3].map(() => sendDailyQuestions(services)));
  expect(await readBodies(member)).toHaveLength(1);
});

test("COMM-43 a member isn't sent a question that they have answered or reported, or that their own words hold", async () => {
  const { community, account, member } = await createMember();
  await member.send(postNgWord, { body: { word: "ねたばれ" } });
  const store = (body: string, featured_rank: number) =>
    storeCommunityQuestion(services, community, { body, featured_rank });
  await store("ネタバレの質問", 8);
  await storeCommunityAnswer(services, await store("答えた質問", 7), account, "はい");
  const reported = await store("通報した質問", 6);
  await services.database.executeSql(
    `insert into community_reports (reporter_pk, question_pk, reported_hour)
    select u.pk, q.pk, now() from users u, questions q where u.account = $1 and q.uuid_hash = $2`,
    [account, reported],
  );
  await store("届く質問", 5);
  await sendDailyQuestions(services);
  expect(await readBodies(member)).toEqual(["届く質問"]);
  await sendNextDay();
  expect(await readBodies(member)).toEqual(["届く質問"]);
});

test("COMM-43 SAFE-01 the sender of a question gets a copy like everybody else, because a missing copy would tell who asked", async () => {
  const { community, account, member } = await createMember();
  const other = await site.registerPerson(`${account}_b`);
  await storeMember(services, community, `${account}_b`);
  await other.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
  const params = { category_id: "testing", community_id: community };
  await member.send(postCommunityQuestion, { params, body: { body: "だれが聞いた？" } });
  await sendDailyQuestions(services);
  expect([await readBodies(member), await readBodies(other)]).toEqual([
    ["だれが聞いた？"],
    ["だれが聞いた？"],
  ]);
});

test("COMM-43 a member gets questions in their language only, and none older than 30 days", async () => {
  const { community, member } = await createMember("en");
  const store = (body: string, locale: "ja" | "en", asked_days_ago: number) =>
    storeCommunityQuestion(services, community, { body, locale, asked_days_ago, featured_rank: 1 });
  await store("日本語", "ja", 0);
  await store("too old", "en", 31);
  await sendDailyQuestions(services);
  expect(await readBodies(member)).toEqual([]);
  await store("English", "en", 3);
  await sendDailyQuestions(services);
  expect(await readBodies(member)).toEqual(["English"]);
});

test("COMM-43 communities take turns, except those that are muted or have no question", async () => {
  const { community, account, member } = await createMember();
  const others = [`${community}-b`, `${community}-c`];
  for (const other of others) {
    await storeCommunity(services, other);
    await storeMember(services, other, account);
  }
  const communities = [community, ...others];
  for (const id of communities) {
    for (const body of ["一", "二"])
      await storeCommunityQuestion(services, id, { body: `${id} ${body}` });
  }
  const readCommunities = async () => (await readBodies(member)).map((body) => body.split(" ")[0]);
  await sendDailyQuestions(services);
  const [first] = await readCommunities();
  await services.database.executeSql(
    `insert into community_mutes (user_pk, community_pk)
    select u.pk, c.pk from users u, communities c where u.account = $1 and c.id = $2`,
    [account, first],
  );
  for (let day = 0; day < 5; day++) await sendNextDay();
  const unmuted = communities.filter((id) => id !== first);
  expect(Object.groupBy(await readCommunities(), (id) => id ?? "")).toEqual({
    [first ?? ""]: [first],
    ...Object.fromEntries(unmuted.map((id) => [id, [id, id]])),
  });
});

test("COMM-43 members who have switched daily questions off, have left or have not visited for a week get none", async () => {
  const assignments = [
    "is_receive_community_question = false",
    "left_at = now()",
    "active_on = current_date - 7",
    "active_on = null",
  ];
  const accounts: string[] = [];
  for (const assignment of assignments) {
    const { community, account } = await createMember();
    await storeCommunityQuestion(services, community, { body: "いいえ" });
    await setColumn(account, assignment);
    accounts.push(account);
  }
  const { community, account, member } = await createMember();
  await storeCommunityQuestion(services, community, { body: "はい" });
  await setColumn(account, "active_on = current_date - 6");
  await sendDailyQuestions(services);
  expect(await readBodies(member)).toEqual(["はい"]);
  const { rows } = await services.database.executeSql(
    "select unread_questions_count as unread from users where account = any($1::text[])",
    [accounts],
  );
  expect((rows as { unread: number }[]).map(({ unread }) => unread)).toEqual([0, 0, 0, 0]);
});

test("COMM-43 the day of an account's last visit is written once a day", async () => {
  const { account, member } = await createMember();
  // `xmin` changes with each write of the row.
  const readDay = async () => {
    const { rows } = await services.database.executeSql(
      "select active_on = current_date as is_today, xmin from users where account = $1",
      [account],
    );
    return rows[0] as { is_today: boolean; xmin: string };
  };
  const stored = await readDay();
  expect(stored.is_today).toBe(true);
  await member.send(getUnreadCounts, {});
  await storeActiveAccounts(services);
  expect(await readDay()).toEqual(stored);
  await setColumn(account, "active_on = current_date - 3");
  await member.send(getUnreadCounts, {});
  expect((await readDay()).is_today).toBe(false);
  await storeActiveAccounts(services);
  expect((await readDay()).is_today).toBe(true);
});

test("COMM-43 a copy can be checked, binned, restored and deleted, and is not sent again", async () => {
  const { community, member } = await createMember();
  await storeCommunityQuestion(services, community, { body: "一度だけ" });
  await sendDailyQuestions(services);
  const { items } = (await member.send(listReceivedItems, {})).data;
  const params = { id: items[0]?.uuid_hash ?? "" };
  for (const status of ["confirmed", "hidden", "unread", "hidden"] as const) {
    expect((await member.send(changeQuestion, { params, body: { status } })).status).toBe(200);
    expect(await readBodies(member, status)).toEqual(["一度だけ"]);
  }
  expect((await member.send(deleteBinnedQuestion, { params })).status).toBe(204);
  const { counts } = (await member.send(listReceivedItems, {})).data;
  expect(counts).toEqual({ unread: 0, confirmed: 0, hidden: 0, held: 0 });
  await sendNextDay();
  expect(await readBodies(member)).toEqual([]);
});

test("COMM-43 a copy that is unread or in the bin is deleted after 30 days; a checked one stays", async () => {
  const members = [await createMember(), await createMember(), await createMember()];
  for (const { community } of members)
    await storeCommunityQuestion(services, community, { body: "古い" });
  await sendDailyQuestions(services);
  const [unread, binned, checked] = members.map(({ member }) => member);
  const move = async (member: Browser | undefined, status: "hidden" | "confirmed") => {
    const { items } = (await member?.send(listReceivedItems, {}))?.data ?? { items: [] };
    const params = { id: items[0]?.uuid_hash ?? "" };
    await member?.send(changeQuestion, { params, body: { status } });
  };
  await move(binned, "hidden");
  await move(checked, "confirmed");
  const deleteOld = async () => {
    await deleteOldBinned(services.db);
    await deleteOldUnreadCopies(services.db);
  };
  await deleteOld();
  const readCounts = () =>
    Promise.all(
      [unread, binned, checked].map(
        async (member) => (await member?.send(listReceivedItems, {}))?.data.counts,
      ),
    );
  const none = { unread: 0, confirmed: 0, hidden: 0, held: 0 };
  const checkedOnly = { ...none, confirmed: 1 };
  expect(await readCounts()).toEqual([{ ...none, unread: 1 }, { ...none, hidden: 1 }, checkedOnly]);
  await services.database.executeSql(
    `update questions set asked_hour = asked_hour - interval '31 days',
      changed_hour = changed_hour - interval '31 days' where original_pk is not null`,
  );
  await deleteOld();
  expect(await readCounts()).toEqual([none, none, checkedOnly]);
});

test("COMM-43 BOX-03 a daily question in the inbox names its community and links to the original's page there", async () => {
  const { community, member } = await createMember("en");
  const original = await storeCommunityQuestion(services, community, {
    body: "Where to?",
    locale: "en",
  });
  await services.database.executeSql(
    `update community_languages set is_popular = true where locale = 'en'
      and community_pk = (select pk from communities where id = $1)`,
    [community],
  );
  await sendDailyQuestions(services);
  const { items } = (await member.send(listReceivedItems, {})).data;
  const page = `/en/communities/${community}/categories/testing/items/${original}`;
  expect(items).toEqual([
    expect.objectContaining({
      associated_community: {
        id: community,
        category_id: "testing",
        name: community,
        is_popular: true,
      },
      answers_page_uri: page,
      separate_page_uri_for_this_question: page,
      image_url: expect.stringContaining(`/cards/questions/${original}.png`),
      report_about_all_questions_of_same_user_flag: false,
      answer: null,
    }),
  ]);
  expect(items[0]?.uuid_hash).not.toBe(original);
});
