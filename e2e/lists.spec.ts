import type { Page, Route } from "@playwright/test";
import { submitSignIn } from "./account-forms.ts";
import { askAndAnswer, registerAccount, sendQuestions } from "./calls.ts";
import { delayRequests, expect, openPage, reloadPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

function findDestination(page: Page, key: string) {
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  return bar.getByRole("link", { name: en(key) });
}

test("PROF-01 a visitor who opens the home is redirected to the login, and after it to the home with its two tabs", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, "/en/me/home?tab=send");
  await expect(page).toHaveURL(/\/en\/acc\/login\?next=/);
  await submitSignIn(page, "en", account);
  await expect(page).toHaveURL(/\/en\/me\/home\?tab=send$/);
  const tabs = page.getByRole("navigation", { name: en("inbox.home_tabs") }).getByRole("link");
  await expect(tabs).toHaveText([en("inbox.tab_received"), en("outbox.tab")]);
  await expect(page.getByText(en("outbox.empty_title"))).toBeVisible();
});

test("PROF-03 FEEL-06 a list keeps its tab and the number of its entries after a reload and after going back", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "1?", "2?", "3?", "4?", "5?");
  await openPage(page, "/en/me/home?tab=received");
  const tabs = page.getByRole("navigation", { name: en("inbox.home_tabs") });
  const current = tabs.locator('[aria-current="page"]');
  await expect(page.getByRole("article")).toHaveCount(3);
  const more = page.getByRole("link", { name: en("common.more"), exact: true });
  await expect(more).toHaveAttribute("href", "/en/me/home?tab=received&page=2");
  await more.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await more.press("Enter");
  await expect(page).toHaveURL(/\?tab=received&page=2&from=1$/);
  await expect(page.getByRole("article")).toHaveCount(5);
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("article") });
  await expect(rows.nth(3)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(top);
  await expect(more).toHaveCount(0);
  await reloadPage(page);
  await expect(page.getByRole("article")).toHaveCount(5);
  await expect(current).toContainText(en("inbox.tab_received"));

  await tabs.getByRole("link", { name: en("outbox.tab") }).click();
  await expect(page).toHaveURL(/\?tab=send$/);
  await expect(current).toContainText(en("outbox.tab"));
  await reloadPage(page);
  await expect(current).toContainText(en("outbox.tab"));
  await page.goBack();
  await expect(page).toHaveURL(/\?tab=received&page=2&from=1$/);
  await expect(page.getByRole("article")).toHaveCount(5);
  await expect(current).toContainText(en("inbox.tab_received"));
});

test("PROF-09 PROF-16 a new answer is marked and counted until it was on the screen, and links to its page", async ({
  page,
  request,
}) => {
  await registerAccount(page.request);
  const account = await registerAccount(request, "en", "Mina");
  const [uuid] = await askAndAnswer(page.request, request, account, { "Sea or hills?": "Sea." });
  await openPage(page, "/en/me/home");
  const homeTabs = page.getByRole("navigation", { name: en("inbox.home_tabs") });
  await expect(homeTabs.getByRole("link", { name: en("outbox.tab") })).toContainText("1");
  const seen = page.waitForRequest(
    (call) => call.method() === "PUT" && call.url().endsWith("/api/v2/me/seen"),
  );
  const tabs = page.getByRole("navigation", { name: en("inbox.home_tabs") });
  await tabs.getByRole("link", { name: en("outbox.tab") }).click();
  const card = page.getByRole("article");
  await expect(card.getByText(en("outbox.new"), { exact: true })).toBeVisible();
  await seen;
  await expect(homeTabs.getByRole("link", { name: en("outbox.tab") })).not.toContainText("1");

  await expect(card.getByRole("link", { name: /Sea or hills/ })).toHaveAttribute(
    "href",
    `/en/q/${uuid}`,
  );
  await expect(card.getByRole("link", { name: "Mina" })).toHaveAttribute("href", `/en/${account}`);
  await reloadPage(page);
  await expect(card.getByText("Sea.", { exact: true })).toBeVisible();
  await expect(card.getByText(en("outbox.new"), { exact: true })).toHaveCount(0);
  await card.getByRole("link", { name: en("outbox.check_answer") }).click();
  await expect(page).toHaveURL(new RegExp(`/en/q/${uuid}$`));
  await expect(page.getByRole("heading", { name: "Sea or hills?", level: 1 })).toBeVisible();
});

