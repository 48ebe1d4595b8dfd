import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import {
  deleteCommunityQuestion,
  getCommunityQuestion,
  listCommunityAnswers,
  listCommunityQuestions,
  listOwnCommunityItems,
  listSampleQuestions,
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity } from "@toibako/contract/communities.ts";
import { listItems } from "@toibako/contract/items.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { listSendQuestions, listWaitingQuestions } from "@toibako/contract/outbox.ts";
import { getQuestion, listLatestAnswers } from "@toibako/contract/questions.ts";
import { afterAll, expect, test, vi } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

// The clock stands still, so that replies don't differ by their time.
vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:34:56.789Z") });
afterAll(() => void vi.useRealTimers());

// Yui answers and Mei reads. In each round another account asks. The site trusts a proxy, so that tests can
// choose the IP address of each request.
const site = await openSite({ trust_proxy: ["127.0.0.1"] });
const yui = await site.registerPerson("yui");
const mei = await site.registerPerson("mei", "en");
const games = { community_id: "games", category_id: "hobby" };
/** Values that the sender's requests contain and that no reply may contain. */
const canary = { address: "198.51.100.23", agent: "CanaryBrowser/7" };

interface RecordedReply {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** Masks ids and all times except full hours: the hour of a question must be the same in all replies. */
function maskIds(text: string): string {
  return text
    .replace(/(?<![\w-])[\w-]{22}(?![\w-])/g, "an id")
    .replace(/\d{4}-\d\d-\d\dT\d\d:(?!00:00\.000)\d\d:\d\d\.\d{3}Z/g, "then");
}

/** Deletes the rows of earlier rounds, so that lists are the same in each round. */
async function deleteEarlierRounds() {
  const { executeSql } = site.services.database;
  await executeSql("delete from questions where community_pk is not null");
  await executeSql("truncate notices, received_notices");
  await executeSql("update community_languages set questions_count = 0");
  await executeSql("update users set answers_count = 0");
}

/** Lets an account ask a fixed question that Yui answers; returns all replies that others get about it. */
async function collectReplies(sender: Browser, extraHeaders: Record<string, string> = {}) {
  await deleteEarlierRounds();
  const headers = {
    "user-agent": canary.agent,
    "x-forwarded-for": canary.address,
    ...extraHeaders,
  };
  const body = { body: "どのゲーム？" };
  // The language of the page is part of the question, so it is the same in each round.
  const asked = await sender.send(
    postCommunityQuestion,
    { params: games, body },
    { ...headers, "x-locale": "ja" },
  );
  const uuid = asked.data.uuid_hash;
  const params = { ...games, uuid };
  const replies: string[] = [];
  const recordReply = ({ status, text, headers: all }: RecordedReply) => {
    const { date: _, etag: _etag, "content-length": _length, ...headers } = all;
    replies.push(maskIds(JSON.stringify([status, text, headers])));
  };
  const recordReads = async (viewer: Browser, answer_id?: string) => {
    recordReply(await viewer.send(listCommunityQuestions, { params: games }));
    recordReply(await viewer.send(listSampleQuestions, {}));
    recordReply(await viewer.send(getCommunityQuestion, { params }));
    recordReply(await viewer.send(listCommunityAnswers, { params }));
    recordReply(await viewer.send(getQuestion, { params: { id: uuid } }));
    const query = answer_id === undefined ? {} : { answer_id };
    recordReply(await viewer.send(getQuestion, { params: { id: uuid }, query }));
    recordReply(await viewer.send(listLatestAnswers, { params: { uuid }, query }));
    recordReply(await viewer.send(listItems, { query: { account: "yui" } }));
    recordReply(await viewer.sendRaw("GET", `/cards/questions/${uuid}.png`));
    recordReply(await viewer.sendRaw("GET", `/embed/ja/${uuid}?answer_id=${answer_id ?? ""}`));
    recordReply(await viewer.sendRaw("GET", "/ja/yui/feed.atom"));
    recordReply(await viewer.send(listSendQuestions, {}));
    recordReply(await viewer.send(listWaitingQuestions, {}));
    recordReply(await viewer.send(getUnreadCounts, {}));
  };
  const recordAllViewers = async (answer_id?: string) => {
    await site.services.jobs.drain();
    for (const viewer of [yui, mei, site.openBrowser()]) await recordReads(viewer, answer_id);
    for (const viewer of [yui, mei]) {
      recordReply(await viewer.send(listNotices, {}));
      recordReply(await viewer.send(listOwnCommunityItems, { params: games }));
      recordReply(await viewer.send(deleteCommunityQuestion, { params }));
    }
  };
  await recordAllViewers();
  const answered = await yui.send(postCommunityAnswer, { params, body: { body: "マリオ" } });
  await recordAllViewers(answered.data.answer.id);
  await sender.send(deleteCommunityQuestion, { params });
  await recordAllViewers(answered.data.answer.id);
  return replies;
}

test("COMM-42 PRIV-01 PRIV-02 no reply tells who asked a community, how often they ask, or from where", async () => {
  const kenta = await site.registerPerson("kenta");
  const first = await collectReplies(kenta);
  // The replies are recorded three times, for three viewers each.
  expect(first.length).toBeGreaterThan(120);
  const frequentSender = await site.registerPerson("often", "ko");
  await frequentSender.send(joinCommunity, { params: games });
  for (let index = 0; index < 3; index++) {
    await frequentSender.send(postCommunityQuestion, {
      params: games,
      body: { body: `${index}回目` },
    });
  }
  await deleteEarlierRounds();
  // Fails, because there is no such question: a failed deletion must leave no trace either.
  await frequentSender.send(deleteCommunityQuestion, {
    params: { ...games, uuid: "A".repeat(22) },
  });
  const { executeSql } = site.services.database;
  await executeSql("delete from community_members");
  await executeSql("update communities set members_count = 0");
  expect(await collectReplies(frequentSender, { "x-forwarded-for": "2001:db8::23" })).toEqual(
    first,
  );
  const everything = first.join("\n");
  // "sender" would be the name of a field. Questions are asked at 12:34.
  for (const text of [...Object.values(canary), "kenta", "sender", "12:3"]) {
    expect(everything).not.toContain(text);
  }
});

test("COMM-42 PRIV-02 only the hour of a question to a community is stored, and its sealed record has no pseudonym", async () => {
  await collectReplies(await site.registerPerson("aoi"));
  const sender = await site.registerPerson("ren");
  await sender.send(postCommunityQuestion, { params: games, body: { body: "のこる" } });
  const { rows } = await site.services.database.executeSql(
    `select q.asked_hour, q.receiver_pk, sealed_senders.pseudonym, sealed_senders.sealed_on::text from questions q
    join sealed_senders on sealed_senders.question_pk = q.pk where q.community_pk is not null`,
  );
  expect(rows).toEqual([
    {
      asked_hour: new Date("2026-11-20T12:00:00Z"),
      receiver_pk: null,
      pseudonym: null,
      sealed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ]);
});
