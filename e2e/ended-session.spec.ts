import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { submitSignIn } from "./account-forms.ts";
import { listReceived, registerAccount, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

// The browser logs the calls that were refused without a session.
test.use({ reducedMotion: "reduce", tolerated: /Failed to load resource.*401|status of 403/ });

const findDialog = (page: Page, locale: Locale) =>
  page.getByRole("dialog", { name: translate(locale, "accounts.ended_title") });

/** Signs in on another browser, and ends all other sessions of the account there. */
async function endSessionElsewhere(other: Page, locale: Locale, account: string) {
  await openPage(other, `/${locale}/acc/login`);
  await submitSignIn(other, locale, account);
  await other.waitForURL(/me\/home/);
  await sendSuccessfully(other.request, "DELETE", "/api/v2/me/sessions");
}

/** Signs in again in the tab that the dialog opens; returns the tab. */
async function signInAgain(page: Page, locale: Locale, account: string): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await findDialog(page, locale)
    .getByRole("link", { name: translate(locale, "accounts.stale_log_in", { account }) })
    .click();
  const tab = await opened;
  await expect(tab.locator("html")).toHaveAttribute("data-hydrated");
  await submitSignIn(tab, locale, account);
  return tab;
}

for (const [locale, width] of [
  ["en", 390],
  ["dt", 1280],
] as const) {
  test(`AUTH-22 AUTH-28 ${locale} at ${width} px a page says at once that its session was ended on another browser, keeps the typed text, and can save it after signing in again`, async ({
    page,
    openBrowser,
  }) => {
    const t = (key: string) => translate(locale, key);
    await page.setViewportSize({ width, height: 844 });
    const account = await registerAccount(page.request, locale, "Mina");
    await openPage(page, `/${locale}/stg#profile`);
    const name = page.getByLabel(t("settings.displaying_name"));
    await name.fill("Mina, who types");
    await endSessionElsewhere(await openBrowser(), locale, account);
    await expect(findDialog(page, locale)).toContainText(`@${account}`);
    await expectToFitWidth(page, "the dialog");
    await expectNoViolationsInThemes(page, "the dialog");

    const tab = await signInAgain(page, locale, account);
    await expect(tab).toHaveURL(`/${locale}/stg#profile`);
    await expect(findDialog(page, locale)).toBeHidden();
    await expect(name).toHaveValue("Mina, who types");
    const profile = page.getByRole("region", { name: t("settings.profile_title") });
    await profile.getByRole("button", { name: t("settings.save"), exact: true }).click();
    await expect(profile).toContainText(t("settings.saved"));
  });
}

test("AUTH-22 AUTH-28 a question typed in an ended session is not sent as a visitor's, and is sent after signing in", async ({
  page,
  request,
  openBrowser,
}) => {
  const receiver = await registerAccount(request, "en");
  const account = await registerAccount(page.request, "en");
  await openPage(page, `/en/${receiver}`);
  // By CSS, because an open dialog hides the page from locators by role.
  const text = page.locator("main textarea").first();
  await text.fill("Tea or coffee?");
  await endSessionElsewhere(await openBrowser(), "en", account);
  const dialog = findDialog(page, "en");
  await dialog.getByRole("button", { name: translate("en", "common.close") }).click();
  await expect(dialog).toBeHidden();

  // The dialog opens again for the refused question.
  await page
    .getByRole("main")
    .getByRole("button", { name: translate("en", "questions.send"), exact: true })
    .click();
  await expect(dialog).toBeVisible();
  await expect(text).toHaveValue("Tea or coffee?");
  expect(await listReceived(request)).toEqual([]);
  const tab = await signInAgain(page, "en", account);
  await expect(tab).toHaveURL(`/en/${receiver}`);
  await expect(page).toHaveURL(/sent=/);
  expect((await listReceived(request)).map(({ body }) => body)).toEqual(["Tea or coffee?"]);
});

test.describe("while the list of accounts can't be fetched", () => {
  test.use({ tolerated: /Failed to load resource.*(401|ERR_FAILED)/ });

  test("AUTH-28 a stale tab that can't fetch the list of accounts says so, and fetches it again on request", async ({
    page,
    openBrowser,
  }) => {
    const t = (key: string, values = {}) => translate("en", key, values);
    const account = await registerAccount(page.request, "en", "Mina");
    await openPage(page, "/en/stg#profile");
    await page.context().route("**/api/v2/me/accounts", (route) => route.abort());
    await endSessionElsewhere(await openBrowser(), "en", account);
    const dialog = page.getByRole("dialog", { name: t("accounts.stale_unknown_title") });
    await expect(dialog).toContainText(t("accounts.stale_unknown_text", { account }));
    await page.context().unroute("**/api/v2/me/accounts");
    await dialog.getByRole("button", { name: t("common.retry") }).click();
    await expect(findDialog(page, "en")).toContainText(`@${account}`);
  });
});

test("AUTH-22 the settings list the sessions with browser and last use, and end another one at once", async ({
  page,
  openBrowser,
}) => {
  const t = (key: string, values = {}) => translate("en", key, values);
  const account = await registerAccount(page.request, "en", "Mina");
  const other = await openBrowser();
  await openPage(other, "/en/acc/login");
  await submitSignIn(other, "en", account);
  await other.waitForURL(/me\/home/);

  await openPage(page, "/en/stg#sessions");
  const sessions = page.getByRole("region", { name: t("accounts.sessions_title") });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions).toContainText(t("accounts.session_current"));
  await sessions.getByRole("button", { name: /Chrome/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("accounts.session_end"), exact: true })
    .click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect((await other.request.get("/api/v2/users/me")).status()).toBe(202);
});
