import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { askAndAnswer, registerAccount, sendRequest } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { en, translate } from "./texts.ts";

function findBar(page: Page, locale: Locale = "en") {
  return page.getByRole("navigation", { name: translate(locale, "shell.main_navigation") });
}

function findHomeLink(page: Page) {
  return findBar(page).getByRole("link", { name: en("shell.home") });
}

test("SHELL-17 the page shows the message that the server has written into it", async ({
  page,
}) => {
  for (const [type, text] of [
    ["error", "The link has expired <b>."],
    ["notice", "Welcome back."],
  ] as const) {
    await page.route("**/en/fxp/terms", async (route) => {
      const response = await route.fetch();
      const content = text.replaceAll("<", "&lt;");
      const message = `<meta name="toibako-message" content="${content}" data-type="${type}">`;
      const body = (await response.text()).replace("</head>", `${message}</head>`);
      await route.fulfill({ response, body });
    });
    await openPage(page, "/en/fxp/terms");
    await expect(page.locator(`[data-type="${type}"]`)).toContainText(text);
    await page.unroute("**/en/fxp/terms");
  }
});

test.describe("API-18 a fault never leaves a blank page", () => {
  test.use({ tolerated: /./ });

  test("API-18 an error in a page's script shows the error page, and the retry works", async ({
    page,
  }) => {
    const broken = { answers: [null], pager: { current_page: 1, total_pages: 1 } };
    await page.route("**/api/v2/send_questions*", (route) => route.fulfill({ json: broken }));
    await openPage(page, "/en/fxp/terms");
    await findHomeLink(page).click();
    await expect(page.getByRole("heading", { name: en("common.error_title") })).toBeVisible();
    await expect(findHomeLink(page)).toBeVisible();
    await page.unroute("**/api/v2/send_questions*");
    await page.getByRole("button", { name: en("common.retry") }).click();
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toBeVisible();
  });

  test("API-18 a page whose script can't be loaded stays as the server rendered it", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    await askAndAnswer(request, request, account, { "Seen?": "Yes, it is." });
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(`/en/${account}`);
    await expect(page.getByRole("heading", { name: "Seen?" })).toBeVisible();
    await expect(page.getByText("Yes, it is.")).toBeVisible();
    await page.getByRole("link", { name: "Seen?" }).click();
    await expect(page.getByRole("heading", { name: "Seen?", level: 1 })).toBeVisible();
  });

  test("API-18 if the script of the next page can't be loaded, an error or the server's page is shown", async ({
    page,
  }) => {
    await openPage(page, "/en/fxp/terms");
    await page.route("**/assets/*.js", (route) => route.abort());
    await findHomeLink(page).click();
    // Either the error page, or the page as the server renders it.
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
      new RegExp(
        `${en("common.error_title")}|${en("common.offline")}|${en("outbox.invite_title")}`,
      ),
    );
  });

  test("API-18 without a network a page shows that it is offline, and retries when it is online", async ({
    page,
    context,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await askAndAnswer(page.request, request, account, { "Seen?": "Yes." });
    await openPage(page, "/en/not_login_user");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Mina" }).click();
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(en("common.offline"), { timeout: 15_000 });
    await context.setOffline(false);
    await page.getByRole("button", { name: en("common.retry") }).click();
    await expect(heading).toHaveText("Mina");
  });

  test("API-18 without a network a page of the navigation shows that it is offline, and loads when it is online", async ({
    page,
    context,
  }) => {
    // Pages are not loaded in advance while the reader saves data.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    await openPage(page, "/en/fxp/terms");
    await context.setOffline(true);
    await findHomeLink(page).click();
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(en("common.offline"));
    await expect(findHomeLink(page)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: en("common.retry") }).click();
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toBeVisible();
  });

  test("API-18 SHELL-21 a menu that can't be loaded shows an error, keeps the page, and opens later", async ({
    page,
    context,
  }) => {
    await openPage(page, "/en/fxp/terms");
    await context.setOffline(true);
    const opener = page.getByRole("button", { name: en("shell.menu"), exact: true });
    await opener.click();
    await expect(page.getByText(en("modals.failed"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en("help.terms"));
    await context.setOffline(false);
    await opener.click();
    await expect(page.getByRole("dialog", { name: en("shell.menu"), exact: true })).toBeVisible();
  });

  test("API-18 a page whose scripts a new release removed reloads with the new release", async ({
    page,
  }) => {
    // Pages are not loaded in advance while the reader saves data.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    await openPage(page, "/en/fxp/terms");
    await page.route("**/assets/not_login_user-*.js", (route) => route.fulfill({ status: 404 }));
    const missingScript = page.waitForResponse("**/assets/not_login_user-*.js");
    await findHomeLink(page).click();
    await missingScript;
    await page.unroute("**/assets/not_login_user-*.js");
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toBeVisible();
    await expect(page).toHaveURL(/\/en\/not_login_user$/);
  });
});

