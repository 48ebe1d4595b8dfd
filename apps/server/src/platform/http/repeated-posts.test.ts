import { register } from "@toibako/contract/accounts.ts";
import { postAnswer, postAnswerV1 } from "@toibako/contract/answers.ts";
import { startArchiveExport } from "@toibako/contract/archives.ts";
import { cancelWithSurvey } from "@toibako/contract/billing/cancellation.ts";
import { getOffer } from "@toibako/contract/billing/offers.ts";
import { subscribe } from "@toibako/contract/billing/subscriptions.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { joinCommunity } from "@toibako/contract/communities.ts";
import { playDiagnosisGame } from "@toibako/contract/diagnosis.ts";
import type { Endpoint, Input } from "@toibako/contract/endpoint.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { postInquiry } from "@toibako/contract/help.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postMessage } from "@toibako/contract/messages.ts";
import { postBlock, postReport, reportAccount } from "@toibako/contract/moderation.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { postRoomMessage, reportRoomMessage } from "@toibako/contract/rooms/messages.ts";
import { acceptRoomRules, joinRoom } from "@toibako/contract/rooms.ts";
import { postTalkReport, startTalk } from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { createMemoryProvider } from "#platform/testing/memory-provider.ts";
import { officialAnswers, officialRoom, sendJoin } from "#platform/testing/rooms.ts";
import { openSite, password } from "#platform/testing/site.ts";

const memory = createMemoryProvider();
const site = await openSite(
  {},
  { payments: { provider: memory.provider, price: 500, first_price: undefined } },
);
const yui = await site.registerPerson("yui");
const mei = await site.registerPerson("mei");
const kenta = await site.registerPerson("kenta");

// All three may write messages to each other.
await site.services.database.executeSql(
  "update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true",
);

const category_id = "culture";
const community_id = "books";

const askYui = (text: string) => site.askQuestion(kenta, "yui", text);

async function askBooks(body: string): Promise<string> {
  const call = { params: { category_id, community_id }, body: { body } };
  return (await mei.send(postCommunityQuestion, call)).data.uuid_hash;
}

async function answerAs(browser: Browser, text: string): Promise<string> {
  const params = { question_id: await askYui(text) };
  return (await browser.send(postAnswer, { params, body: { text } })).data.answer.id;
}

async function talkTo(browser: Browser, account: string): Promise<string> {
  return (await browser.send(startTalk, { body: { talk: { account } } })).data.talk.uuid;
}

/** Lets Kenta join a room and accept its rules; returns its id. */
async function joinAsKenta(): Promise<string> {
  await sendJoin(kenta, { display_name: "ほうじ茶" });
  await kenta.send(acceptRoomRules, { params: { uuid: officialRoom } });
  return officialRoom;
}

async function createSubscribing(browser: Browser) {
  const params = { payment_type: "credit_card" } as const;
  const { offer } = (await browser.send(getOffer, { params })).data;
  return { target_key: "premium_monthly", ...params, offer_version: offer.version };
}

/** A call, and the same call with other content, both by one person. */
interface RepeatedCall {
  /** Returns the browser of each call. */
  openBrowser: () => Browser;
  endpoint: Endpoint;
  call: object;
  /** Left out for a call that can have only one content. */
  otherCall: object | undefined;
}

function repeat<E extends Endpoint>(
  browser: Browser | (() => Browser),
  endpoint: E,
  call: Input<E>,
  otherCall?: Input<E>,
): RepeatedCall {
  const openBrowser = typeof browser === "function" ? browser : () => browser;
  return { openBrowser, endpoint, call: call as object, otherCall: otherCall as object };
}

