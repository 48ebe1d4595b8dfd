import type { Page } from "@playwright/test";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, open, test } from "./fixture.ts";
import { en } from "./texts.ts";

function findHomeLink(page: Page) {
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  return bar.getByRole("link", { name: en("shell.home") });
}

test("SHELL-17 messages that the server wrote into the page are shown after the load", async ({
  page,
}) => {
  await page.route("**/en/fxp/terms", async (route) => {
    const response = await route.fetch();
    const notices =
      '<meta name="toibako-notice" content="The link has expired &lt;b&gt;." data-type="error">' +
      '<meta name="toibako-notice" content="Welcome back.">';
    const body = (await response.text()).replace("</head>", `${notices}</head>`);
    await route.fulfill({ response, body });
  });
  await open(page, "/en/fxp/terms");
  await expect(page.locator('[data-type="error"]')).toContainText("The link has expired <b>.");
  await expect(page.locator('[data-type="notice"]')).toContainText("Welcome back.");
});

test.describe("API-18 a fault never leaves a blank page", () => {
  test.use({ tolerated: /./ });

  test("API-18 an error in a page's script shows the error page, and the retry works", async ({
    page,
  }) => {
    const broken = { answers: [null], pager: { current_page: 1, total_pages: 1 } };
    await page.route("**/api/v2/send_questions*", (route) => route.fulfill({ json: broken }));
    await open(page, "/en/fxp/terms");
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

  test("API-18 a part of the script that can't be loaded shows an error or the server's page", async ({
    page,
  }) => {
    await open(page, "/en/fxp/terms");
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
    await open(page, "/en/not_login_user");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Mina" }).click();
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(en("common.offline"), { timeout: 15_000 });
    await context.setOffline(false);
    await page.getByRole("button", { name: en("common.retry") }).click();
    await expect(heading).toHaveText("Mina");
  });

  test("API-18 without a network a destination shows that it is offline, and loads when it is online", async ({
    page,
    context,
  }) => {
    // Disables prefetching.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    await open(page, "/en/fxp/terms");
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
    await open(page, "/en/fxp/terms");
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
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
    await open(page, "/en/fxp/terms");
    await page.route("**/assets/not_login_user-*.js", (route) => route.fulfill({ status: 404 }));
    const gone = page.waitForResponse("**/assets/not_login_user-*.js");
    await findHomeLink(page).click();
    await gone;
    await page.unroute("**/assets/not_login_user-*.js");
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toBeVisible();
    await expect(page).toHaveURL(/\/en\/not_login_user$/);
  });
});
