import type { Locator, Page } from "@playwright/test";
import {
  answerQuestion,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

test.use({ reducedMotion: "reduce" });

const findWaitingList = (page: Page) =>
  page.getByRole("region", { name: en("outbox.waiting_title") });
const findRows = (page: Page) => findWaitingList(page).getByRole("listitem");
const findDialog = (page: Page) =>
  page.getByRole("alertdialog", { name: en("outbox.withdraw_title") });

/** Expects that the part itself or an element in it has the focus. */
async function expectFocusWithin(part: Locator) {
  const containsFocus = (element: Element) => element.contains(document.activeElement);
  await expect.poll(() => part.evaluate(containsFocus)).toBe(true);
}

async function withdrawQuestion(page: Page, body: string) {
  const row = findRows(page).filter({ hasText: body });
  await row.getByRole("button", { name: en("outbox.withdraw") }).click();
  await findDialog(page)
    .getByRole("button", { name: en("outbox.withdraw") })
    .click();
}

test("SAFE-14 a visitor withdraws a question that was just sent, and it leaves the receiver's inbox", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("Sent too early?");
  await page.getByRole("button", { name: en("questions.send") }).click();
  await page.waitForURL("**/en/not_login_user?sent=*");
  await page.getByRole("main").getByText("this device's home").click();
  const row = findRows(page);
  await expect(row).toContainText("Sent too early?");
  await expect(row.getByRole("link", { name: "Mina" })).toHaveAttribute("href", `/en/${account}`);
  await expect(row.getByRole("time")).not.toBeEmpty();
  expect(await listReceived(request)).toHaveLength(1);

  await row.getByRole("button", { name: en("outbox.withdraw") }).click();
  await expect(findDialog(page).getByRole("blockquote")).toHaveText("Sent too early?");
  await expect(findDialog(page)).toHaveAccessibleDescription(/Mina isn't told/);
  await findDialog(page)
    .getByRole("button", { name: en("outbox.withdraw_keep") })
    .click();
  await expect(findDialog(page)).toBeHidden();
  await expect(row.getByRole("button", { name: en("outbox.withdraw") })).toBeFocused();
  expect(await listReceived(request)).toHaveLength(1);

  await withdrawQuestion(page, "Sent too early?");
  await expect(page.getByText(en("outbox.withdrawn"), { exact: true })).toBeVisible();
  await expect(findRows(page)).toHaveCount(0);
  await expect(findWaitingList(page)).toContainText(en("outbox.waiting_none"));
  await expect(findWaitingList(page)).toBeFocused();
  expect(await listReceived(request)).toEqual([]);
  const notices = await (await request.get("/api/v2/me/notices")).text();
  expect(notices).not.toContain("Sent too early?");
  await reloadPage(page);
  await expect(findWaitingList(page)).toHaveCount(0);
});

test("SAFE-14 after an account withdraws a question on its home with the keyboard, the next question has the focus", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  await sendQuestions(page.request, account, "One?", "Two?");
  await openPage(page, "/en/me/home?tab=send");
  await expect(findRows(page)).toHaveText([/Two\?/, /One\?/]);
  const first = findRows(page).first();
  const withdrawn = "Two?";
  await first.getByRole("button", { name: en("outbox.withdraw") }).focus();
  await page.keyboard.press("Enter");
  await findDialog(page)
    .getByRole("button", { name: en("outbox.withdraw") })
    .focus();
  await page.keyboard.press("Enter");
  await expect(findRows(page)).toHaveCount(1);
  await expect(findRows(page)).not.toContainText(withdrawn);
  await expectFocusWithin(findRows(page).first());
  expect((await listReceived(request)).map(({ body }) => body)).not.toContain(withdrawn);
});