/** The POSTs that store something new, by name. Their repeats are recognised by the idempotency key. */
const keyedPosts: Record<string, () => Promise<RepeatedCall>> = {
  postQuestion: async () =>
    repeat(
      kenta,
      postQuestion,
      { body: { account: "yui", body: "一度だけ" } },
      { body: { account: "yui", body: "べつの" } },
    ),
  postAnswer: async () => {
    const params = { question_id: await askYui("こたえて") };
    return repeat(
      yui,
      postAnswer,
      { params, body: { text: "はい" } },
      { params, body: { text: "いいえ" } },
    );
  },
  postAnswerV1: async () => {
    const question_id = await askYui("前の道でこたえて");
    return repeat(
      yui,
      postAnswerV1,
      { params: {}, body: { question_id, text: "はい" } },
      { params: {}, body: { question_id, text: "いいえ" } },
    );
  },
  postCommunityQuestion: async () => {
    const params = { category_id, community_id };
    return repeat(
      kenta,
      postCommunityQuestion,
      { params, body: { body: "どの本？" } },
      { params, body: { body: "どの話？" } },
    );
  },
  postCommunityAnswer: async () => {
    const params = { category_id, community_id, uuid: await askBooks("おすすめは？") };
    return repeat(
      yui,
      postCommunityAnswer,
      { params, body: { body: "この本" } },
      { params, body: { body: "あの本" } },
    );
  },
  postInquiry: async () => {
    const inquiry = { email: "mei@example.com", topic: "usage" } as const;
    return repeat(
      site.openBrowser(),
      postInquiry,
      { body: { ...inquiry, body: "教えて" } },
      { body: { ...inquiry, body: "直して" } },
    );
  },
  postNgWord: async () =>
    repeat(yui, postNgWord, { body: { word: "ひとつ" } }, { body: { word: "ふたつ" } }),
  postBlock: async () => {
    const visitor = site.openBrowser();
    const first = await site.askQuestion(visitor, "yui", "止める");
    const second = await site.askQuestion(visitor, "yui", "止めない");
    return repeat(
      yui,
      postBlock,
      { body: { question_id: first } },
      { body: { question_id: second } },
    );
  },
  // Its key is in the body.
  postMessage: async () => {
    const message = { talk_uuid: await talkTo(kenta, "yui"), key: "the-key-of-a-message" };
    return repeat(
      kenta,
      postMessage,
      { body: { message: { ...message, body: "一度だけ" } } },
      { body: { message: { ...message, body: "べつの" } } },
    );
  },
  // Its key is in the body.
  postRoomMessage: async () => {
    const key = "the-key-of-a-message";
    const group_message = { group_talk_uuid: await joinAsKenta(), key };
    return repeat(
      kenta,
      postRoomMessage,
      { body: { group_message: { ...group_message, body: "一度だけ" } } },
      { body: { group_message: { ...group_message, body: "べつの" } } },
    );
  },
  register: async () => {
    const body = { account: "haru", password, locale: "ja" } as const;
    // The first reply, which signs the browser in, is lost.
    return repeat(
      () => site.openBrowser(),
      register,
      { body, query: { mal: "1" } },
      { body: { ...body, account: "haru2" }, query: { mal: "1" } },
    );
  },
  subscribe: async () => {
    const card = { token: "a-token-of-yui", card_seq: null } as const;
    const body = await createSubscribing(yui);
    return repeat(
      yui,
      subscribe,
      { body: { ...body, ...card } },
      { body: { ...body, ...card, token: "another-token" } },
    );
  },
  cancelWithSurvey: async () => {
    const card = { token: "a-token-of-mei", card_seq: null } as const;
    await mei.send(subscribe, { body: { ...(await createSubscribing(mei)), ...card } });
    const createSurvey = (other: string) => [
      { select: 1, other },
      { select: 2, other: "料金" },
      { select: 3 },
    ];
    return repeat(
      mei,
      cancelWithSurvey,
      { body: { survey: createSurvey("トーク") } },
      { body: { survey: createSurvey("広告") } },
    );
  },
  toggleLike: async () => {
    const answers = [await answerAs(yui, "すき"), await answerAs(yui, "きらい")] as const;
    return repeat(
      mei,
      toggleLike,
      { body: { answer_id: answers[0] } },
      { body: { answer_id: answers[1] } },
    );
  },
};

/** The POSTs that bring about a state. A repeat finds it, so it needs no key. */
const statePosts: Record<string, () => Promise<RepeatedCall>> = {
  postFollow: async () => repeat(mei, postFollow, { params: { account: "yui" } }),
  joinCommunity: async () => repeat(mei, joinCommunity, { params: { category_id, community_id } }),
  joinRoom: async () =>
    repeat(mei, joinRoom, {
      params: { uuid: officialRoom },
      body: { display_name: "めい", personal_answers: officialAnswers },
    }),
  playDiagnosisGame: async () =>
    repeat(mei, playDiagnosisGame, { params: { uuid: "first-game-letter-----" } }),
  startArchiveExport: async () => repeat(mei, startArchiveExport, {}),
  postReport: async () =>
    repeat(yui, postReport, { body: { mode: "unit", item_id: await askYui("通報する") } }),
  startTalk: async () => repeat(mei, startTalk, { body: { talk: { account: "kenta" } } }),
  reportAccount: async () =>
    repeat(mei, reportAccount, { params: { account: "yui" }, body: { reason: "harassment" } }),
  reportRoomMessage: async () => {
    const uuid = await joinAsKenta();
    await sendJoin(yui, { display_name: "よふかし" });
    await yui.send(acceptRoomRules, { params: { uuid } });
    const key = "the-key-of-a-reported-message";
    await yui.send(postRoomMessage, {
      body: { group_message: { group_talk_uuid: uuid, key, body: "ひどい" } },
    });
    return repeat(kenta, reportRoomMessage, {
      params: { uuid, key },
      body: { reason: "harassment" },
    });
  },
  postTalkReport: async () =>
    repeat(mei, postTalkReport, { body: { uuid: await talkTo(mei, "yui"), mode: "block" } }),
};

