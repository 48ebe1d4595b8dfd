import { getUnreadCounts, login } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { getQuestion, listLatestAnswers, postQuestion } from "@toibako/contract/questions.ts";
import { afterAll, expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite, password } from "#platform/testing/site.ts";

// The clock stands still, so that replies don't differ by their time.
vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:34:56.789Z") });
afterAll(() => void vi.useRealTimers());

// The site trusts a proxy, so that tests can choose the IP address of each request.
const site = await openSite({ trust_proxy: ["127.0.0.1"] });
const kenta = await site.registerPerson("kenta", "ko");
/** Values that the sender's requests contain and that no reply may contain. */
const canary = { address: "198.51.100.23", agent: "CanaryBrowser/7", name: "CanaryName" };

interface RecordedReply {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/**
 * Lets a sender ask a fixed question; returns all replies that mention it. The receiver is a new account
 * each time, always with the handle "yui".
 */
async function collectReplies(sender: Browser, extraHeaders: Record<string, string>) {
  const { executeSql } = site.services.database;
  // Frees the handle of the previous receiver.
  await executeSql(
    "update users set account = 'was' || pk, displaying_name = 'was' where account = 'yui'",
  );
  const yui = await site.registerPerson("yui", "th");
  const body = {
    account: "yui",
    body: "好きな食べものは？",
    locale: sender.locale,
    name: canary.name,
    // Without it, each question would be on a paper that is drawn by lot.
    paper: "plain" as const,
  };
  const headers = {
    "user-agent": canary.agent,
    "x-forwarded-for": canary.address,
    ...extraHeaders,
  };
  const id = (await sender.send(postQuestion, { body }, headers)).data.uuid_hash;
  const replies: string[] = [];
  const recordReply = ({ status, text, headers: all }: RecordedReply) => {
    // `date` comes from a clock that isn't faked. The names of decorative pictures differ in length, so the length
    // of the content is compared without them.
    const { date: _, "content-length": length, ...headers } = all;
    const pictureNamesLength = (text.match(eyeCatch) ?? []).join("").length;
    replies.push(
      maskIds(JSON.stringify([status, text, headers, Number(length) - pictureNamesLength])),
    );
  };
  const recordReads = async (viewer: Browser) => {
    recordReply(await viewer.send(getQuestion, { params: { id } }));
    recordReply(await viewer.send(listItems, { query: { account: "yui" } }));
    recordReply(await viewer.send(listLatestAnswers, { params: { uuid: id } }));
    recordReply(await viewer.sendRaw("GET", `/cards/questions/${id}.png`));
  };
  await site.services.jobs.drain();
  recordReply(await yui.send(listReceivedItems, {}));
  recordReply(await yui.send(listNotices, {}));
  recordReply(await yui.send(getUnreadCounts, {}));
  await recordReads(yui);
  recordReply(await yui.send(postAnswer, { params: { question_id: id }, body: { text: "すし" } }));
  await site.services.jobs.drain();
  for (const viewer of [
    yui,
    site.openBrowser(),
    // A new account, whose handle is unique because it contains part of a random token.
    await site.registerPerson(`viewer${yui.token.slice(0, 5).replace(/\W/g, "_")}`),
  ]) {
    await recordReads(viewer);
  }
  return replies;
}

/** Matches the name of a received question's decorative picture, which is chosen by the question's id. */
const eyeCatch = /(?<=\/eye-catches\/)\w+/g;

/** Masks ids, decorative pictures and times of answers, so that only differences caused by the sender remain. */
function maskIds(text: string): string {
  return text
    .replace(eyeCatch, "a picture")
    .replace(/(?<![\w-])[\w-]{22}(?![\w-])/g, "an id")
    .replace(/"answered_at\\":\\"[^"]+"/g, "then");
}

test("PRIV-01 PRIV-02 PRIV-04 ASK-22 no reply tells whether a visitor or an account asked, or which account", async () => {
  const fromVisitor = await collectReplies(site.openBrowser("en"), { "accept-language": "en" });
  const fromAccount = await collectReplies(kenta, { "accept-language": "ko" });
  // The first question gives this visitor a cookie.
  const returning = site.openBrowser("dt");
  await site.askQuestion(returning, "kenta", "先に");
  const fromReturning = await collectReplies(returning, { "x-forwarded-for": "2001:db8::23" });
  expect(fromAccount).toEqual(fromVisitor);
  expect(fromReturning).toEqual(fromVisitor);
  const everything = fromVisitor.join("\n");
  // 12:34 is the minute of asking.
  for (const planted of [...Object.values(canary), "kenta", "sender", "12:34", "12:3"]) {
    expect(everything).not.toContain(planted);
  }
});

test("PRIV-04 a question has the locale of its receiver, not of its sender", async () => {
  const yui = site.openBrowser();
  await yui.send(login, { body: { account: "yui", password } });
  await site.askQuestion(site.openBrowser("dt"), "yui", "Wie geht's?");
  const { items } = (await yui.send(listReceivedItems, {})).data;
  expect(items.map(({ locale }) => locale)).toEqual(["th"]);
});

test("PRIV-02 only the hour in which a question was asked is stored", async () => {
  const { rows } = await site.services.database.executeSql(
    "select distinct asked_hour from questions",
  );
  expect(rows).toEqual([{ asked_hour: new Date("2026-11-20T12:00:00Z") }]);
});

test("PRIV-03 within an hour questions are not listed in the order of asking, and their ids contain no time", async () => {
  const mei = await site.registerPerson("mei");
  const ids: string[] = [];
  for (let index = 0; index < 20; index++)
    ids.push(await site.askQuestion(kenta, "mei", `${index}`));
  const { items } = (await mei.send(listReceivedItems, { query: { limit: "20" } })).data;
  const listed = items.map(({ uuid_hash }) => uuid_hash);
  expect([...listed].sort()).toEqual([...ids].sort());
  expect(listed).not.toEqual(ids);
  expect(listed).not.toEqual([...ids].reverse());
  expect([...ids].sort()).not.toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
});

test("PRIV-03 questions of a later hour are listed first", async () => {
  const mei = await site.signInAgain("mei");
  vi.setSystemTime(Date.parse("2026-11-20T13:05:00Z"));
  const later = await site.askQuestion(site.openBrowser(), "mei", "あとで");
  const { items } = (await mei.send(listReceivedItems, { query: { limit: "20" } })).data;
  expect(items[0]?.uuid_hash).toBe(later);
  expect(items[0]?.asked_hour).toBe("2026-11-20T13:00:00.000Z");
});
