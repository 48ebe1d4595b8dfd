import { listUserAchievements } from "@toibako/contract/achievements.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { postNgWord } from "@toibako/contract/filters.ts";
import { changeQuestion } from "@toibako/contract/inbox.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import { expect, test } from "vitest";
import { formType } from "./http/forms.ts";
import { type AccessedIds, type AccessRow, accessMatrix } from "./testing/access-matrix.ts";
import type { Browser } from "./testing/browser.ts";
import { listMountedRoutes } from "./testing/routes.ts";
import { openSite } from "./testing/site.ts";

// Yui is the receiver and owns everything here. Kenta has another account, the visitor has asked
// Yui, and `nobody` has no cookie.
const site = await openSite();
const yui = await site.person("yui");
const kenta = await site.person("kenta");
const visitor = site.visitor();

const ids = await createAccessedIds();

async function createAccessedIds(): Promise<AccessedIds> {
  const unansweredQuestion = await site.ask(visitor, "yui", "まだ答えていない質問");
  const answeredQuestion = await site.ask(visitor, "yui", "答えた質問");
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
  const questionToReport = await site.ask(visitor, "yui", "報告する質問");
  const word = await yui.send(postNgWord, { body: { word: "ないしょ" } });
  const heldQuestion = await site.ask(visitor, "yui", "ないしょの話");
  const otherHeldQuestion = await site.ask(visitor, "yui", "ないしょの話をもう一つ");
  const questionToWithdraw = await site.ask(visitor, "yui", "取り消す質問");
  const binnedQuestion = await site.ask(visitor, "yui", "捨てる質問");
  await yui.send(changeQuestion, { params: { id: binnedQuestion }, body: { status: "hidden" } });
  const blocked = await yui.send(postBlock, { body: { account: "kenta" } });
  return {
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
    ownWord: word.data.ng_word.id,
    block: blocked.data.block.id,
  };
}

// Not in the matrix: the event stream, which never ends (events.test.ts tests it), and the
// documentation, which is read-only and the same for everybody.
const routesTestedElsewhere = ["GET /api/v2/me/events"];
const documentation = "GET /api/docs";

test("PRIV-12 the access matrix covers every mounted route and no other", () => {
  const mounted = listMountedRoutes(site.app).filter((route) => !route.startsWith(documentation));
  expect(mounted.length).toBeGreaterThan(30);
  expect(mounted.sort()).toEqual([...Object.keys(accessMatrix), ...routesTestedElsewhere].sort());
});

function callRoute(browser: Browser, route: string, { url, body, isForm }: AccessRow) {
  const method = route.split(" ")[0] as "GET";
  const given = typeof body === "function" ? body(ids) : body;
  const address = typeof url === "function" ? url(ids) : url;
  return isForm
    ? browser.sendRaw(method, address, "", { "content-type": formType })
    : browser.sendRaw(method, address, given);
}

test.each(Object.entries(accessMatrix))(
  "PRIV-12 API-10 AUTH-20 access by caller: %s",
  async (route, row) => {
    const nobody = site.visitor();
    const replies: Awaited<ReturnType<typeof callRoute>>[] = [];
    for (const browser of [nobody, visitor, kenta, yui]) {
      replies.push(await callRoute(browser, route, row));
    }
    expect(replies.map(({ status }) => status)).toEqual(row.expected);
    for (const { status, error } of replies) {
      if (status === 401 && !route.includes("/acc/login"))
        expect(error?.code).toBe("sign_in_needed");
      if (status === 404) expect(error?.code).toBe("not_found");
    }
  },
);