test.describe("the page of unknown addresses", () => {
  // The browser reports the status 404 of the page itself. No call that the page makes may fail.
  test.use({ tolerated: /Failed to load resource.* 404 .*:\d+\/\w\w\/[\w/?=]+$/ });

  async function expectNotFound(page: Page, address: string, locale: Locale = "en") {
    const title = translate(locale, "common.not_found_title");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page.getByRole("banner")).toHaveCount(1);
    await expect(findBar(page, locale)).toHaveCount(1);
    await expect(page).toHaveURL(address);
  }

  test("SAFE-10 visitors get the same page at all unknown addresses", async ({ request }) => {
    const texts = new Set<string>();
    for (const path of ["/nobody", "/q/nowhere", "/fxp/nothing", "/box/nowhere", "/a/b?c=d"]) {
      const response = await request.get(`/en${path}`, { headers: { accept: "text/html" } });
      expect(response.status()).toBe(404);
      const html = await response.text();
      // Removes the times at which the page's data was loaded.
      texts.add(html.replaceAll(/\d{13}/g, ""));
    }
    expect(texts.size).toBe(1);
  });

  test("SAFE-10 SHELL-02 the not-found page keeps its address, in every language and when the reader goes back to it", async ({
    page,
  }) => {
    await openPage(page, "/en/no/such/page?a=b");
    await expectNotFound(page, "/en/no/such/page?a=b");
    await findHomeLink(page).click();
    await expect(page).toHaveURL("/en/not_login_user");
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toBeVisible();
    await page.goBack();
    await expectNotFound(page, "/en/no/such/page?a=b");
    await reloadPage(page);
    await expectNotFound(page, "/en/no/such/page?a=b");
    await page.getByRole("contentinfo").getByRole("link", { name: "Deutsch" }).click();
    await expectNotFound(page, "/dt/no/such/page?a=b", "dt");
    await page.getByRole("link", { name: translate("dt", "common.to_top") }).click();
    await expect(page).toHaveURL("/dt");
  });

  test("SAFE-10 from the not-found page, signing in leads back to the same address", async ({
    page,
  }) => {
    await openPage(page, "/en/q/nowhere");
    await page.getByRole("link", { name: en("shell.skip") }).press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await findBar(page)
      .getByRole("button", { name: en("shell.inbox") })
      .click();
    const dialog = page.getByRole("dialog", { name: en("accounts.invite_title") });
    const login = dialog.getByRole("link", { name: en("accounts.login_button") });
    await expect(login).toHaveAttribute("href", "/en/acc/login?next=%2Fen%2Fq%2Fnowhere%23main");
  });

  test("SAFE-10 an unknown address shows the profile after an account with this handle was created", async ({
    page,
    request,
  }) => {
    const account = createHandle("later");
    await openPage(page, `/en/${account}`);
    await expectNotFound(page, `/en/${account}`);
    await sendRequest(request, "POST", "/acc/regist", { account, password, locale: "en" });
    await reloadPage(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(account);
    await expect(page).toHaveURL(`/en/${account}`);
  });

  test("SAFE-10 BOX-01 the not-found page below the inbox has only one header and navigation", async ({
    page,
  }) => {
    await openPage(page, "/en/box/nowhere");
    await expectNotFound(page, "/en/box/nowhere");
    await registerAccount(page.request);
    await openPage(page, "/en/box/nowhere");
    await expectNotFound(page, "/en/box/nowhere");
    // So far the server has rendered this page. After going back, the browser renders it.
    await findHomeLink(page).click();
    await expect(page).toHaveURL("/en/me/home");
    await page.goBack();
    await expectNotFound(page, "/en/box/nowhere");
  });
});
