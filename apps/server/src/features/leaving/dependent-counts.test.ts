import { login } from "@toibako/contract/accounts.ts";
import { deleteFollow, postFollow } from "@toibako/contract/friends.ts";
import { leaveAccount, restoreLeftAccount } from "@toibako/contract/leaving.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";
import { updateDependentCounts } from "./commands/dependent-counts.ts";

const site = await openSite();
const { database, db, jobs } = site.services;

/** Compares the follow counts of all accounts with the rows, without left accounts. */
async function expectCorrectFollowCounts() {
  const { rows } = await database.executeSql(`
    select account, followers_count, follows_count,
      (select count(*)::int from follows join users f on f.pk = follower_pk and f.left_at is null
        where followed_pk = u.pk) as followers,
      (select count(*)::int from follows join users f on f.pk = followed_pk and f.left_at is null
        where follower_pk = u.pk) as follows
    from users u`);
  for (const row of rows as Record<string, number>[]) {
    const { followers, follows } = row;
    expect(row).toMatchObject({ followers_count: followers, follows_count: follows });
  }
}

/** Registers two accounts that follow each other, and one more that follows the second. */
async function registerFriends(first: string, second: string) {
  const people = [await site.registerPerson(first), await site.registerPerson(second)] as const;
  const third = await site.registerPerson(`${second}_fan`);
  const follow = (person: typeof third, account: string) =>
    person.send(postFollow, { params: { account } });
  await follow(people[0], second);
  await follow(people[1], first);
  await follow(third, second);
  await jobs.drain();
  return people;
}

async function restore(account: string) {
  const browser = site.openBrowser();
  await browser.send(login, { body: { account, password } });
  expect((await browser.send(restoreLeftAccount, {})).status).toBe(204);
  return browser;
}

const findPk = async (account: string) => {
  const { rows } = await database.executeSql("select pk from users where account = $1", [account]);
  return Number((rows[0] as { pk: number }).pk);
};

test("SET-14 SET-24 repeated and simultaneous updates count each follow of a left or restored account once", async () => {
  const [mei] = await registerFriends("mei", "yui");
  const pks = [await findPk("mei"), await findPk("yui")];
  const update = () => Promise.all([...pks, ...pks].map((pk) => updateDependentCounts(db, pk)));
  await mei.send(leaveAccount, {});
  await update();
  await jobs.drain();
  await expectCorrectFollowCounts();
  await restore("mei");
  await update();
  await jobs.drain();
  await expectCorrectFollowCounts();
});

test("SET-14 accounts that follow each other and leave at once are counted right again", async () => {
  const people = await registerFriends("aoi", "rin");
  await Promise.all(people.map((person) => person.send(leaveAccount, {})));
  await jobs.drain();
  await expectCorrectFollowCounts();
  await Promise.all(["aoi", "rin"].map(restore));
  await jobs.drain();
  await expectCorrectFollowCounts();
});

test("SET-24 follows that end before a restored account is counted again lower no count", async () => {
  const [, kenta] = await registerFriends("nao", "kenta");
  const [, sora] = await registerFriends("ren", "sora");
  for (const person of [kenta, sora]) await person.send(leaveAccount, {});
  await jobs.drain();
  const restoredKenta = await restore("kenta");
  const params = { account: "nao" };
  expect((await restoredKenta.send(deleteFollow, { params })).status).toBe(200);
  const restoredSora = await restore("sora");
  expect((await restoredSora.send(postBlock, { body: { account: "ren" } })).status).toBe(201);
  await jobs.drain();
  await expectCorrectFollowCounts();
});
