import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import {
  answerQuestion,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, reloadPage, test, waitForAnimations } from "./fixture.ts";
import { translate } from "./texts.ts";

const en = (key: string, values = {}) => translate("en", key, values);

test.use({ reducedMotion: "reduce" });

const locateWaitingList = (page: Page) =>
  page.getByRole("region", { name: en("outbox.waiting_title") });
const locateRows = (page: Page) => locateWaitingList(page).getByRole("listitem");
const locateDialog = (page: Page) =>
  page.getByRole("alertdialog", { name: en("outbox.withdraw_title") });

/** Expects the focus on the part or on an element in it. */
async function expectFocusWithin(part: Locator) {
  const has = (element: Element) => element.contains(document.activeElement);
  await expect.poll(() => part.evaluate(has)).toBe(true);
}

async function withdrawQuestion(page: Page, body: string) {
  const row = locateRows(page).filter({ hasText: body });
  await row.getByRole("button", { name: en("outbox.withdraw") }).click();
  await locateDialog(page)
    .getByRole("button", { name: en("outbox.withdraw") })
    .click();
}

test("SAFE-14 a visitor finds a question just sent and withdraws it, and it leaves the receiver's inbox", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("Sent too early?");
  await page.getByRole("button", { name: en("questions.send") }).click();
  await page.waitForURL("**/en/not_login_user?sent=*");
  await page.getByRole("main").getByText("this device's home").click();
  const row = locateRows(page);
  await expect(row).toContainText("Sent too early?");
  await expect(row.getByRole("link", { name: "Mina" })).toHaveAttribute("href", `/en/${account}`);
  await expect(row.getByRole("time")).not.toBeEmpty();
  expect(await listReceived(request)).toHaveLength(1);

  await row.getByRole("button", { name: en("outbox.withdraw") }).click();
  await expect(locateDialog(page).getByRole("blockquote")).toHaveText("Sent too early?");
  await expect(locateDialog(page)).toHaveAccessibleDescription(/Mina isn't told/);
  await locateDialog(page)
    .getByRole("button", { name: en("outbox.withdraw_keep") })
    .click();
  await expect(locateDialog(page)).toBeHidden();
  await expect(row.getByRole("button", { name: en("outbox.withdraw") })).toBeFocused();
  expect(await listReceived(request)).toHaveLength(1);

  await withdrawQuestion(page, "Sent too early?");
  await expect(page.getByText(en("outbox.withdrawn"), { exact: true })).toBeVisible();
  await expect(locateRows(page)).toHaveCount(0);
  await expect(locateWaitingList(page)).toContainText(en("outbox.waiting_none"));
  await expect(locateWaitingList(page)).toBeFocused();
  expect(await listReceived(request)).toEqual([]);
  const notices = await (await request.get("/api/v2/me/notices")).text();
  expect(notices).not.toContain("Sent too early?");
  await reloadPage(page);
  await expect(locateWaitingList(page)).toHaveCount(0);
});

test("SAFE-14 after a withdrawal by keyboard on one's own home, the focus moves to the next question", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  await sendQuestions(page.request, account, "One?", "Two?");
  await openPage(page, "/en/me/home?tab=send");
  await expect(locateRows(page)).toHaveText([/Two\?/, /One\?/]);
  const first = locateRows(page).first();
  const gone = "Two?";
  await first.getByRole("button", { name: en("outbox.withdraw") }).focus();
  await page.keyboard.press("Enter");
  await locateDialog(page)
    .getByRole("button", { name: en("outbox.withdraw") })
    .focus();
  await page.keyboard.press("Enter");
  await expect(locateRows(page)).toHaveCount(1);
  await expect(locateRows(page)).not.toContainText(gone);
  await expectFocusWithin(locateRows(page).first());
  expect((await listReceived(request)).map(({ body }) => body)).not.toContain(gone);
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
    shown.push(await locateRows(page).first().innerHTML());
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

test("SAFE-14 the list grows from two rows to ten, and then to all rows", async ({
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
  const more = locateWaitingList(page).getByRole("button", { name: en("common.more") });
  await expect(locateRows(page)).toHaveCount(2);
  await more.click();
  await expect(locateRows(page)).toHaveCount(10);
  await expect(locateRows(page).nth(2)).toBeFocused();
  await more.click();
  await expect(locateRows(page)).toHaveCount(12);
  await expect(locateRows(page).nth(10)).toBeFocused();
  await expect(more).toHaveCount(0);
  await withdrawQuestion(page, "Number 11?");
  await expect(locateRows(page)).toHaveCount(11);
});

test.describe("a withdrawal that fails", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SAFE-14 a question that was answered meanwhile shows a message and the answer", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await sendQuestions(page.request, account, "Tea?");
    await openPage(page, "/en/not_login_user");
    await expect(locateRows(page)).toHaveCount(1);
    const uuid = await answerQuestion(request, "Tea?", "Always.");
    await withdrawQuestion(page, "Tea?");
    await expect(locateWaitingList(page)).toContainText(
      en("outbox.answered_meanwhile", { name: "Mina" }),
    );
    await expectFocusWithin(locateWaitingList(page).locator("[data-answered]"));
    await expect(locateRows(page)).toHaveCount(0);
    await expect(page.getByRole("article").first()).toContainText("Always.");
    await locateWaitingList(page)
      .getByRole("link", { name: en("outbox.check_answer") })
      .click();
    await page.waitForURL(`**/en/q/${uuid}`);
    await expect(page.getByText("Always.").first()).toBeVisible();
  });

  test("SAFE-14 a failure shows an error, and the dialog stays open for a retry", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await sendQuestions(page.request, account, "Tea?");
    await openPage(page, "/en/not_login_user");
    await page.route("**/api/v2/me/send_items/*", (route) => route.abort());
    await withdrawQuestion(page, "Tea?");
    await expect(locateDialog(page).getByRole("alert")).toHaveText(en("outbox.withdraw_failed"));
    await page.unroute("**/api/v2/me/send_items/*");
    await locateDialog(page)
      .getByRole("button", { name: en("outbox.withdraw") })
      .click();
    await expect(locateDialog(page)).toBeHidden();
    await expect(page.locator('[data-type="error"]')).toHaveCount(0);
    await expect(locateRows(page)).toHaveCount(0);
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
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await waitForAnimations(page);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect.soft(violations, `${locale} ${colorScheme}`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, locale).toBeLessThanOrEqual(0);
  }
});
