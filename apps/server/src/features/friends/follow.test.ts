import { register } from "@toibako/contract/accounts.ts";
import { getIconUrl } from "@toibako/contract/avatars.ts";
import {
  deleteFollow,
  listFollowers,
  listFollows,
  listFriends,
  postFollow,
} from "@toibako/contract/friends.ts";
import { destroyAccount } from "@toibako/contract/leaving.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { deleteNotice, listNotices } from "@toibako/contract/notices.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta", "en");
const mei = await site.registerPerson("mei");

const follow = (browser: Browser, account: string) =>
  browser.send(postFollow, { params: { account } });
const unfollow = (browser: Browser, account: string) =>
  browser.send(deleteFollow, { params: { account } });
const getProfile = async (viewer: Browser, id: string) =>
  (await viewer.send(getUser, { params: { id } })).data.user;
const listFriendAccounts = async (browser: Browser) =>
  (await browser.send(listFriends, {})).data.friends.map(({ account }) => account);

async function listFollowerNotices(browser: Browser) {
  await site.services.jobs.drain();
  const { notices } = (await browser.send(listNotices, {})).data;
  return notices.filter(({ kind }) => kind === "new_follower");
}

/** Compares the counters of all accounts with the rows that they count. */
async function expectCorrectCounts() {
  const { rows } = await site.services.database.executeSql(`
    select account, follows_count, followers_count,
      (select count(*)::int from follows where follower_pk = u.pk) as follows,
      (select count(*)::int from follows where followed_pk = u.pk) as followers
    from users u`);
  for (const row of rows as Record<string, number>[]) {
    expect(row).toMatchObject({ follows_count: row.follows, followers_count: row.followers });
  }
}

test("FRND-20 FRND-21 following adds a friend, and both profiles show the new counts", async () => {
  const { status, data } = await follow(kenta, "YUI");
  expect(status).toBe(200);
  expect(data).toEqual({ account: "yui", is_friend: true, followers_count: 1 });
  expect(await getProfile(kenta, "yui")).toMatchObject({
    is_friend: true,
    is_follower: false,
    followers_count: 1,
    follows_count: 0,
  });
  expect(await getProfile(yui, "kenta")).toMatchObject({ is_friend: false, is_follower: true });
  expect(await getProfile(site.openBrowser(), "yui")).toMatchObject({ is_friend: false });
  expect(await listFriendAccounts(kenta)).toEqual(["yui"]);
  expect(await listFriendAccounts(yui)).toEqual([]);
});

test("FRND-20 following or unfollowing twice counts once", async () => {
  expect((await follow(kenta, "yui")).data.followers_count).toBe(1);
  expect((await follow(mei, "yui")).data.followers_count).toBe(2);
  expect((await unfollow(mei, "yui")).data).toMatchObject({ is_friend: false, followers_count: 1 });
  expect((await unfollow(mei, "yui")).data).toMatchObject({ is_friend: false, followers_count: 1 });
  await expectCorrectCounts();
});

test("FRND-20 two accounts that follow each other simultaneously are counted once each", async () => {
  await Promise.all([follow(mei, "yui"), follow(yui, "mei"), follow(mei, "yui")]);
  await expectCorrectCounts();
  expect(await getProfile(mei, "yui")).toMatchObject({ is_friend: true, is_follower: true });
});

test("FRND-20 refuses to follow oneself or an unknown account", async () => {
  expect((await follow(yui, "yui")).status).toBe(403);
  expect((await follow(yui, "nobody_at_all")).status).toBe(404);
  expect((await follow(site.openBrowser(), "yui")).status).toBe(401);
});

test("FRND-20 a block by name ends and refuses follows in both directions; a block by a question does not", async () => {
  await follow(yui, "kenta");
  await yui.send(postBlock, { body: { account: "kenta" } });
  expect(await listFriendAccounts(yui)).toEqual(["mei"]);
  expect(await listFriendAccounts(kenta)).toEqual([]);
  await expectCorrectCounts();
  expect((await follow(kenta, "yui")).status).toBe(403);
  expect((await follow(yui, "kenta")).status).toBe(403);

  const question_id = await site.askQuestion(kenta, "mei", "だれでしょう？");
  await mei.send(postBlock, { body: { question_id } });
  expect((await follow(kenta, "mei")).status).toBe(200);
  expect((await follow(mei, "kenta")).status).toBe(200);
  await expectCorrectCounts();
});

