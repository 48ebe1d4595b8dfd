import { listUserAchievements } from "@toibako/contract/achievements.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postCommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { defineEndpoint, limitCalls } from "@toibako/contract/endpoint.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { postMessage } from "@toibako/contract/messages.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { postRoomMessage } from "@toibako/contract/rooms/messages.ts";
import { acceptRoomRules } from "@toibako/contract/rooms.ts";
import { startTalk } from "@toibako/contract/talks.ts";
import type { CallInput } from "@toibako/web/src/lib/http/transport.ts";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { implement } from "./http/endpoint.ts";
import { formType } from "./http/forms.ts";
import type { PageSource } from "./pages/pages.ts";
import type { AccessedIds, AccessRow } from "./testing/access-matrix/row.ts";
import { accessMatrix as matrixOfSite } from "./testing/access-matrix.ts";
import type { Browser } from "./testing/browser.ts";
import {
  listMountedRoutes,
  listStaffRoutes,
  removeParameterNames,
} from "./testing/mounted-routes.ts";
import { officialRoom, sendJoin } from "./testing/rooms.ts";
import { openSite } from "./testing/site.ts";
import { registerStaff } from "./testing/staff.ts";

/** Creates an endpoint that staff with this role may call. The site itself has none for admins only yet. */
function createStaffRoute(role: "moderator" | "admin") {
  const endpoint = defineEndpoint({
    name: `${role}Test`,
    summary: "A test of roles",
    method: "POST",
    path: `/api/v2/adm/${role}_test`,
    caller: role,
    response: { 204: Type.Null() },
    errors: ["forbidden", "bad_token", "foreign_origin"],
    limits: limitCalls(60),
  });
  return implement(endpoint, async () => ({}));
}

const accessMatrix: Record<string, AccessRow> = {
  "POST /api/v2/adm/moderator_test": { expected: [404, 404, 404, 404], staff: [204, 204] },
  "POST /api/v2/adm/admin_test": { expected: [404, 404, 404, 404], staff: [403, 204] },
  ...matrixOfSite,
};

// Yui is the receiver and owns everything here. Kenta has another account, the visitor has asked
// Yui, and `nobody` has no cookie.
const site = await openSite(
  {},
  {
    pages: createEndpointPages(),
    routes: [createStaffRoute("moderator"), createStaffRoute("admin")],
  },
);
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();
const staff = [
  await registerStaff(site, "staff_moderator"),
  await registerStaff(site, "staff_admin", "admin"),
];

const ids = await createAccessedIds();
await writeInRoom(ids.messageKey);

/** Lets Yui join an official room and post a message with this key. */
async function writeInRoom(key: string): Promise<void> {
  await sendJoin(yui, { display_name: "ゆい" });
  await yui.send(acceptRoomRules, { params: { uuid: officialRoom } });
  const group_message = { group_talk_uuid: officialRoom, body: "こんばんは", key };
  await yui.send(postRoomMessage, { body: { group_message } });
}

