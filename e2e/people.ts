import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { open } from "./fixture.ts";
import { translate } from "./texts.ts";

let handleCount = 0;

/** Creates a handle that isn't in use. */
export function createHandle(name: string): string {
  handleCount += 1;
  return `${name}_${process.pid.toString(36)}${Date.now().toString(36).slice(-5)}${handleCount}`.slice(
    0,
    20,
  );
}

export const password = "a long enough password";

/** Registers an account by the form and waits for its home page. */
export async function registerByForm(page: Page, locale: Locale, account: string): Promise<void> {
  await open(page, `/${locale}/acc/regist`);
  await page.getByLabel(translate(locale, "accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(translate(locale, "accounts.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: translate(locale, "accounts.regist_button") }).click();
  await page.waitForURL(`**/${locale}/me/home`);
}
