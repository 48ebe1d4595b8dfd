import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { open } from "./fixture.ts";
import { text } from "./texts.ts";

let made = 0;

/** A handle that nobody has yet. */
export function newHandle(name: string): string {
  made += 1;
  return `${name}_${process.pid.toString(36)}${Date.now().toString(36).slice(-5)}${made}`.slice(
    0,
    20,
  );
}

export const password = "a long enough password";

/** Registers through the form and waits for the own home. */
export async function register(page: Page, locale: Locale, account: string): Promise<void> {
  await open(page, `/${locale}/acc/regist`);
  await page.getByLabel(text(locale, "accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(text(locale, "accounts.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: text(locale, "accounts.regist_button") }).click();
  await page.waitForURL(`**/${locale}/me/home`);
}
