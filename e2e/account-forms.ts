import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { completeOnboarding, deleteWelcomeLetter } from "./calls.ts";
import { openPage } from "./fixture.ts";
import { password } from "./people.ts";
import { translate } from "./texts.ts";

/** Registers an account by the form, completes its onboarding and empties its inbox. */
export async function registerByForm(page: Page, locale: Locale, account: string): Promise<void> {
  await openPage(page, `/${locale}/acc/regist`);
  await submitRegistration(page, locale, account);
  await page.waitForURL(`**/${locale}/me/setup`);
  await completeOnboarding(page.request);
  await openPage(page, `/${locale}/me/ready`);
  await deleteWelcomeLetter(page.request);
}

/** Ends the identity confirmation of this browser, as if it were more than ten minutes old. */
export async function expireIdentityConfirmation(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "__Host-confirmed" });
}

/** Fills in and submits the registration form of the open page. */
export async function submitRegistration(
  page: Page,
  locale: Locale,
  account: string,
): Promise<void> {
  await fillIn(page, locale, account, password);
  await page.getByRole("button", { name: translate(locale, "accounts.regist_button") }).click();
}

/** Fills in and submits the sign-in form of the open page. */
export async function submitSignIn(
  page: Page,
  locale: Locale,
  account: string,
  typedPassword = password,
): Promise<void> {
  await fillIn(page, locale, account, typedPassword);
  await page
    .getByRole("button", { name: translate(locale, "accounts.login_button"), exact: true })
    .click();
}

async function fillIn(page: Page, locale: Locale, account: string, typedPassword: string) {
  const t = (key: string) => translate(locale, key);
  await page.getByLabel(t("accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(t("accounts.password"), { exact: true }).fill(typedPassword);
}
