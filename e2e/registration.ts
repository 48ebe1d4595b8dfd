import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { completeOnboarding, deleteWelcomeLetter } from "./calls.ts";
import { openPage } from "./fixture.ts";
import { password } from "./people.ts";
import { translate } from "./texts.ts";

/** Registers an account by the form, completes its onboarding and empties its inbox. */
export async function registerByForm(page: Page, locale: Locale, account: string): Promise<void> {
  await openPage(page, `/${locale}/acc/regist`);
  await page.getByLabel(translate(locale, "accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(translate(locale, "accounts.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: translate(locale, "accounts.regist_button") }).click();
  await page.waitForURL(`**/${locale}/me/setup`);
  await completeOnboarding(page.request);
  await openPage(page, `/${locale}/me/ready`);
  await deleteWelcomeLetter(page.request);
}
