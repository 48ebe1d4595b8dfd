import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { registerByForm, submitSignIn } from "./account-forms.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { translate } from "./texts.ts";

/** Opens the settings and follows the link to a page there. */
async function openFromSettings(page: Page, locale: Locale, link: "leave" | "destroy") {
  await openPage(page, `/${locale}/stg`);
  await page.getByRole("link", { name: translate(locale, `leaving.${link}_link`) }).click();
  await page.waitForURL(`**/${locale}/stg/${link}`);
}

const readStatus = async (page: Page, path: string) => (await page.request.get(path)).status();

for (const locale of ["ja", "dt"] as const) {
  test(`SET-14 SET-24 ${locale}: leaving hides the account, and signing in can restore it`, async ({
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

    await openPage(page, `/${locale}/acc/login`);
    await submitSignIn(page, locale, account);
    await page.waitForURL(`**/${locale}/acc/left`);
    await expect(page.getByText(`@${account}`, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: translate(locale, "leaving.back_button") }).click();
    await page.waitForURL(({ pathname }) => pathname === `/${locale}/me/home`);
    expect(await readStatus(page, `/${locale}/${account}`)).toBe(200);
  });
}

test("SET-15 SET-25 the page that destroys an account lists what goes and what stays, offers the archive, and requires the handle and the password", async ({
  page,
}) => {
  const account = createHandle("destroy");
  await registerByForm(page, "ja", account);
  await openFromSettings(page, "ja", "destroy");
  const archive = page.getByRole("main").locator('a[href$="/ja/stg/archive"]');
  await expect(archive).toHaveText(
    /<link>(.*)<\/link>/.exec(translate("ja", "archives.offer"))?.[1] ?? "",
  );
  const findEntries = (title: string) =>
    page.getByRole("region", { name: translate("ja", title) }).getByRole("listitem");
  await expect(findEntries("leaving.goes_title")).toHaveText([
    translate("ja", "leaving.goes_profile"),
    "受け取った質問。それに付いたいいねも消えます。",
    translate("ja", "leaving.goes_messages"),
    translate("ja", "leaving.goes_people"),
    translate("ja", "leaving.goes_imported"),
  ]);
  await expect(findEntries("leaving.stays_title")).toHaveCount(7);
  await expect(findEntries("leaving.stays_title").last()).toContainText(`@${account}`);
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
