import { readdirSync } from "node:fs";
import { getUnreadCounts } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import eyeCatches from "./eye-catches.json" with { type: "json" };

const site = await openSite();
const kenta = await site.registerPerson("kenta");
const yui = await site.registerPerson("yui");
const mei = await site.registerPerson("mei");

async function readInbox(owner: Browser, status: "unread" | "confirmed" | "hidden", page = "1") {
  return (await owner.send(listReceivedItems, { query: { status, page, limit: "20" } })).data;
}

async function readCounts(owner: Browser) {
  return (await readInbox(owner, "unread")).counts;
}

function moveQuestion(owner: Browser, id: string, body: object) {
  return owner.send(changeQuestion, { params: { id }, body });
}

test("BOX-02 BOX-03 API-06 an item of the inbox has exactly these fields, none of which is about the sender", async () => {
  const id = await site.askQuestion(kenta, "yui", "朝ごはんは？");
  await site.services.jobs.drain();
  const [item] = (await readInbox(yui, "unread")).items;
  expect(item).toEqual({
    uuid_hash: id,
    body: "朝ごはんは？",
    image_url: expect.stringMatching(`^/cards/questions/${id}\\.png\\?v=[\\w-]{8}$`),
    card_theme: "mint",
    paper: expect.any(String),
    eye_catch_url: expect.stringMatching(/^\/pictures\/eye-catches\/[a-z]+\.svg$/),
    locale: "ja",
    status: "unread",
    enum_status: "未読",
    is_new: true,
    is_self: false,
    is_baton: false,
    is_welcome: false,
    type: "text",
    stamp: null,
    options: null,
    is_answered: false,
    answer: null,
    answers_at_once: 1,
    has_not_been_read_yet: true,
    has_been_read: false,
    moved_to_recycle_bin: false,
    asked_hour: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/),
    asked_date_time__formatted_for_user: expect.stringMatching(/^今日 \d+時台$/),
    relative_time: expect.any(String),
    associated_community: null,
    separate_page_uri_for_this_question: `/ja/q/${id}`,
    answers_page_uri: null,
    is_choose_question: false,
    report_about_all_questions_of_same_user_flag: true,
  });
});

test("BOX-03 every decorative picture that an item can name has a file, and there are no other files", () => {
  const folder = new URL("../../../../web/public/pictures/eye-catches/", import.meta.url);
  expect(readdirSync(folder)).toEqual(eyeCatches.map((name) => `${name}.svg`));
});

test("BOX-06 BOX-07 BOX-08 a question is moved to the bin and back, and each reply names the new status", async () => {
  const id = await site.askQuestion(kenta, "yui", "うつす");
  const before = await readCounts(yui);
  // `change_type` takes the specification's words for statuses: 非表示 is hidden, 未読 unread, 確認済み confirmed.
  const hidden = await moveQuestion(yui, id, { change_type: "非表示", locale: "en" });
  expect(hidden.data).toEqual({ uuid_hash: id, status: "hidden", label: "bin" });
  expect(await readCounts(yui)).toEqual({
    ...before,
    unread: before.unread - 1,
    hidden: before.hidden + 1,
  });
  const restored = await moveQuestion(yui, id, { change_type: "未読" });
  expect(restored.data).toEqual({ uuid_hash: id, status: "unread", label: "未回答" });
  const checked = await moveQuestion(yui, id, { status: "confirmed" });
  expect(checked.data.label).toBe("確認済み");
  expect((await readInbox(yui, "confirmed")).items.map(({ uuid_hash }) => uuid_hash)).toContain(id);
});

test.each(locales)("BOX-06 the name of the status is translated to %s", async (locale) => {
  const id = await site.askQuestion(kenta, "yui", "ことば");
  const yuiInLocale = await site.signInAgain("yui", locale);
  const labels: string[] = [];
  for (const change_type of ["非表示", "未読", "確認済み"]) {
    labels.push((await moveQuestion(yuiInLocale, id, { change_type })).data.label);
  }
  expect(new Set(labels).size).toBe(3);
  expect(labels.join("") === "ごみ箱未回答確認済み").toBe(locale === "ja");
});

test("PROF-18 a move to the bin that is sent several times lowers the unread count by one", async () => {
  const id = await site.askQuestion(kenta, "yui", "一度");
  const before = (await yui.send(getUnreadCounts, {})).data.received_items;
  await Promise.all([1, 2, 3, 4].map(() => moveQuestion(yui, id, { status: "hidden" })));
  expect((await yui.send(getUnreadCounts, {})).data.received_items).toBe(before - 1);
  expect((await readInbox(yui, "unread")).items.map(({ uuid_hash }) => uuid_hash)).not.toContain(
    id,
  );
});

