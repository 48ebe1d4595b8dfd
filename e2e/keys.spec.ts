import { askAndAnswer, askCommunity, registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { communityInCalls } from "./pages.ts";
import { en } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

test("FEEL-06 keys move between the answers of a profile, like one, show more and open one", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const pairs = { "1?": "one", "2?": "two", "3?": "three", "4?": "four" };
  await askAndAnswer(page.request, request, account, pairs);
  await registerAccount(page.request);
  await openPage(page, `/en/${account}`);
  const { keyboard } = page;
  const card = (question: string) => page.getByRole("article", { name: question, exact: true });

  await keyboard.press("j");
  await expect(card("4?")).toBeFocused();
  await keyboard.press("k");
  await expect(card("4?")).toBeFocused();
  await keyboard.press("j");
  await expect(card("3?")).toBeFocused();
  await expect(card("3?")).toBeInViewport();
  const outline = await card("3?").evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline).toBe("solid");

  const like = card("3?").getByRole("button", { name: en("likes.like") });
  await keyboard.press("Control+l");
  await keyboard.press("Shift+L");
  await keyboard.press("l");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toHaveText(`1${en("likes.like")}`);
  await expect(card("3?")).toBeFocused();

  await keyboard.press("j");
  await keyboard.press("j");
  await expect(page.getByRole("link", { name: en("common.more"), exact: true })).toBeFocused();
  await keyboard.press("Enter");
  const added = page.getByRole("article").filter({ hasText: "1?" });
  await expect(added.locator(":focus")).toHaveCount(1);
  await keyboard.press("k");
  await expect(card("2?")).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "2?", level: 1 })).toBeVisible();
});

test("FEEL-06 after going back, a key begins at the card at the top of the screen and not at a rest of the one above", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const pairs = { "1?": "one", "2?": "two", "3?": "three", "4?": "four" };
  await askAndAnswer(page.request, request, account, pairs);
  await page.setViewportSize({ width: 390, height: 664 });
  await openPage(page, `/en/${account}`);
  // Leaves 40 pixels of the first card below the header.
  await page
    .locator("article")
    .first()
    .evaluate((element) => {
      const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
      scrollTo(0, scrollY + element.getBoundingClientRect().bottom - top - 40);
    });
  await page.locator("article").nth(1).locator("[data-key~=enter]").first().press("Enter");
  await expect(page.getByRole("heading", { name: "3?", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "3?", level: 1 })).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.keyboard.press("j");
  await expect(page.locator("article:focus")).toContainText("3?");
});

test("ANS-02 a key opens the answer to the focused question, and keys are letters in its field", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Tea?", "Cake?");
  await openPage(page, "/en/box");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  // Both were asked in the same hour, so their order is that of their ids.
  await expect(page.getByRole("article").nth(1)).toBeFocused();
  await page.keyboard.press("a");
  const field = page.getByRole("textbox", { name: en("answers.label") });
  await expect(field).toBeFocused();
  await page.keyboard.type("jkla?");
  await expect(field).toHaveValue("jkla?");
  await expect(field).toBeFocused();
});

test("ANS-02 a key that is held until the answer form is open writes nothing into its field", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Tea?");
  await openPage(page, "/en/box");
  await page.keyboard.press("j");
  await expect(page.getByRole("article")).toBeFocused();
  await page.keyboard.down("Enter");
  const field = page.getByRole("textbox", { name: en("answers.label") });
  await expect(field).toBeFocused();
  // Further events of a key that is down are repetitions.
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(field).toHaveValue("");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("\n");
});

test("FEEL-08 keys put the next and the previous letter of the home's pile on top", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Tea?", "Cake?");
  await openPage(page, "/en/me/home");
  // The other letters of the pile are inert.
  const letter = page.locator("[data-depth='0'] article");
  const [first = "", second = ""] = await page.locator("[data-depth] h2").allTextContents();
  await page.keyboard.press("j");
  await expect(letter).toBeFocused();
  await expect(letter).toHaveAccessibleName(first);
  await page.keyboard.press("j");
  await expect(letter).toBeFocused();
  await expect(letter).toHaveAccessibleName(second);
  await page.keyboard.press("k");
  await expect(letter).toBeFocused();
  await expect(letter).toHaveAccessibleName(first);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: en("answers.label") })).toBeFocused();
});

test("COMM-20 a key opens the answer to a community's question, and in its dialog keys do nothing", async ({
  page,
  request,
}) => {
  await registerAccount(request);
  await askCommunity(request, "Which bread?");
  await registerAccount(page.request);
  const [, category, community] = communityInCalls.split("/");
  await openPage(page, `/en/communities/${community}/categories/${category}/items`);
  await page.keyboard.press("j");
  const card = page.getByRole("article").first();
  await expect(card).toBeFocused();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: en("communities.answer_title") });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: en("questions.close") }).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(dialog.getByRole("button", { name: en("questions.close") })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("j");
  await expect(page.locator("[data-list-card]:focus")).toHaveCount(1);
});

test("SHELL-21 a key lists the keys, and the list turns them off and on in this browser", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await askAndAnswer(page.request, request, account, { "1?": "one" });
  await openPage(page, `/en/${account}`);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: en("modals.keys_title") });
  const toggle = dialog.getByRole("switch", { name: en("modals.keys_on") });
  await expect(toggle).toBeChecked();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoViolationsInThemes(page, `keys ${width}`, "[role=dialog]");
    await expectToFitWidth(page, `keys ${width}`);
  }
  await toggle.focus();
  await page.keyboard.press("Space");
  await expect(toggle).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await reloadPage(page);
  // The code is loaded before the keys that must do nothing.
  const loaded = page.waitForResponse(/press-list-key/);
  await page.keyboard.press("j");
  await loaded;
  await page.keyboard.press("?");
  await page.keyboard.press("j");
  await page.getByRole("button", { name: en("shell.menu"), exact: true }).click();
  await page.getByRole("button", { name: en("modals.keys_title") }).click();
  await expect(page.locator("article[aria-labelledby]")).toHaveCount(0);
  await expect(toggle).not.toBeChecked();
  await toggle.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("j");
  await expect(page.getByRole("article", { name: "1?" })).toBeFocused();
});

test("FEEL-13 from 768 px the rail has a button to ask, which invites visitors", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await openPage(page, "/en/communities");
  const rail = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await rail.getByRole("button", { name: en("shell.ask"), exact: true }).click();
  const invitation = page.getByRole("dialog", { name: en("accounts.invite_title") });
  await expect(invitation).toBeVisible();

  await registerAccount(page.request);
  await openPage(page, "/en/me/home");
  await rail.getByRole("link", { name: en("shell.ask"), exact: true }).click();
  await expect(page).toHaveURL(/\/en\/me\/friends\?tab=recommend$/);
  await expect(page.getByRole("searchbox", { name: en("friends.search") })).toBeVisible();
});
