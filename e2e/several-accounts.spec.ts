import type { APIRequestContext, Page } from "@playwright/test";
import { readCurrentUser, registerAccount } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { password } from "./people.ts";
import { translate } from "./texts.ts";

async function countReceived(request: APIRequestContext): Promise<number> {
  const received = await request.get("/api/v2/me/items/received");
  return (await received.json()).pager.total_count;
}

/** Expects that the account is the active one, and that the page was rendered for it. */
const expectCurrent = (page: Page, account: string) =>
  expect(async () => {
    const { user } = await (await page.request.get("/api/v2/users/me")).json();
    expect(user.account).toBe(account);
    const shown = await page.locator('meta[name="account"]').getAttribute("content");
    expect(shown).toBe(user.id);
  }).toPass();

for (const locale of ["ja", "dt"] as const) {
  const t = (key: string, values: Record<string, string> = {}) => translate(locale, key, values);
  const openDrawer = async (page: Page) => {
    await page
      .getByRole("banner")
      .getByRole("button", { name: t("shell.accounts") })
      .click();
    return page.getByRole("dialog", { name: t("shell.accounts"), exact: true });
  };
  const signIn = async (page: Page) => {
    await page.getByLabel(t("accounts.password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: t("accounts.login_button"), exact: true }).click();
  };

  test.describe(locale, () => {
    // The browser logs the refused call of the stale tab.
    test.use({ tolerated: /Failed to load resource/ });

    test("AUTH-05 AUTH-12 AUTH-15 AUTH-16 AUTH-17 AUTH-18 AUTH-19 AUTH-28 accounts of one browser are added, switched and signed out, and a stale tab can't write", async ({
      page,
      request,
      openBrowser,
    }) => {
      const first = await registerAccount(page.request, locale);
      const second = await registerAccount((await openBrowser()).request, locale);
      const receiver = await registerAccount(request, locale);

      // The first account begins a question in this tab.
      await openPage(page, `/${locale}/${receiver}`);
      // By CSS, because an open dialog hides the page from locators by role.
      const text = page.locator("main textarea").first();
      await text.fill("今日のおやつは？");

      // Another tab adds the second account.
      const tab = await page.context().newPage();
      await openPage(tab, `/${locale}/me/home`);
      await (await openDrawer(tab)).getByRole("link", { name: t("accounts.add_account") }).click();
      await tab.getByLabel(t("accounts.account"), { exact: true }).fill(second);
      await signIn(tab);
      await tab.waitForURL(`**/${locale}/me/home`);
      const rows = (await openDrawer(tab)).getByRole("listitem");
      await expect(rows).toHaveCount(2);
      await expect(rows.filter({ hasText: t("shell.current_account") })).toContainText(second);

      // The first tab says that it is stale. A question that is sent from it is refused, and its text stays. The
      // question is sent when the reader continues as the first account.
      const stale = page.getByRole("dialog", { name: t("accounts.stale_title") });
      await stale.getByRole("button", { name: t("common.close") }).click();
      await expect(stale).toBeHidden();
      const refused = page.waitForResponse((response) => response.status() === 409);
      await page
        .getByRole("main")
        .getByRole("button", { name: t("questions.send") })
        .click();
      await refused;
      await expect(text).toHaveValue("今日のおやつは？");
      expect(await countReceived(request)).toBe(0);
      await stale
        .getByRole("button", { name: t("accounts.stale_go_on", { account: first }) })
        .click();
      await expect(stale).toBeHidden();
      await expect.poll(() => countReceived(request)).toBe(1);
      const me = await page.request.get("/api/v2/users/me");
      expect((await me.json()).user.account).toBe(first);

      // Now the other tab is stale. The reader switches to the second account in the drawer.
      const staleTab = tab.getByRole("dialog", { name: t("accounts.stale_title") });
      await staleTab.getByRole("button", { name: t("common.close") }).click();
      await openPage(tab, `/${locale}/me/home`);
      await (await openDrawer(tab)).getByRole("button", { name: second }).first().click();
      await tab.waitForURL(new RegExp(`/${locale}(/|/${second})?$`));
      await expectCurrent(tab, second);
      await page.close();

      // The first account is signed out, and the login page then offers it.
      const drawer = await openDrawer(tab);
      await drawer
        .getByRole("button", { name: t("accounts.account_menu", { account: first }) })
        .click();
      await tab.getByRole("menuitem", { name: t("accounts.log_out_account") }).click();
      await expect(tab.getByRole("dialog")).toBeHidden();
      await expect((await openDrawer(tab)).getByRole("listitem")).toHaveCount(1);
      await tab.getByRole("link", { name: t("accounts.add_account") }).click();
      await tab
        .getByRole("button", { name: t("accounts.log_in_again", { account: first }) })
        .click();
      await expect(tab.getByLabel(t("accounts.account"), { exact: true })).toHaveValue(first);
      await signIn(tab);
      await tab.waitForURL(`**/${locale}/me/home`);

      // Signing out makes the account active that was active before. Signing out again leaves no account.
      await (await openDrawer(tab))
        .getByRole("button", { name: t("shell.log_out"), exact: true })
        .click();
      await expectCurrent(tab, second);
      await (await openDrawer(tab))
        .getByRole("button", { name: t("shell.log_out"), exact: true })
        .click();
      await expect(
        tab.getByRole("banner").getByRole("link", { name: t("shell.log_in") }),
      ).toBeVisible();
    });
  });
}

test("SET-20 AUTH-28 a push message for another account of the browser offers to go on as that account, and one for an account that isn't signed in leads to its login", async ({
  page,
}) => {
  const first = await registerAccount(page.request, "en");
  const second = await registerAccount(page.request, "en");
  await openPage(page, `/en/me/push?account=${first}&kind=question`);
  await expect(page.getByRole("main")).toContainText(`@${second}`);
  await page
    .getByRole("button", { name: translate("en", "accounts.stale_go_on", { account: first }) })
    .click();
  await expect(page).toHaveURL("/en/box");
  await expectCurrent(page, first);

  await openPage(page, "/en/me/push?account=not_here&kind=question");
  await page
    .getByRole("link", { name: translate("en", "accounts.stale_log_in", { account: "not_here" }) })
    .click();
  await expect(page).toHaveURL(/acc\/login\?.*next=%2Fen%2Fme%2Fpush/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    translate("en", "accounts.add_account"),
  );
});

test("AUTH-05 AUTH-14 AUTH-18 AUTH-19 with five accounts the drawer offers no further one; the menu of the current account logs it out; the login page can forget accounts", async ({
  page,
}) => {
  const t = (key: string, values = {}) => translate("en", key, values);
  const banner = page.getByRole("banner");
  const drawer = page.getByRole("dialog", { name: t("shell.accounts"), exact: true });
  const openDrawer = () => banner.getByRole("button", { name: t("shell.accounts") }).click();
  const first = await registerAccount(page.request, "en");
  for (let added = 1; added < 5; added++) await registerAccount(page.request, "en");
  const { account: current } = await readCurrentUser(page.request);
  // The page stores its account in the history of this browser.
  await openPage(page, "/en/me/home");
  await openDrawer();
  await expect(drawer.getByRole("listitem")).toHaveCount(5);
  await expect(drawer.getByText(t("accounts.full"))).toBeVisible();
  await expect(drawer.getByRole("link", { name: t("accounts.add_account") })).toHaveCount(0);

  // Signing out the current account in its menu makes the one active that was active before.
  await drawer
    .getByRole("button", { name: t("accounts.account_menu", { account: current }) })
    .click();
  await page.getByRole("menuitem", { name: t("accounts.log_out_account") }).click();
  // The page loads the top page by itself, which would abort the loading of another one.
  await page.waitForURL((url) => url.pathname !== "/en/me/home");
  await expect(async () => {
    // No account is current while the accounts change.
    const user: { account: string } | undefined = await readCurrentUser(page.request);
    expect(user?.account).toBeDefined();
    expect(user?.account).not.toBe(current);
  }).toPass();
  await openPage(page, "/en/me/home");
  await openDrawer();
  await expect(drawer.getByRole("listitem")).toHaveCount(4);
  await expect(drawer).toContainText(`@${first}`);
  await drawer.getByRole("link", { name: t("accounts.add_account") }).click();

  const again = page.getByRole("button", {
    name: t("accounts.log_in_again", { account: current }),
  });
  await expect(again).toBeVisible();
  await page.getByRole("button", { name: t("accounts.forget", { account: current }) }).click();
  await expect(again).toHaveCount(0);
  await reloadPage(page);
  await expect(page.getByLabel(t("accounts.account"), { exact: true })).toBeVisible();
  await expect(again).toHaveCount(0);
});