test.describe("lists that are loading or failed", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("PROF-05 API-17 items are shown 3 a page, with the states loading, success and all fetched", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    const pairs = { "1?": "1", "2?": "2", "3?": "3", "4?": "4" };
    await askAndAnswer(page.request, request, account, pairs);
    await openPage(page, `/en/${account}`);
    const list = page.locator("main [data-status][aria-busy]");
    await expect(list).toHaveAttribute("data-status", "SUCCESS");
    await expect(list.getByRole("article")).toHaveCount(3);
    const release = await delayRequests(page, "**/api/v2/items/**");
    const more = list.locator('a[rel="next"]');
    await more.click();
    await expect(list).toHaveAttribute("data-status", "LOADING");
    await expect(more).toHaveText(en("common.loading"));
    release();
    await expect(list).toHaveAttribute("data-status", "ALL_FETCHED");
    await expect(list.getByRole("article")).toHaveCount(4);
    await expect(list.getByText("1 more shown")).toHaveRole("status");
  });

  test("PROF-05 API-17 if the next page of a profile's list can't be loaded, the list shows an error and can be retried", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    await askAndAnswer(page.request, request, account, {
      "1?": "1",
      "2?": "2",
      "3?": "3",
      "4?": "4",
    });
    await openPage(page, `/en/${account}`);
    const refuseRequest = (route: Route) => route.fulfill({ status: 400 });
    await page.route("**/api/v2/items/**", refuseRequest);
    await page.getByRole("link", { name: en("common.more"), exact: true }).click();
    const list = page.locator("main [data-status][aria-busy]");
    await expect(list).toHaveAttribute("data-status", "ERROR");
    await expect(list.getByRole("alert")).toContainText(en("common.more_failed"));
    await expect(list.getByRole("article")).toHaveCount(3);
    await page.unroute("**/api/v2/items/**");
    await list.getByRole("link", { name: en("common.retry") }).click();
    await expect(list).toHaveAttribute("data-status", "ALL_FETCHED");
    await expect(list.getByRole("article")).toHaveCount(4);
  });

  test("VISIT-06 API-17 after a failure the visitors' home shows an error and not an empty list", async ({
    page,
  }) => {
    await page.route("**/api/v2/send_questions*", (route) => route.abort());
    await openPage(page, "/en/fxp/terms");
    await findDestination(page, "shell.home").click();
    await expect(page.getByText(en("outbox.visitor_failed_title"))).toBeVisible();
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toHaveCount(0);
    await page.unroute("**/api/v2/send_questions*");
    await page.getByRole("button", { name: en("common.retry") }).click();
    await expect(page.getByText(en("outbox.visitor_empty_title"))).toBeVisible();
    await expect(page.getByText(en("outbox.visitor_failed_title"))).toHaveCount(0);
  });

  const lists = [
    { name: "inbox", key: "inbox", calls: "**/api/v2/me/items/received*", tab: undefined },
    {
      name: "tab of sent questions",
      key: "outbox",
      calls: "**/api/v2/send_questions*",
      tab: "outbox.tab",
    },
  ] as const;
  for (const { name, key, calls, tab } of lists) {
    test(`API-17 the ${name} shows that it is loading, and after a failure an error and not an empty list`, async ({
      page,
    }) => {
      await registerAccount(page.request);
      await openPage(page, "/en/fxp/terms");
      await page.route(calls, (route) => route.fulfill({ status: 400 }));
      const release = await delayRequests(page, calls);
      await findDestination(page, tab ? "shell.home" : "shell.inbox").click();
      if (tab) await page.getByRole("link", { name: en(tab) }).click();
      const main = page.getByRole("main");
      await expect(
        main.getByRole("status").filter({ hasText: en("common.loading") }),
      ).toBeVisible();
      release();
      await expect(main.getByRole("alert")).toContainText(en(`${key}.failed_title`));
      const empty = en(tab ? "outbox.empty_title" : "inbox.empty_unread_title");
      await expect(page.getByText(empty)).toHaveCount(0);
      await page.unroute(calls);
      await main.getByRole("button", { name: en("common.retry") }).click();
      await expect(page.getByText(empty)).toBeVisible();
    });
  }
});
