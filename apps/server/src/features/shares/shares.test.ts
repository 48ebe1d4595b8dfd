import { deleteIdentity, getCurrentUser } from "@toibako/contract/accounts.ts";
import { postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import {
  putAutoMessageRecruit,
  putAutoRecruit,
  shareAnswer,
  shareProfile,
} from "@toibako/contract/shares.ts";
import { people } from "@toibako/sandbox/people.ts";
import { beforeEach, expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openProviderSite } from "#platform/testing/providers.ts";
import { createProviderClients } from "../accounts/providers/client.ts";
import { postToTwitter } from "./commands.ts";
import { choosePostSubject, createWeeklyPostJob } from "./jobs.ts";

const site = await openProviderSite();
const { sandbox, signInWithProvider, services } = site;
// The ids of people at the providers of the sandbox.
const [mina = "", sora = "", haru = "", admin = ""] = people.map(({ subject }) => subject);
const linkX = (browser: Browser, subject: string) =>
  signInWithProvider(browser, "twitter", subject, { link: "1", locale: "en" });
const job = createWeeklyPostJob(services, createProviderClients(services.config));
const runSql = (text: string, ...values: unknown[]) => services.database.executeSql(text, values);
const buildUrl = (account: string) => `http://localhost:3000/en/${account}`;

beforeEach(() => {
  sandbox.posts.length = 0;
  delete sandbox.postingFailure.status;
});

const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");
await linkX(yui, mina);

/** Returns whether weekly posts are on: those that ask for questions, and those that ask for messages. */
async function readWeeklyPosts(browser: Browser) {
  const { data } = await browser.send(getCurrentUser, {});
  return "user" in data && [data.user.is_auto_recruit, data.user.is_auto_message_recruit];
}

test("SHARE-08 SHARE-04 posts the profile's link with text and hashtag to the linked X", async () => {
  expect((await yui.send(shareProfile, {})).status).toBe(204);
  expect(sandbox.posts).toEqual([
    {
      provider: "twitter",
      subject: mina,
      text: `My question box is open. Ask me anything, anonymously! | Toibako #toibako\n${buildUrl("yui")}`,
    },
  ]);
  // A second request, as after a lost reply, doesn't post a second time.
  expect((await yui.send(shareProfile, {})).status).toBe(204);
  expect(sandbox.posts.length).toBe(1);
});

test("SHARE-08 refuses to post without a linked X, even if another provider is linked", async () => {
  const refused = await kenta.send(shareProfile, {});
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
  expect(refused.error?.messages).toEqual(["Please link X in the settings first."]);
  const google = site.openBrowser("en");
  await signInWithProvider(google, "google", sora);
  expect((await google.send(shareProfile, {})).status).toBe(422);
  expect(sandbox.posts).toEqual([]);
});

test("SHARE-08 renews an expired token, also repeatedly", async () => {
  for (const _ of [1, 2]) {
    sandbox.posts.length = 0;
    await sandbox.expireTokens();
    expect((await yui.send(shareProfile, {})).status).toBe(204);
    expect(sandbox.posts.length).toBe(1);
  }
  await runSql("update identity_tokens set expires_at = now()");
  sandbox.posts.length = 0;
  expect((await yui.send(shareProfile, {})).status).toBe(204);
});

test("SHARE-08 doesn't ask to link X again if X limits how often tokens are refreshed", async () => {
  const clients = createProviderClients(services.config);
  const { twitter } = clients;
  if (!twitter) throw new Error("X is not configured");
  const refreshTokens = () => Promise.reject(Object.assign(new Error("limited"), { status: 429 }));
  const { rows } = await runSql("select pk from users where account = 'yui'");
  const user_pk = Number((rows[0] as { pk: number }).pk);
  await runSql("update identity_tokens set expires_at = now()");
  const limited = { ...clients, twitter: { ...twitter, refreshTokens } };
  expect(await postToTwitter(services, limited, user_pk, "Ask me")).toBe("unreachable");
});

test.each([
  [500, 503, "overloaded", "We couldn't reach X. Please try again in a moment."],
  [429, 503, "overloaded", "We couldn't reach X. Please try again in a moment."],
  [
    403,
    422,
    "refused",
    "X didn't accept the post. Try again later, or link X again in the settings.",
  ],
])("SHARE-08 reports that X replied with %i", async (status, expected, code, message) => {
  sandbox.postingFailure.status = status;
  const failed = await yui.send(shareProfile, {});
  expect([failed.status, failed.error?.code]).toEqual([expected, code]);
  expect(failed.error?.messages).toEqual([message]);
});

test("SHARE-08 asks to link X again after consent was withdrawn there", async () => {
  const rin = await site.registerPerson("rin", "en");
  await linkX(rin, haru);
  await runSql(
    `update identity_tokens set expires_at = now(), refresh_token = null
     where identity_pk = (select pk from identities where subject = $1)`,
    haru,
  );
  const failed = await rin.send(shareProfile, {});
  expect([failed.status, failed.error?.code]).toEqual([422, "refused"]);
  expect(failed.error?.messages).toEqual([expect.stringContaining("link X again")]);
  await rin.send(deleteIdentity, { params: { provider: "twitter" } });
});

test("SET-11 only an account that has linked X can switch weekly posts on, and unlinking switches them off", async () => {
  const body = { is_auto_recruit: true };
  expect((await kenta.send(putAutoRecruit, { body })).status).toBe(422);
  expect(await readWeeklyPosts(kenta)).toEqual([false, false]);
  const aki = await site.registerPerson("aki", "en");
  await linkX(aki, admin);
  expect((await aki.send(putAutoRecruit, { body })).data).toEqual(body);
  const message = { is_auto_message_recruit: true };
  expect((await aki.send(putAutoMessageRecruit, { body: message })).data).toEqual(message);
  expect(await readWeeklyPosts(aki)).toEqual([true, true]);
  expect((await aki.send(getCurrentUser, {})).data).toMatchObject({
    user: { has_chosen_auto_recruit: true },
  });
  await aki.send(deleteIdentity, { params: { provider: "twitter" } });
  expect(await readWeeklyPosts(aki)).toEqual([false, false]);
});

test("SHARE-10 the link is posted once a week at most, however often the job runs", async () => {
  await yui.send(putAutoRecruit, { body: { is_auto_recruit: true } });
  await Promise.all([job.run([{}]), job.run([{}])]);
  await job.run([{}]);
  expect(
    sandbox.posts.map(({ subject, text }) => [subject, text.includes(buildUrl("yui"))]),
  ).toEqual([[mina, true]]);
  sandbox.posts.length = 0;
  await runSql("update users set recruited_at = recruited_at - interval '6 days 23 hours'");
  await job.run([{}]);
  expect(sandbox.posts).toEqual([]);
  await runSql("update users set recruited_at = recruited_at - interval '2 hours'");
  await job.run([{}]);
  expect(sandbox.posts.length).toBe(1);
});

test("SHARE-10 a weekly post that asks for messages links to the profile with message=1", async () => {
  await yui.send(putAutoRecruit, { body: { is_auto_recruit: false } });
  await yui.send(putAutoMessageRecruit, { body: { is_auto_message_recruit: true } });
  await runSql("update users set recruited_at = null");
  await job.run([{}]);
  expect(sandbox.posts[0]?.text).toContain(`${buildUrl("yui")}?message=1`);
});

test("SHARE-10 the weekly post is made a day later if X was down", async () => {
  await runSql("update users set recruited_at = null");
  sandbox.postingFailure.status = 503;
  await job.run([{}]);
  delete sandbox.postingFailure.status;
  await job.run([{}]);
  expect(sandbox.posts).toEqual([]);
  await runSql("update users set recruited_at = recruited_at - interval '1 day'");
  await job.run([{}]);
  expect(sandbox.posts.length).toBe(1);
});

test("SHARE-10 weekly posts ask for questions and for messages in alternate weeks if both are switched on", () => {
  const both = { is_auto_recruit: true, is_auto_message_recruit: true };
  expect([1, 2, 3].map((week) => choosePostSubject(both, week))).toEqual([
    "messages",
    "questions",
    "messages",
  ]);
});

test("SHARE-06 SHARE-04 an account posts its own answer with the beginning of the question, unless the question is sensitive", async () => {
  const question_id = await site.askQuestion(kenta, "yui", `How\n${"long ".repeat(20)}?`);
  const { data } = await yui.send(postAnswer, {
    params: { question_id },
    body: { text: "Very" },
  });
  const call = { params: { id: data.answer.id }, body: { provider: "twitter" } } as const;
  expect((await kenta.send(shareAnswer, call)).status).toBe(404);
  sandbox.postingFailure.status = 500;
  expect((await yui.send(shareAnswer, call)).error?.code).toBe("overloaded");
  delete sandbox.postingFailure.status;
  expect((await yui.send(shareAnswer, call)).status).toBe(204);
  const [post] = sandbox.posts;
  expect(post?.text).toMatch(/^“How long .*…” – answered by yui on Toibako #toibako\n/);
  expect(post?.text).toContain(`http://localhost:3000/en/q/${question_id}`);

  sandbox.posts.length = 0;
  const body = { is_ad_default: false };
  await yui.send(putSensitivity, { params: { id: question_id }, body });
  await yui.send(shareAnswer, call);
  expect(sandbox.posts[0]?.text).toMatch(/^A question, answered by yui on Toibako #toibako\n/);
});
