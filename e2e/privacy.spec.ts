import type { Page } from "@playwright/test";
import { askAndAnswer, findReceived, registerAccount, sendRequest } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { translate } from "./texts.ts";

const privacyText = (key: string, values = {}) => translate("en", `privacy.${key}`, values);

/** Finds the number beside the name of one kind of held data. */
const findNumber = (page: Page, key: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(privacyText(key), { exact: true }) })
    .locator("dd")
    .first();

/** Finds the part that names the kinds of data of which nothing is held. */
const findEmptyNote = (page: Page) =>
  page
    .locator("div")
    .filter({
      has: page.getByRole("heading", { name: privacyText("group_none"), exact: true, level: 3 }),
    })
    .last();

test("SAFE-15 a visitor reads the held data, deletes it, and is unknown afterwards", async ({
  page,
  context,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const [uuid] = await askAndAnswer(page.request, request, account, { "Tea?": "Always." });
  await openPage(page, `/en/q/${uuid}`);
  await page.getByRole("button", { name: translate("en", "likes.like") }).click();
  await expect(page.getByRole("button", { name: translate("en", "likes.like") })).toBeEnabled();
  await openPage(page, "/en/not_login_user");
  await page
    .getByRole("main")
    .getByRole("link", { name: privacyText("visitor_link") })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(privacyText("title"));
  for (const key of ["sent", "sent_answered", "likes"]) {
    await expect(findNumber(page, key)).toHaveText("1");
  }
  await expect(findNumber(page, "sent_waiting")).toHaveCount(0);
  await expect(findEmptyNote(page)).toContainText(privacyText("sent_waiting"));
  await page.getByRole("link", { name: privacyText("forget_title") }).click();
  await expect(page.getByRole("region", { name: privacyText("forget_title") })).toBeInViewport();

  await page.getByRole("button", { name: privacyText("forget") }).click();
  const dialog = page.getByRole("alertdialog", { name: privacyText("forget_confirm_title") });
  await dialog.getByRole("button", { name: translate("en", "common.cancel") }).click();
  await expect(dialog).toHaveCount(0);
  expect(await context.cookies()).toHaveLength(2);
  await page.getByRole("button", { name: privacyText("forget") }).click();
  await dialog.getByRole("button", { name: privacyText("forget_confirm") }).click();
  await page.waitForURL("**/en/me/privacy?forgotten=1");
  await expect(page.getByText(privacyText("forgotten_text"))).toBeVisible();
  await expect(page.locator(":focus")).toContainText(privacyText("forgotten_text"));
  await expect(page.getByRole("heading", { name: privacyText("nobody_title") })).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);

  await openPage(page, "/en/not_login_user");
  await expect(page.getByText("Always.", { exact: true })).toHaveCount(0);
  const likes = await request.get(`/api/v1/user/${account}`);
  expect((await likes.json()).user.answer_likes_count).toBe(0);
});

test("SAFE-15 an account opens the page of its held data from the settings", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendRequest(request, "POST", "/api/v2/questions", { account, body: "Awake?" });
  const { uuid_hash } = await findReceived(page.request, "Awake?");
  await sendRequest(page.request, "POST", `/api/v2/questions/${uuid_hash}/answers`, {
    text: "Yes.",
  });
  await openPage(page, "/en/stg");
  await page.getByRole("link", { name: privacyText("settings_text") }).click();
  await page.waitForURL("**/en/me/privacy");
  await expect(findNumber(page, "answers")).toHaveText("1");
  await expect(findNumber(page, "profile")).toHaveText("2 details");
  await expect(findEmptyNote(page)).toContainText(privacyText("email"));
  await expect(findNumber(page, "blocks_by_others")).toHaveText(privacyText("not_told"));
  await expect(page.getByRole("button", { name: privacyText("forget") })).toHaveCount(0);
});

test("SAFE-15 the page of held data works without scripts and is never cached", async ({
  browser,
  request,
}) => {
  const account = await registerAccount(request);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/en/me/privacy");
  await expect(page.getByRole("heading", { name: privacyText("nobody_title") })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await sendRequest(context.request, "POST", "/api/v2/questions", { account, body: "Me?" });
  const response = await page.goto("/en/me/privacy");
  expect(response?.headers()["cache-control"]).toBe("private, no-store");
  await expect(findNumber(page, "sent")).toHaveText("1");
  await context.close();
});
