import type { Page } from "@playwright/test";
import { mlFilterRates } from "@toibako/contract/filters.ts";
import {
  findReceived,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, pressInDialog, test } from "./fixture.ts";
import { en, translate } from "./texts.ts";

const findSection = (page: Page, key: string) => page.getByRole("region", { name: en(key) });

test("BOX-18 BOX-19 BOX-21 SET-16 a question with an own word is held with its reason, and released to unread", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await openPage(page, "/en/stg#own-words");
  const words = findSection(page, "filters.own_title");
  await words.getByLabel(en("filters.own_label")).fill("Secret Town");
  await words.getByRole("button", { name: en("filters.own_add") }).click();
  await expect(words.getByRole("listitem")).toHaveText(["Secret Town"]);

  await openPage(page, "/en/box");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  await sendQuestions(request, account, "Do you live in s.e.c.r.e.t town?", "What did you eat?");
  // The link to the held question appears without a reload.
  await page.getByRole("link", { name: "1 held question" }).click();
  const held = page.getByRole("article");
  const reason = en("filters.because_own", { word: "Secret Town" });
  await expect(held.getByRole("heading")).toHaveText(reason);
  await expect(page.getByText("Do you live in")).toHaveCount(0);
  await held.getByRole("button", { name: en("filters.uncover") }).click();
  await expect(held.getByRole("heading")).toHaveText("Do you live in s.e.c.r.e.t town?");
  await held.getByRole("button", { name: en("filters.release") }).click();
  await expect(page.getByText(en("filters.held_empty_title"))).toBeVisible();
  await page.getByRole("button", { name: en("filters.see_inbox") }).click();

  const bodies = page.getByRole("article").getByRole("heading");
  await expect(bodies).toHaveCount(2);
  await expect(bodies.filter({ hasText: "Do you live in" })).toBeVisible();
  await expect(page.getByRole("link", { name: /held question/ })).toHaveCount(0);
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await expect(bar.getByRole("link", { name: en("shell.inbox") })).toContainText("2");
});

test("BOX-18 BOX-19 a held question is deleted after a confirmation and doesn't reach the inbox", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "secret" });
  await sendQuestions(request, account, "A secret?");
  await openPage(page, "/en/box/held");
  const remove = page.getByRole("article").getByRole("button", { name: en("filters.delete") });
  await remove.click();
  await pressInDialog(page, "common.cancel");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await remove.click();
  await pressInDialog(page, "filters.delete");
  await expect(page.getByText(en("filters.held_empty_title"))).toBeVisible();
  await expect(page.getByRole("region", { name: en("filters.held_title") })).toBeFocused();
  await openPage(page, "/en/box");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
});

test("BOX-11 BOX-19 a held question is reported with a block, which also removes its sender's other questions", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "secret" });
  await sendQuestions(request, account, "A secret?", "Another secret?", "How are you?");
  await openPage(page, "/en/box/held");
  const held = page.getByRole("article");
  await expect(held).toHaveCount(2);
  const report = page.getByRole("button", { name: en("moderation.report_or_block") });
  await report.first().click();
  await pressInDialog(page, "moderation.report_one");
  await pressInDialog(page, "moderation.block_and_report");
  await expect(page.getByText("Blocked, and 3 questions reported")).toBeVisible();
  await expect(page.getByText(en("filters.held_empty_title"))).toBeVisible();
  await expect(page.getByRole("region", { name: en("filters.held_title") })).toBeFocused();
  await sendQuestions(request, account, "Still there?");
  await openPage(page, "/en/box");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  await expect(page.getByRole("link", { name: /held question/ })).toHaveCount(0);
});

test("BOX-15 BOX-16 SET-16 after a block is removed in the settings, the next question arrives", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Nasty?");
  const { uuid_hash } = await findReceived(page.request, "Nasty?");
  await sendRequest(page.request, "POST", "/api/v2/me/blocks", { question_id: uuid_hash });
  await sendQuestions(request, account, "While blocked?");

  await openPage(page, "/en/stg#blocks");
  const blocks = findSection(page, "moderation.blocks_title");
  await expect(blocks.getByRole("listitem")).toHaveCount(1);
  await expect(blocks).toContainText(en("moderation.anonymous_sender"));
  await expect(page.getByText("Nasty?")).toHaveCount(0);
  await blocks.getByRole("button", { name: en("moderation.show_beginning") }).click();
  await expect(blocks.getByText("Nasty?")).toBeVisible();
  await blocks.getByRole("button", { name: "Unblock" }).click();
  await pressInDialog(page, "moderation.unblock");
  await expect(page.getByText(en("moderation.blocks_empty_title"))).toBeVisible();
  await expect(blocks.locator("div[tabindex]")).toBeFocused();

  await sendQuestions(request, account, "Friends again?");
  await openPage(page, "/en/box");
  const bodies = page.getByRole("article").getByRole("heading");
  await expect(bodies).toHaveCount(2);
  await expect(bodies.filter({ hasText: "Friends again?" })).toBeVisible();
  await expect(bodies.filter({ hasText: "While blocked?" })).toHaveCount(0);
});