test("FRND-20 a follow that is stored at the same time as a block by name is undone", async () => {
  const blocker = await site.registerPerson("blocker");
  await site.registerPerson("blocked");
  const { secrets, database } = site.services;
  const { rows } = await database.executeSql(
    "select pk from users where account in ('blocker', 'blocked') order by account",
  );
  const [blocked_pk = 0, blocker_pk = 0] = rows.map((row) => Number((row as { pk: number }).pk));
  const pseudonym = secrets.deriveNamedPseudonym(
    blocked_pk,
    secrets.deriveAccountIdentity(blocker_pk),
  );
  // The trigger stores the block after the follow's statement has found no block.
  await database.executeSql(`
    create function store_block() returns trigger language plpgsql as $$
    begin
      insert into blocks (id, receiver_pk, pseudonym, sealed_account)
      values ('simultaneous', ${blocked_pk}, '\\x${pseudonym.toString("hex")}', '\\x00');
      return new;
    end $$`);
  await database.executeSql(
    "create trigger store_block before insert on follows for each row execute function store_block()",
  );
  const invalidated = await site.collectInvalidatedPages(async () => {
    expect((await follow(blocker, "blocked")).status).toBe(403);
  });
  await database.executeSql("drop trigger store_block on follows");
  expect(invalidated).toEqual([]);
  expect(await listFriendAccounts(blocker)).toEqual([]);
  await expectCorrectCounts();
});

test("FRND-20 following and unfollowing invalidate the pages of both profiles only if they change something", async () => {
  const invalidated = await site.collectInvalidatedPages(async () => {
    await unfollow(kenta, "mei");
    await unfollow(kenta, "mei");
    await follow(kenta, "mei");
    await follow(kenta, "mei");
  });
  expect(invalidated).toEqual([
    ["/kenta", "/mei"],
    ["/kenta", "/mei"],
  ]);
});

test("SAFE-08 following and unfollowing are limited alike", async () => {
  const limited = await openSite({ limit_factor: 0.1 });
  const person = await limited.registerPerson("person");
  await limited.registerPerson("other");
  for (const change of [follow, unfollow]) {
    // The limit is 200 an hour, times `limit_factor`.
    for (let i = 0; i < 20; i++) expect((await change(person, "other")).status).toBe(200);
    expect((await change(person, "other")).status).toBe(429);
  }
});

test("NOTE-08 a new follower causes one notice with their name", async () => {
  const nana = await site.registerPerson("nana", "en");
  await follow(mei, "nana");
  const [notice] = await listFollowerNotices(nana);
  expect(notice).toMatchObject({ text: "mei follows you now.", urn: "/en/mei", is_new: true });
  await unfollow(mei, "nana");
  expect(await listFollowerNotices(nana)).toEqual([]);
  // If the account follows again on the same day, the notice is not new.
  await follow(mei, "nana");
  const [again] = await listFollowerNotices(nana);
  expect(again).toEqual({ ...notice, id: again?.id, is_new: false });
  await nana.send(deleteNotice, { params: { id: again?.id ?? "" } });

  // A follow that ended before its job ran causes no notice.
  await follow(kenta, "nana");
  await unfollow(kenta, "nana");
  expect(await listFollowerNotices(nana)).toEqual([]);
});