/** The other POSTs, and why a repeat with the same key may have another reply. */
const exemptPosts: Record<string, string> = {
  ...explain("signs in or proves who somebody is: each attempt counts, and a code works once", [
    "login",
    "loginByPasskey",
    "completeLogin",
    "enterConsole",
    "confirmIdentityByPassword",
    "confirmIdentityByPasskey",
    "createPasskeyChallenge",
    "startPasskey",
    "addPasskey",
    "startSocialLogin",
  ]),
  ...explain("makes a new secret; only the one that was shown last is used", [
    "startTotp",
    "replaceRecoveryCodes",
  ]),
  ...explain("needs a code that works once; the page shows afterwards that it is off", [
    "turnOffTotp",
  ]),
  ...explain("sends a mail once more on purpose, within its limit", [
    "mailIdentityLink",
    "resendEmailConfirmation",
    "postPasswordReset",
  ]),
  ...explain("posts on X, which refuses the same text twice; shares.test.ts tests it", [
    "shareAnswer",
    "shareProfile",
    "shareRoom",
    "shareUserAchievement",
  ]),
  ...explain("brings about a state, which tests of its feature repeat", [
    "postAccountSwitch",
    "postBaton",
    "postOgpImage",
    "importPicture",
    "startArchiveImport",
    "startFriendImport",
    "unsubscribe",
    "openCase",
    "openInquiry",
    "openAccount",
    "openAccountCase",
    "endAccountSessions",
    "postAppeal",
    "postCaseNote",
  ]),
  ...explain(
    "begins anew, because nothing is charged before somebody agrees on the carrier's page",
    ["startCarrierBilling"],
  ),
  ...explain("decides what the caller has read; the page shows afterwards that it is decided", [
    "decideCase",
    "askToOpenSeal",
    "decideSeal",
    "readSeal",
  ]),
  ...explain("stores one picture more, which is deleted because nothing shows it", [
    "postContentPicture",
    "postContentVideo",
  ]),
  ...explain("reads; each search of a person is an entry of the audit log", ["findAccounts"]),
  ...explain("only reads; its query may be longer than a URL", [
    "previewWordList",
    "previewDiagnosisGame",
  ]),
  ...explain("makes the server ask the provider; what it brings is not stored", [
    "postPaymentReturn",
    "postPaymentNotification",
  ]),
  ...explain("is sent by the page, not by a person", ["claimUserAchievement", "postErrorReport"]),
};

function explain(reason: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

test("API-10 every POST is repeated by its key, brings about a state, or has a reason why not", () => {
  const { paths = {} } = site.app.swagger() as {
    paths?: Record<string, { post?: { operationId?: string } }>;
  };
  const mounted = Object.values(paths).flatMap(({ post }) => post?.operationId ?? []);
  const named = [keyedPosts, statePosts, exemptPosts].flatMap(Object.keys);
  expect(mounted.sort()).toEqual(named.sort());
});

const getOutcome = ({ status, data, location }: Awaited<ReturnType<Browser["send"]>>) => ({
  status,
  data,
  location,
});

test.each(Object.entries(keyedPosts))(
  "API-10 %s: simultaneous and later calls with one key have the outcome of the first, and other content gets 409",
  async (name, prepare) => {
    const { openBrowser, endpoint, call, otherCall } = await prepare();
    const headers = { "idempotency-key": `the-key-of-${name}` };
    const simultaneous = await Promise.all(
      [1, 2, 3].map(() => openBrowser().send(endpoint, call, headers)),
    );
    const outcomes = [...simultaneous, await openBrowser().send(endpoint, call, headers)].map(
      getOutcome,
    );
    expect(outcomes[0]?.status).toBeLessThan(300);
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    const other = await openBrowser().send(endpoint, otherCall ?? {}, headers);
    expect([other.status, other.error?.code]).toEqual([409, "key_reused"]);
  },
);

test.each(Object.entries(statePosts))(
  "API-10 %s: a repeat has the status of the first call, whatever its key",
  async (_name, prepare) => {
    const { openBrowser, endpoint, call } = await prepare();
    const first = await openBrowser().send(endpoint, call);
    expect(first.status).toBeLessThan(300);
    expect((await openBrowser().send(endpoint, call)).status).toBe(first.status);
  },
);