test("PROF-18 BOX-08 an answer lowers the unread count by one and makes the question checked", async () => {
  const id = await site.askQuestion(kenta, "yui", "答える");
  const before = await readCounts(yui);
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  expect(await readCounts(yui)).toEqual({
    ...before,
    unread: before.unread - 1,
    confirmed: before.confirmed + 1,
  });
  const row = (await readInbox(yui, "confirmed")).items.find(({ uuid_hash }) => uuid_hash === id);
  expect(row).toMatchObject({ is_answered: true, has_been_read: true, enum_status: "確認済み" });
});

test("BOX-05 BOX-08 an answered question that is restored from the bin becomes checked", async () => {
  const id = await site.askQuestion(kenta, "yui", "戻る");
  await yui.send(postAnswer, { params: { question_id: id }, body: { text: "はい" } });
  await moveQuestion(yui, id, { status: "hidden" });
  expect((await moveQuestion(yui, id, { status: "unread" })).data.status).toBe("confirmed");
});

test("PRIV-12 API-10 moving another account's question gets the same reply as moving an unknown one", async () => {
  const id = await site.askQuestion(kenta, "yui", "よその");
  const another = await moveQuestion(mei, id, { status: "hidden" });
  const missing = await moveQuestion(mei, "AAAAAAAAAAAAAAAAAAAAAA", { status: "hidden" });
  expect(another.status).toBe(404);
  expect(another.text).toBe(missing.text);
  expect((await readInbox(mei, "unread")).items).toEqual([]);
  expect((await readInbox(yui, "unread")).items.map(({ uuid_hash }) => uuid_hash)).toContain(id);
});

test.each([{}, { change_type: "消す" }, { status: "held" }, { status: "unread", extra: 1 }])(
  "BOX-06 a move with an unknown status or field, or without a status, is refused: %o",
  async (body) => {
    const id = await site.askQuestion(kenta, "yui", "どこへ");
    expect((await moveQuestion(yui, id, body)).status).toBe(400);
  },
);

test("BOX-01 BOX-22 PROF-01 the inbox requires signing in", async () => {
  for (const status of ["unread", "confirmed", "hidden"] as const) {
    expect((await site.openBrowser().send(listReceivedItems, { query: { status } })).status).toBe(
      401,
    );
  }
});

test("BOX-22 PROF-05 API-07 API-08 a page has 20 or 3 questions, newest hour first, and the pages together have each question once", async () => {
  const haru = await site.registerPerson("haru");
  for (let index = 0; index < 23; index++) await site.askQuestion(kenta, "haru", `質問${index}`);
  await site.services.database.executeSql(
    `update questions set asked_hour = asked_hour - pk % 5 * interval '1 hour'
     where receiver_pk = (select pk from users where account = 'haru')`,
  );
  const first = await readInbox(haru, "unread");
  expect(first.pager).toEqual({ current_page: 1, total_pages: 2, total_count: 23, limit: 20 });
  expect(first.items).toHaveLength(20);
  const second = await readInbox(haru, "unread", "2");
  const ids = [...first.items, ...second.items].map(({ uuid_hash }) => uuid_hash);
  expect(new Set(ids).size).toBe(23);
  const hours = [...first.items, ...second.items].map(({ asked_hour }) => asked_hour);
  expect(new Set(hours).size).toBe(5);
  expect(hours).toEqual([...hours].sort().reverse());
  const { data } = await haru.send(listReceivedItems, {});
  expect(data.items).toHaveLength(3);
  expect(data.pager).toEqual({ current_page: 1, total_pages: 8, total_count: 23, limit: 3 });
});

test.each(["3", "0", "-1", "999999999999", "18446744073709551616"])(
  "API-08 page %s of an inbox is empty and gets the status 200",
  async (page) => {
    const reply = await mei.send(listReceivedItems, { query: { page } });
    expect(reply.status).toBe(200);
    expect(reply.data.items).toEqual([]);
  },
);

test.each(["x", "", "1.5", "a".repeat(200)])("API-08 page %j is the first page", async (page) => {
  const reply = await yui.send(listReceivedItems, { query: { page } });
  expect(reply.data.pager.current_page).toBe(1);
  expect(reply.data.items).toHaveLength(3);
});