test("SAFE-14 a waiting question looks the same whether it is in the inbox, in the bin or deleted there", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  const shown: string[] = [];
  await sendQuestions(page.request, account, "Where is it?");
  const recordFirstRow = async () => {
    await openPage(page, "/en/me/home?tab=send");
    shown.push(await findRows(page).first().innerHTML());
  };
  await recordFirstRow();
  const [item] = await listReceived(request);
  await sendRequest(request, "PUT", `/api/v2/questions/${item?.uuid_hash}`, { status: "hidden" });
  await recordFirstRow();
  const deleted = await sendRequest(request, "DELETE", `/api/v2/me/bin/${item?.uuid_hash}`);
  expect(deleted.status()).toBe(204);
  await recordFirstRow();
  expect(new Set(shown).size).toBe(1);
  await withdrawQuestion(page, "Where is it?");
  await expect(page.getByText(en("outbox.withdrawn"), { exact: true })).toBeVisible();
});

test("SAFE-14 the list of waiting questions grows from two rows to ten, and then to all rows", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  await sendQuestions(
    page.request,
    account,
    ...Array.from({ length: 12 }, (_, index) => `Number ${index}?`),
  );
  await openPage(page, "/en/me/home?tab=send");
  const more = findWaitingList(page).getByRole("button", { name: en("common.more") });
  await expect(findRows(page)).toHaveCount(2);
  await more.click();
  await expect(findRows(page)).toHaveCount(10);
  await expect(findRows(page).nth(2)).toBeFocused();
  await more.click();
  await expect(findRows(page)).toHaveCount(12);
  await expect(findRows(page).nth(10)).toBeFocused();
  await expect(more).toHaveCount(0);
  await withdrawQuestion(page, "Number 11?");
  await expect(findRows(page)).toHaveCount(11);
});

test.describe("a withdrawal that fails", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SAFE-14 withdrawing a question that was answered meanwhile shows a message and the answer", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await sendQuestions(page.request, account, "Tea?");
    await openPage(page, "/en/not_login_user");
    await expect(findRows(page)).toHaveCount(1);
    const uuid = await answerQuestion(request, "Tea?", "Always.");
    await withdrawQuestion(page, "Tea?");
    await expect(findWaitingList(page)).toContainText(
      en("outbox.answered_meanwhile", { name: "Mina" }),
    );
    await expectFocusWithin(findWaitingList(page).locator("[data-answered]"));
    await expect(findRows(page)).toHaveCount(0);
    await expect(page.getByRole("article").first()).toContainText("Always.");
    await findWaitingList(page)
      .getByRole("link", { name: en("outbox.check_answer") })
      .click();
    await page.waitForURL(`**/en/q/${uuid}`);
    await expect(page.getByText("Always.").first()).toBeVisible();
  });

  test("SAFE-14 a failed withdrawal shows an error, and the dialog stays open for another attempt", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await sendQuestions(page.request, account, "Tea?");
    await openPage(page, "/en/not_login_user");
    await page.route("**/api/v2/me/send_items/*", (route) => route.abort());
    await withdrawQuestion(page, "Tea?");
    await expect(findDialog(page).getByRole("alert")).toHaveText(en("outbox.withdraw_failed"));
    await page.unroute("**/api/v2/me/send_items/*");
    await findDialog(page)
      .getByRole("button", { name: en("outbox.withdraw") })
      .click();
    await expect(findDialog(page)).toBeHidden();
    await expect(page.locator('[data-type="error"]')).toHaveCount(0);
    await expect(findRows(page)).toHaveCount(0);
    expect(await listReceived(request)).toEqual([]);
  });
});

test("SAFE-14 SHELL-24 the waiting questions are accessible, and fit a narrow phone in languages with long words", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Dampfschifffahrtskapitänin");
  const long = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz?";
  await sendQuestions(page.request, account, long);
  const options = ["The sea", "Rindfleischetikettierungsüberwachungs"];
  const other = { account, body: "Where to?", type: "choose", options };
  await sendRequest(page.request, "POST", "/api/v2/questions", other);
  for (const [locale, width] of [
    ["dt", 320],
    ["th", 360],
    ["ja", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, `/${locale}/not_login_user`);
    const part = page.getByRole("region", { name: translate(locale, "outbox.waiting_title") });
    await expect(part.getByRole("list").first()).toBeVisible();
    await expectNoViolationsInThemes(page, locale);
    await expectToFitWidth(page, locale);
  }
});
