import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { registerByForm } from "./registration.ts";
import { translate } from "./texts.ts";

/** Opens a page from the end of the settings. */
async function openFromSettings(page: Page, locale: Locale, link: "leave" | "destroy") {
  await openPage(page, `/${locale}/stg`);
  await page.getByRole("link", { name: translate(locale, `leaving.${link}_link`) }).click();
  await page.waitForURL(`**/${locale}/stg/${link}`);
}

async function logIn(page: Page, locale: Locale, account: string) {
  await openPage(page, `/${locale}/acc/login`);
  await page.getByLabel(translate(locale, "accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(translate(locale, "accounts.password"), { exact: true }).fill(password);
  await page
    .getByRole("button", { name: translate(locale, "accounts.login_button"), exact: true })
    .click();
}

const readStatus = async (page: Page, path: string) => (await page.request.get(path)).status();

for (const locale of ["ja", "dt"] as const) {
  test(`SET-14 SET-24 ${locale}: somebody leaves and comes back to everything as it was`, async ({
    page,
  }) => {
    const account = createHandle("leave");
    await registerByForm(page, locale, account);
    await openFromSettings(page, locale, "leave");
    const leave = translate(locale, "leaving.leave_button");
    await page.getByRole("button", { name: leave }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: leave }).click();
    await page.waitForURL(({ pathname }) => pathname.replace(/\/$/, "") === `/${locale}`);
    expect(await readStatus(page, `/${locale}/${account}`)).toBe(404);

    await logIn(page, locale, account);
    await page.waitForURL(`**/${locale}/acc/left`);
    await expect(page.getByText(`@${account}`, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: translate(locale, "leaving.back_button") }).click();
    await page.waitForURL(({ pathname }) => pathname === `/${locale}/me/home`);
    expect(await readStatus(page, `/${locale}/${account}`)).toBe(200);
  });
}

test("SET-15 SET-25 an account is deleted with its password and its typed handle", async ({
  page,
}) => {
  const account = createHandle("destroy");
  await registerByForm(page, "ja", account);
  await openFromSettings(page, "ja", "destroy");
  const handle = page.getByLabel(translate("ja", "leaving.type_handle", { account }));
  const destroy = page.getByRole("button", { name: translate("ja", "leaving.destroy_button") });
  await handle.fill("somebody");
  await destroy.click();
  await expect(page.getByText(translate("ja", "leaving.handle_differs"))).toBeVisible();
  await handle.fill(account);
  const typedPassword = page.getByLabel(translate("ja", "accounts.password"), { exact: true });
  await typedPassword.fill(password);
  await destroy.click();
  await page.waitForURL(({ pathname }) => pathname.replace(/\/$/, "") === "/ja");
  expect(await readStatus(page, `/ja/${account}`)).toBe(404);
});