async function createAccessedIds(): Promise<AccessedIds> {
  const unansweredQuestion = await site.askQuestion(visitor, "yui", "まだ答えていない質問");
  const answeredQuestion = await site.askQuestion(visitor, "yui", "答えた質問");
  const call = { params: { question_id: answeredQuestion }, body: { text: "答え" } };
  const answer = (await yui.send(postAnswer, call)).data.answer.id;
  await site.services.jobs.drain();
  const earned = (await yui.send(listUserAchievements, {})).data.user_achievements;
  const achievement = earned[0]?.id ?? "";
  const notice = (await yui.send(listNotices, {})).data.notices[0]?.id ?? "";
  const badge = "BBBBBBBBBBBBBBBBBBBBBB";
  await site.services.database.executeSql(
    "insert into badges (uuid_hash, user_pk, keyword) select $1, pk, 'x' from users where account = $2",
    [badge, "yui"],
  );
  const passkey = "PPPPPPPPPPPPPPPPPPPPPP";
  await site.services.database.executeSql(
    `insert into passkeys (id, user_pk, credential_id, public_key, signatures_count, transports, name)
     select $1, pk, 'c', '', 0, '{}', 'phone' from users where account = 'yui'`,
    [passkey],
  );
  const broughtAnswer = "AAAAAAAAAAAAAAAAAAAAAA";
  await site.services.database.executeSql(
    `insert into brought_answers
       (id, user_pk, type, body, locale, asked_hour, is_sensitive, text, answered_at)
     select $1, pk, 'text', '？', 'ja', now(), false, '！', now() from users where account = 'yui'`,
    [broughtAnswer],
  );
  const questionToReport = await site.askQuestion(visitor, "yui", "報告する質問");
  const word = await yui.send(postNgWord, { body: { word: "ないしょ" } });
  const heldQuestion = await site.askQuestion(visitor, "yui", "ないしょの話");
  const otherHeldQuestion = await site.askQuestion(visitor, "yui", "ないしょの話をもう一つ");
  const questionToWithdraw = await site.askQuestion(visitor, "yui", "取り消す質問");
  const binnedQuestion = await site.askQuestion(visitor, "yui", "捨てる質問");
  await yui.send(changeQuestion, { params: { id: binnedQuestion }, body: { status: "hidden" } });
  const communityQuestion = await yui.send(postCommunityQuestion, {
    params: { category_id: "culture", community_id: "books" },
    body: { body: "コミュニティへの質問" },
  });
  const blocked = await yui.send(postBlock, { body: { account: "kenta" } });
  await site.services.database.executeSql(
    "update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true",
  );
  const messageKey = "a-key-of-a-message";
  const startedTalk = await talkTo(yui, "mei", messageKey);
  const receivedTalk = await talkTo(mei, "yui", messageKey);
  const joined = await sendJoin(yui, { display_name: "ゆい" });
  return {
    room: officialRoom,
    member: joined.data.group_talk_user_summary_id,
    messageKey,
    startedTalk,
    receivedTalk,
    unansweredQuestion,
    answeredQuestion,
    answer,
    achievement,
    notice,
    badge,
    questionToReport,
    heldQuestion,
    otherHeldQuestion,
    questionToWithdraw,
    binnedQuestion,
    communityQuestion: communityQuestion.data.uuid_hash,
    ownWord: word.data.ng_word.id,
    block: blocked.data.block.id,
    passkey,
    broughtAnswer,
  };
}

/** Starts a talk, and posts its first message with this key. */
async function talkTo(starter: Browser, account: string, key: string): Promise<string> {
  const { uuid } = (await starter.send(startTalk, { body: { talk: { account } } })).data.talk;
  await starter.send(postMessage, {
    body: { message: { talk_uuid: uuid, body: "はじめまして", key } },
  });
  return uuid;
}

// Not in the matrix: the event stream, which never ends (event-stream.test.ts tests it), the pages
// (pages.test.ts and the journeys), and the documentation, which is read-only and the same for everybody.
const routesTestedElsewhere = ["GET /api/v2/me/events", "GET /", "GET /*"];
const documentation = "GET /api/docs";

test("PRIV-12 the access matrix covers every mounted route and no other", () => {
  const mounted = listMountedRoutes(site.app).filter((route) => !route.startsWith(documentation));
  expect(mounted.length).toBeGreaterThan(30);
  expect(mounted.sort()).toEqual([...Object.keys(accessMatrix), ...routesTestedElsewhere].sort());
});

/** The specification names its address, so it doesn't hide that it exists. */
const openlyRefusing = "POST /{}/adm/admin/master/diagnosis_games/preview";

test("API-10 ADMIN-01 each route for staff has a row that says what moderators and admins get, and doesn't exist for others", () => {
  for (const route of listStaffRoutes(site.app)) {
    const { staff, expected } = accessMatrix[route] ?? {};
    const refusals = route === openlyRefusing ? [401, 401, 403, 403] : [404, 404, 404, 404];
    expect([route, staff !== undefined, expected]).toEqual([route, true, refusals]);
  }
});

/** The address of a row's call; `route` is its method and path. */
function formatAddress(route: string, { url = route.split(" ")[1] ?? "" }: AccessRow): string {
  return typeof url === "function" ? url(ids) : url;
}

function callRoute(browser: Browser, route: string, row: AccessRow) {
  const { body, isForm } = row;
  const method = route.split(" ")[0] as "GET";
  const rowBody = typeof body === "function" ? body(ids) : body;
  const address = formatAddress(route, row);
  return isForm
    ? browser.sendRaw(method, address, "", { "content-type": formType })
    : browser.sendRaw(method, address, rowBody);
}