test("NOTE-08 SET-25 no notice names a former follower, before and after one of the accounts is destroyed", async () => {
  // One follower of `followed` unfollows, the other is blocked. The friend of `followed` is blocked as well.
  const followed = await site.registerPerson("followed");
  const unfollowing = await site.registerPerson("unfollowing");
  const blocked = await site.registerPerson("blocked_by");
  const friend = await site.registerPerson("friend");
  for (const person of [unfollowing, blocked]) await follow(person, "followed");
  await follow(followed, "friend");
  expect(await listFollowerNotices(followed)).toMatchObject([{ count: 2 }]);
  expect(await listFollowerNotices(friend)).toMatchObject([{ count: 1 }]);

  await unfollow(unfollowing, "followed");
  await unfollowing.send(destroyAccount, { body: { account: "unfollowing", password } });
  await followed.send(postBlock, { body: { account: "blocked_by" } });
  await followed.send(postBlock, { body: { account: "friend" } });
  expect(await listFollowerNotices(followed)).toEqual([]);
  expect(await listFollowerNotices(friend)).toEqual([]);
  await blocked.send(destroyAccount, { body: { account: "blocked_by", password } });
  await followed.send(destroyAccount, { body: { account: "followed", password } });
  await site.services.jobs.drain();
  expect(await listFollowerNotices(friend)).toEqual([]);
});

test("FRND-21 lists of people are divided into pages, newest first, and show the viewer's relation to each person", async () => {
  const fans = Array.from({ length: 21 }, (_, index) => `fan_${index}`);
  const star = await site.registerPerson("star");
  for (const account of fans) {
    const fan = site.openBrowser();
    await fan.send(register, { body: { account, password, locale: "ja" } });
    await follow(fan, "star");
  }
  await follow(star, "fan_20");
  const list = (page: string) =>
    star.send(listFollowers, { params: { account: "star" }, query: { page } });
  const first = (await list("1")).data;
  expect(first.pager).toEqual({ current_page: 1, total_pages: 2, total_count: 21, limit: 20 });
  expect(first.users.map(({ account }) => account)).toEqual(fans.toReversed().slice(0, 20));
  expect(first.users[0]).toEqual({
    account: "fan_20",
    toibako_id: "fan_20",
    displaying_name: "fan_20",
    icon_url: getIconUrl("fan_20", null),
    self_introduction: "",
    is_self: false,
    is_friend: true,
    is_follower: true,
  });
  expect(first.users[1]).toMatchObject({ is_friend: false, is_follower: true });
  expect((await list("2")).data.users.map(({ account }) => account)).toEqual(["fan_0"]);
  expect((await list("3")).data.users).toEqual([]);

  const params = { account: "star" };
  const follows = (await site.openBrowser().send(listFollows, { params })).data;
  expect(follows.users).toMatchObject([
    { account: "fan_20", is_friend: false, is_follower: false },
  ]);
  const unknown = await yui.send(listFollows, { params: { account: "nobody_at_all" } });
  expect(unknown.status).toBe(404);
});

test("FRND-21 pages of people are full and reach the last person even if many of the newest have left", async () => {
  const idol = await site.registerPerson("idol");
  // Of 30 people with increasing numbers, those from 20 to 25 and the newest have left.
  await site.services.database.executeSql(`
    with people as (
      insert into users (id, account, displaying_name, locale, time_zone, left_at)
      select 'person ' || number, 'person_' || number, 'P', 'ja', 'Asia/Tokyo',
        case when number between 20 and 25 or number = 30 then now() end
      from generate_series(1, 30) number returning pk, split_part(account, '_', 2)::int as number
    ), idol as (
      update users set follows_count = 23, followers_count = 23 where account = 'idol' returning pk
    )
    insert into follows (follower_pk, followed_pk, followed_at)
    select follower_pk, followed_pk, now() + number * interval '1 second'
    from people, idol,
      lateral (values (people.pk, idol.pk), (idol.pk, people.pk)) pair (follower_pk, followed_pk)`);
  const remaining = [29, 28, 27, 26, ...Array.from({ length: 19 }, (_, index) => 19 - index)];
  const accounts = remaining.map((number) => `person_${number}`);
  for (const endpoint of [listFollowers, listFollows]) {
    const list = async (page: string) => {
      const { users, pager } = (
        await idol.send(endpoint, { params: { account: "idol" }, query: { page } })
      ).data;
      expect(pager).toMatchObject({ total_pages: 2, total_count: 23 });
      return users.map(({ account }) => account);
    };
    expect(await list("1")).toEqual(accounts.slice(0, 20));
    expect(await list("2")).toEqual(accounts.slice(20));
    expect(await list("3")).toEqual([]);
  }
});