test("BOX-17 SET-04 the level of the filter decides which questions are held, and the settings show its error rates", async ({
  page,
  request,
}) => {
  const ja = (key: string, values = {}) => translate("ja", key, values);
  const account = await registerAccount(page.request, "ja");
  const filter = page.getByRole("region", { name: ja("filters.filter_title") });
  const chooseLevel = async (level: string) => {
    await openPage(page, "/ja/stg#filters");
    await filter.getByRole("radio", { name: ja(`filters.ml_${level}`), exact: true }).check();
    await expect(filter.getByText(ja("settings.saved"))).toBeVisible();
  };
  await openPage(page, "/ja/stg#filters");
  await expect(
    filter.getByRole("radio", { name: ja("filters.ml_medium"), exact: true }),
  ).toBeChecked();
  const { caught, mistaken } = mlFilterRates.high;
  const figures = { caught: String(caught), mistaken: String(mistaken) };
  await expect(filter).toContainText(ja("filters.ml_figures", figures));

  const nasty = "ほんと気持ち悪いから二度と顔出すな";
  await chooseLevel("none");
  await sendQuestions(request, account, nasty);
  await chooseLevel("high");
  await sendQuestions(request, account, `${nasty}よ`);
  expect((await listReceived(page.request)).map(({ body }) => body)).toEqual([nasty]);
  await openPage(page, "/ja/box/held");
  await expect(page.getByRole("article")).toContainText(ja("filters.because_insult"));
});

test("BOX-17 SET-04 in languages other than Japanese, a switch of the settings turns the word lists off", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await openPage(page, "/en/stg#filters");
  const filter = findSection(page, "filters.filter_title");
  const lists = filter.getByRole("switch", { name: en("filters.ng_label") });
  await expect(lists).toBeChecked();
  await sendQuestions(request, account, "you worthless bitch");
  await lists.uncheck();
  await expect(filter.getByText(en("settings.saved"))).toBeVisible();
  await sendQuestions(request, account, "you worthless bitch, still");
  const bodies = (await listReceived(page.request)).map(({ body }) => body);
  expect(bodies).toEqual(["you worthless bitch, still"]);
});

test.describe("a question that was decided in another tab", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("BOX-18 releasing a held question that another tab has deleted shows an error and updates the list", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "secret" });
    await sendQuestions(request, account, "A secret?");
    // Without an event stream, the tab doesn't learn of the deletion.
    await page.route("**/api/v2/me/events*", (route) => route.abort());
    await openPage(page, "/en/box/held");
    const held = (await (await page.request.get("/api/v2/me/held_questions")).json()).questions;
    const path = `/api/v2/me/held_questions/${held[0].uuid_hash}`;
    expect((await sendRequest(page.request, "DELETE", path)).status()).toBe(204);
    await page.getByRole("button", { name: en("filters.release") }).click();
    await expect(page.locator('[data-type="error"]')).toBeVisible();
    await expect(page.getByText(en("filters.held_empty_title"))).toBeVisible();
  });
});

test("BOX-19 SHELL-22 the held questions have one way back, also as the first page of a tab", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "Secret Town" });
  await sendQuestions(request, account, "Do you live in Secret Town?");
  await page.setViewportSize({ width: 390, height: 664 });
  await openPage(page, "/en/box");
  await page.getByRole("link", { name: "1 held question" }).click();
  await expect(page.getByRole("article")).toBeVisible();
  const title = en("inbox.tab_unread");
  const back = page
    .getByRole("banner")
    .getByRole("button", { name: en("shell.back_to", { title }) });
  await expect(back).toBeVisible();

  const first = await page.context().newPage();
  for (const width of [390, 1280]) {
    await first.setViewportSize({ width, height: 664 });
    await openPage(first, "/en/box/held");
    const toInbox = first.getByRole("link", {
      name: en("shell.back_to", { title: en("shell.inbox") }),
    });
    await expect(toInbox).toHaveCount(1);
    await toInbox.click();
    await first.waitForURL("**/en/box");
    await expect(toInbox).toHaveCount(0);
  }
});