test.each(Object.entries(accessMatrix))(
  "PRIV-12 API-10 AUTH-20 each kind of caller gets the expected status from %s",
  async (route, row) => {
    const nobody = site.openBrowser();
    const replies: Awaited<ReturnType<typeof callRoute>>[] = [];
    for (const browser of [nobody, visitor, kenta, yui]) {
      replies.push(await callRoute(browser, route, row));
    }
    expect(replies.map(({ status }) => status)).toEqual(row.expected);
    for (const [index, status] of (row.staff ?? []).entries()) {
      const reply = await callRoute(staff[index] ?? nobody, route, row);
      expect(reply.status).toBe(status);
    }
    for (const { status, error } of replies) {
      // The login replies 401 to a wrong password, with an error code of its own.
      if (status === 401 && !route.includes("/acc/login"))
        expect(error?.code).toBe("sign_in_needed");
      if (status === 404) expect(error?.code).toBe("not_found");
    }
  },
);

/** The endpoint that the next page calls while it is rendered. */
let calledByPage: { name: string; path: string; input: CallInput } | undefined;

/** Pages that call one endpoint in process, as real pages do, and consist of its reply. */
function createEndpointPages(): PageSource {
  return {
    assets: { renderTags: () => ({ starter: "", files: "" }) },
    load: async () => ({
      getKnownAddress: (url) => url,
      isSameForVisitors: () => false,
      hasSecretAddress: () => false,
      hasCardForm: () => false,
      render: async ({ transport }) => {
        if (!calledByPage) throw new Error("no endpoint was named");
        const { input, ...endpoint } = calledByPage;
        const reply = await transport({ ...endpoint, method: "GET" }, input);
        return { status: 200, html: JSON.stringify(reply), varies_by_language: false };
      },
    }),
  };
}

let openedPages = 0;

/** Opens a page at an address of its own, because pages without a session are cached. */
function openPage(browser: Browser) {
  openedPages += 1;
  return browser.sendRaw("GET", `/ja/page${openedPages}`, undefined, { accept: "text/html" });
}

const endpointsWithEffect = [
  "confirmNoticesByGet",
  "markSeenByGet",
  "finishSocialLogin",
  "getPaymentReturn",
];

test("pages can't call a GET endpoint that changes something", () => {
  for (const name of endpointsWithEffect) expect(site.app.inProcessReads.has(name)).toBe(false);
});

/** Every documented GET endpoint of the matrix, with the parameters of its row's address. */
function listReads() {
  const { paths = {} } = site.app.swagger() as unknown as { paths?: Record<string, Operations> };
  return Object.entries(paths).flatMap(([template, { get }]) => {
    const route = `GET ${removeParameterNames(template)}`;
    const row = accessMatrix[route];
    const isRead = row !== undefined && get !== undefined && template.startsWith("/api/v");
    // Each reply contains another challenge.
    if (!isRead || get.operationId === "getChallenge") return [];
    if (endpointsWithEffect.includes(get.operationId)) return [];
    const address = formatAddress(route, row);
    const { pathname, searchParams } = new URL(address, "https://box.example");
    const parts = pathname.split("/");
    const params = template
      .split("/")
      .flatMap((part, index) => (part.startsWith("{") ? [[part.slice(1, -1), parts[index]]] : []));
    const input = {
      params: Object.fromEntries(params),
      query: Object.fromEntries(searchParams),
    };
    return [{ name: get.operationId, path: template, address, input }];
  });
}

type Operations = Record<string, { operationId: string }>;

test("PRIV-12 API-10 a page that calls an endpoint gets the same reply as an HTTP client", async () => {
  const reads = listReads();
  expect(reads.length).toBeGreaterThan(25);
  for (const read of reads) {
    for (const browser of [site.openBrowser(), visitor, kenta, yui]) {
      const { status, text } = await browser.sendRaw("GET", read.address);
      calledByPage = read;
      const page = await openPage(browser);
      const replyInPage = { name: read.name, ...JSON.parse(page.text) };
      expect(replyInPage).toEqual({
        name: read.name,
        status,
        data: text === "" ? null : JSON.parse(text),
      });
    }
  }
});

test("a page can't call an endpoint with parameters that its schema refuses", async () => {
  const path = "/api/v1/answer_likes";
  calledByPage = { name: "getAnswerLikes", path, input: {} };
  const page = await openPage(kenta);
  const { status, error } = await kenta.sendRaw("GET", path);
  expect(JSON.parse(page.text)).toEqual({ status, data: { error } });
  expect(status).toBe(400);
});
