import type { Page } from "@playwright/test";
import { submitRegistration } from "./account-forms.ts";
import {
  answerCommunity,
  askAndAnswer,
  askCommunity,
  findReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, switchTheme, test, waitUntilHydrated } from "./fixture.ts";
import { accountPages, filledPages, listSharedPages, visitorPages } from "./pages.ts";
import { createHandle } from "./people.ts";
import { findGradeRoom, joinRoom, makeOnce, postInRoom, registerPupil } from "./room-calls.ts";
import { postMessages, registerWriter, startTalk } from "./talk-calls.ts";
import { en } from "./texts.ts";
import { expectKnownTypes, sizesOf } from "./types-of-text.ts";
import { listViolations, preloadAxe } from "./violations.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };
// Both widths and both themes; other combinations find nothing more and take long.
const steps = [
  { viewport: phone, colorScheme: "light" },
  { viewport: desk, colorScheme: "dark" },
] as const;

// axe takes seconds for each page and width, and several times as long on a busy machine.
test.describe.configure({ timeout: 480_000 });
test.use({ reducedMotion: "reduce", tolerated: /Failed to load resource.*nowhere/ });

test.beforeEach(({ page }) => preloadAxe(page));

/**
 * Checks all rules of axe on a phone in the light theme, and on a desktop in the dark theme; on the phone also the sizes
 * of type. Begins with the viewport that the page has and ends with the other one, because a change takes long.
 */
async function expectAccessible(page: Page, name: string): Promise<void> {
  const isOnDesk = page.viewportSize()?.width === desk.width;
  for (const { viewport, colorScheme } of isOnDesk ? steps.toReversed() : steps) {
    await page.setViewportSize(viewport);
    await switchTheme(page, colorScheme);
    const place = `${name} ${viewport.width} ${colorScheme}`;
    if (viewport === phone) await expectKnownTypes(page, place, sizesOf.ja);
    expect.soft(await listViolations(page), place).toEqual([]);
  }
}

test("SHELL-01 FEEL-01 every page is accessible for a visitor, and uses seven sizes and three weights of type", async ({
  page,
  request,
}) => {
  await openPage(page, "/en/not_login_user");
  await expectAccessible(page, "visitor home, empty");
  const emptyAccount = await registerAccount(request);
  await page.goto(`/en/${emptyAccount}`);
  await expectAccessible(page, "profile, empty");
  const account = await registerAccount(request, "en", "Mina");
  const pairs = { "1?": "one", "2?": "two", "3?": "three", "4?": "four" };
  const [uuid] = await askAndAnswer(page.request, request, account, pairs);
  const asked = await askCommunity(request, "5?");
  await answerCommunity(request, asked, "five");
  const shared = listSharedPages(account, uuid ?? "", asked);
  const otherPaths = ["/me/friends", "/q/nowhere"];
  for (const path of [...visitorPages, ...shared, ...otherPaths]) {
    await page.goto(`/en${path}`);
    await waitUntilHydrated(page);
    await expectAccessible(page, path);
  }
});

test("SHELL-01 the question form, its warning, the invitation and both drawers are accessible", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await askAndAnswer(page.request, request, account, { "1?": "one" });
  await openPage(page, "/en/not_login_user");
  await page.getByRole("button", { name: en("outbox.ask_again") }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("And?");
  await expectAccessible(page, "question form");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "warning");
  await page.getByRole("button", { name: en("questions.discard"), exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await bar.getByRole("button", { name: en("shell.inbox") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "invitation");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await registerAccount(page.request);
  await openPage(page, "/en/me/notices");
  for (const key of ["shell.menu", "shell.accounts"]) {
    await page
      .getByRole("banner")
      .getByRole("button", { name: en(key) })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, key);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("SHELL-01 FEEL-05 the first pages of a new account are accessible, and the welcome letter is in the viewport", async ({
  page,
}) => {
  await openPage(page, "/en/acc/regist");
  await submitRegistration(page, "en", createHandle("new"));
  await page.waitForURL("**/en/me/setup");
  await expectAccessible(page, "/me/setup");
  await openPage(page, "/en/me/ready");
  const answer = page.getByRole("link", { name: en("inbox.welcome_answer") });
  await expect(answer).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "/me/ready");
});

test("SHELL-01 pages that show nothing yet are accessible", async ({ page }) => {
  await registerAccount(page.request, "en", "Mina");
  for (const path of filledPages) {
    await openPage(page, `/en${path}`);
    await expectAccessible(page, `${path}, empty`);
  }
});

test("SHELL-01 FEEL-01 every page is accessible for a signed-in account, and uses seven sizes and three weights of type", async ({
  page,
  request,
  openBrowser,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const other = await registerAccount(request);
  await askAndAnswer(page.request, request, other, { "Sent?": "Yes." });
  const [uuid] = await askAndAnswer(request, page.request, account, { "1?": "one" });
  await sendQuestions(request, account, "2?", "3?", "x".repeat(150), "5?");
  const moveQuestion = async (body: string, key: string) => {
    const row = page.getByRole("article").filter({ hasText: body });
    await row.getByRole("button", { name: en(key), exact: true }).click();
    await expect(row).toHaveCount(0);
  };
  await openPage(page, "/en/box");
  await moveQuestion("2?", "inbox.check");
  await moveQuestion("3?", "inbox.discard");
  const waiting = (await findReceived(page.request, "5?")).uuid_hash;
  await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "nasty" });
  await sendRequest(page.request, "POST", "/api/v2/me/blocks", { question_id: waiting });
  await sendQuestions((await openBrowser()).request, account, "Something nasty?");
  await openPage(page, "/en/box/held");
  await page.getByRole("button", { name: en("filters.uncover") }).click();
  await expectAccessible(page, "/box/held, uncovered");
  const asked = await askCommunity(page.request, "6?");
  await answerCommunity(page.request, asked, "six");
  const shared = listSharedPages(account, uuid ?? "", asked);
  for (const path of [...accountPages, ...shared, `/q/${waiting}`]) {
    await openPage(page, `/en${path}`);
    await expectAccessible(page, path);
  }
});

test("SHELL-01 TALK-09 ROOM-01 an open talk and an open room are accessible", async ({
  page,
  openBrowser,
}) => {
  const receiver = await openBrowser();
  const account = await registerWriter(receiver.request);
  await registerWriter(page.request);
  const uuid = await startTalk(page.request, account);
  await postMessages(page.request, uuid, "Hello", "Is https://example.com yours?");
  await postMessages(receiver.request, uuid, "Yes");
  await openPage(page, `/en/me/talks/${uuid}`);
  await expect(page.locator("[data-message]").getByText("Yes", { exact: true })).toBeVisible();
  await expectAccessible(page, "open talk");

  const pupil = await openBrowser();
  await registerPupil(pupil.request, 20);
  const room = await findGradeRoom(pupil.request);
  await joinRoom(pupil.request, room, makeOnce("みかん"));
  const text = makeOnce("はじめまして");
  await postInRoom(pupil.request, room.uuid, text);
  await openPage(pupil, `/ja/me/group_talks/${room.uuid}`);
  await expect(pupil.locator("[data-message]").getByText(text)).toBeVisible();
  await expectAccessible(pupil, "open room");
});
