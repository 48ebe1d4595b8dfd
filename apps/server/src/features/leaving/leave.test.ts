import { getCurrentUser, login } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity } from "@toibako/contract/communities.ts";
import { getFriendImport } from "@toibako/contract/friends/import.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { listItems } from "@toibako/contract/items.ts";
import {
  getLeftAccount,
  leaveAccount,
  restorableDays,
  restoreLeftAccount,
} from "@toibako/contract/leaving.ts";
import { listSendQuestions } from "@toibako/contract/outbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();
const { database, jobs } = site.services;
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const travel = { category_id: "hobby", community_id: "travel" };

const readUser = async (viewer: Browser, id: string) => viewer.send(getUser, { params: { id } });
const signIn = (browser: Browser, account: string, typedPassword = password) =>
  browser.send(login, { body: { account, password: typedPassword } });

async function readCount(sql: string): Promise<number> {
  const { rows } = await database.executeSql(sql);
  return Number((rows[0] as { count: number }).count);
}
const readCounts = async () => ({
  followers: await readCount("select followers_count as count from users where account = 'yui'"),
  follows: await readCount("select follows_count as count from users where account = 'yui'"),
  members: await readCount("select members_count as count from communities where id = 'travel'"),
  answers: await readCount("select answers_count as count from community_questions"),
});

/** Creates Mei, who has answered a question of Yui and one of her community. She and Yui follow each other. */
async function createMei() {
  const mei = await site.registerPerson("mei");
  const question_id = await site.askQuestion(yui, "mei", "げんき？");
  await mei.send(postAnswer, { params: { question_id }, body: { text: "げんき" } });
  await mei.send(postFollow, { params: { account: "yui" } });
  await yui.send(postFollow, { params: { account: "mei" } });
  await mei.send(joinCommunity, { params: travel });
  const asked = await kenta.send(postCommunityQuestion, {
    params: travel,
    body: { body: "どこへ？" },
  });
  const params = { ...travel, uuid: asked.data.uuid_hash };
  await mei.send(postCommunityAnswer, { params, body: { body: "海へ" } });
  await jobs.drain();
  return { mei, question_id };
}
const { mei, question_id } = await createMei();

test("SET-14 leaving hides an account, removes it from counts and ends its sessions", async () => {
  const other = await site.signInAgain("mei");
  expect(await readCounts()).toEqual({ followers: 1, follows: 1, members: 1, answers: 1 });
  const invalidated = await site.collectInvalidatedPages(async () => {
    expect((await mei.send(leaveAccount, {})).status).toBe(204);
  });
  expect(invalidated.flat()).toContain("/mei");
  expect(invalidated.flat()).toContain(`/q/${question_id}`);
  for (const browser of [mei, other]) {
    // 202: nobody is signed in.
    expect((await browser.send(getCurrentUser, {})).status).toBe(202);
    expect((await readUser(browser, "mei")).status).toBe(404);
  }
  expect((await yui.send(listItems, { query: { account: "mei" } })).status).toBe(404);
  expect((await yui.send(listSendQuestions, {})).data.answers).toEqual([]);
  const asked = await kenta.send(postQuestion, { body: { account: "mei", body: "いる？" } });
  expect(asked.status).toBe(404);
  await jobs.drain();
  expect(await readCounts()).toEqual({ followers: 0, follows: 0, members: 0, answers: 0 });
});

test("SET-24 a sign-in to a left account offers to restore it, and restoring brings everything back", async () => {
  const visitor = site.openBrowser();
  expect((await signIn(visitor, "mei", "wrong password")).status).toBe(401);
  // 202: this browser has no account to restore.
  expect((await visitor.send(getLeftAccount, {})).status).toBe(202);
  expect((await visitor.send(restoreLeftAccount, {})).status).toBe(404);

  // 202: nobody is signed in, but this browser may restore the account.
  expect((await signIn(visitor, "mei")).status).toBe(202);
  expect((await visitor.send(getCurrentUser, {})).status).toBe(202);
  const { data } = await visitor.send(getLeftAccount, {});
  expect(data).toMatchObject({ left_account: { account: "mei", displaying_name: "mei" } });

  expect((await visitor.send(restoreLeftAccount, {})).status).toBe(204);
  const { data: current } = await visitor.send(getCurrentUser, {});
  expect(current).toMatchObject({ user: { account: "mei" } });
  expect((await readUser(yui, "mei")).data.user).toMatchObject({
    answers_count: 2,
    is_friend: true,
  });
  await jobs.drain();
  expect(await readCounts()).toEqual({ followers: 1, follows: 1, members: 1, answers: 1 });
  // An account can be restored only once.
  expect((await visitor.send(restoreLeftAccount, {})).status).toBe(404);
});

test("SET-24 after 30 days a job destroys the account, and its password no longer works", async () => {
  const ren = await site.registerPerson("ren");
  await ren.send(leaveAccount, {});
  const setDaysSinceLeaving = (days: number) =>
    database.executeSql(
      "update users set left_at = now() - make_interval(days => $1) where account = 'ren'",
      [days],
    );
  const destroyOverdue = async () => {
    await database.executeSql(
      "insert into pgboss.job (name, data) values ('destroy_left_accounts', '{}')",
    );
    await jobs.drain();
    // Runs the jobs that the first run has enqueued.
    await jobs.drain();
  };
  await setDaysSinceLeaving(restorableDays - 1);
  await destroyOverdue();
  expect((await signIn(site.openBrowser(), "ren")).status).toBe(202);
  await setDaysSinceLeaving(restorableDays + 1);
  expect((await signIn(site.openBrowser(), "ren")).status).toBe(401);
  await destroyOverdue();
  expect(await readCount("select count(*) from users where account = 'ren'")).toBe(0);
  expect(await readCount("select count(*) from users where left_at is not null")).toBe(0);
});

test("SET-24 SAFE-13 a browser's offer to restore an account ends when another browser restores it, even if it is left again, and when its password changes", async () => {
  const sora = await site.registerPerson("sora");
  await sora.send(leaveAccount, {});
  const owner = site.openBrowser();
  const [second, third] = [site.openBrowser(), site.openBrowser()];
  for (const browser of [owner, second, third]) await signIn(browser, "sora");
  expect((await owner.send(restoreLeftAccount, {})).status).toBe(204);
  await owner.send(leaveAccount, {});
  expect((await second.send(getLeftAccount, {})).status).toBe(202);
  expect((await second.send(restoreLeftAccount, {})).status).toBe(404);

  await signIn(third, "sora");
  expect((await third.send(getLeftAccount, {})).status).toBe(200);
  await database.executeSql("update users set password_hash = 'another' where account = 'sora'");
  expect((await third.send(restoreLeftAccount, {})).status).toBe(404);
});

test("SET-24 FRND-14 leaving ends a running import of followers", async () => {
  const rei = await site.registerPerson("rei_left");
  await database.executeSql(`
    insert into friend_imports (user_pk, status, progress)
    select pk, 'running', 7 from users where account = 'rei_left'`);
  await rei.send(leaveAccount, {});
  const browser = site.openBrowser();
  await signIn(browser, "rei_left");
  expect((await browser.send(restoreLeftAccount, {})).status).toBe(204);
  const { data } = await browser.send(getFriendImport, {});
  expect(data).toMatchObject({ status: "none", available_at: null });
});
