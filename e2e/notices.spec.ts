import type { APIRequestContext, Page } from "@playwright/test";
import {
  answerQuestion,
  askAndAnswer,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, test, waitForAnimations, waitForAnswer } from "./fixture.ts";
import { en } from "./texts.ts";
import { expectNoViolations } from "./violations.ts";

const noticesPath = "/api/v2/me/notices?page=1";

/** Waits until jobs have created this number of notices. */
async function waitForNotices(request: APIRequestContext, count: number) {
  const countNotices = async () =>
    (await (await request.get(noticesPath)).json()).pager.total_count;
  await expect.poll(countNotices, { timeout: 15_000 }).toBe(count);
}

const findNotices = (page: Page) =>
  page.locator("main li").filter({ has: page.locator("[data-kind]") });
const findBell = (page: Page) => page.getByRole("banner").locator('a[href$="/me/notices"]');

test("NOTE-01 NOTE-03 NOTE-07 a notice is shown to its owner, and marked as new until the next visit", async ({
  page,
  openBrowser,
  request,
}) => {
  const account = await registerAccount(page.request);
  await openPage(page, "/en/me/notices");
  await expect(page.getByText(en("notices.empty_title"))).toBeVisible();

  const sender = await openBrowser();
  await registerAccount(sender.request);
  await sendQuestions(sender.request, account, "Which tea?");
  await waitForNotices(page.request, 1);
  await answerQuestion(page.request, "Which tea?", "Green.");
  await waitForNotices(sender.request, 1);

  await openPage(sender, "/en/me/home");
  await expect(findBell(sender)).toHaveAccessibleName(en("shell.notices_unread", { n: "1" }));
  await findBell(sender).click();
  await expect(findNotices(sender)).toHaveCount(1);
  await expect(sender.locator('[data-new] [data-kind="new_answer"] svg')).toBeVisible();
  await expect(sender.getByRole("heading", { name: "today" })).toBeVisible();
  await expect(findBell(sender)).toHaveAccessibleName(en("shell.notices"));
  await sender.reload();
  await expect(findNotices(sender)).toHaveCount(1);
  await expect(sender.locator("[data-new]")).toHaveCount(0);

  await openPage(page, "/en/me/notices");
  await expect(page.locator('[data-kind="new_question"]')).toHaveCount(1);
  const refused = await request.get(noticesPath);
  expect(refused.status()).toBe(401);
});

test("NOTE-01 a visitor is redirected to the login", async ({ page }) => {
  await page.goto("/en/me/notices");
  await expect(page).toHaveURL(/\/en\/acc\/login\?next=%2Fen%2Fme%2Fnotices$/);
});

test("NOTE-02 the list loads further pages of notices until a page has fewer than 20 notices", async ({
  page,
  request,
}) => {
  await registerAccount(page.request);
  const account = await registerAccount(request);
  const pairs = Array.from({ length: 23 }, (_, index) => [`Question ${index}`, `Answer ${index}`]);
  await askAndAnswer(page.request, request, account, Object.fromEntries(pairs));
  await waitForNotices(page.request, 23);
  await openPage(page, "/en/me/notices");
  await expect(findNotices(page)).toHaveCount(20);
  await page.getByRole("link", { name: en("common.more") }).click();
  await expect(findNotices(page)).toHaveCount(23);
  await expect(page.getByRole("link", { name: en("common.more") })).toHaveCount(0);
  await expect(findNotices(page).nth(20).getByRole("link")).toBeFocused();
});

test.describe("requests that fail", () => {
  test.use({ tolerated: /status of (500|404)/ });

  test("NOTE-03 if the notices can't be loaded, the page shows an error with a button to retry", async ({
    page,
  }) => {
    await registerAccount(page.request);
    await openPage(page, "/en/me/friends");
    await page.route("**/api/v2/me/notices?*", (route) => route.fulfill({ status: 500 }));
    await findBell(page).click();
    await expect(page.getByText(en("notices.failed_title"))).toBeVisible({ timeout: 15_000 });
    await expect(page.getByText(en("notices.empty_title"))).toHaveCount(0);
    await page.unroute("**/api/v2/me/notices?*");
    await page.getByRole("button", { name: en("common.retry") }).click();
    await expect(page.getByText(en("notices.empty_title"))).toBeVisible();
  });

  test("NOTE-05 pressing a notice deletes it and opens its page, and after a failure neither happens", async ({
    page,
    request,
  }) => {
    await registerAccount(page.request);
    const account = await registerAccount(request);
    await askAndAnswer(page.request, request, account, { "Which tea?": "Green." });
    await waitForNotices(page.request, 1);
    await openPage(page, "/en/me/notices");
    const error = { code: "unexpected", messages: ["Not today."], details: {} };
    const singleNotice = /\/api\/v2\/me\/notices\/[\w-]{22}$/;
    await page.route(singleNotice, (route) => route.fulfill({ status: 500, json: { error } }));
    await findNotices(page).getByRole("link").click();
    await expect(page.getByRole("alert").getByText("Not today.")).toBeVisible();
    await expect(findNotices(page)).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe("/en/me/notices");

    await page.unroute(singleNotice);
    await findNotices(page).getByRole("link").press("Enter");
    await page.waitForURL("**/en/q/*");
    await waitForNotices(page.request, 0);
    await page.goBack();
    await expect(page.getByText(en("notices.empty_title"))).toBeVisible();
  });
});

test("SHELL-18 ANS-02 the notice of a question opens the form to answer it", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Which tea?");
  await waitForNotices(page.request, 1);
  await openPage(page, "/en/me/notices");
  const link = findNotices(page).getByRole("link");
  await expect(link).toHaveAttribute("href", /\/q\/[\w-]{22}$/);
  await link.click();
  const dialog = page.getByRole("dialog", { name: en("questions.unanswered_title") });
  await expect(dialog.getByRole("heading", { name: "Which tea?" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: en("answers.label") })).toBeFocused();
  await waitForAnimations(page);
  await expectNoViolations(page, "[role=dialog]");
  await page.keyboard.type("Green, always.");
  await dialog.getByRole("button", { name: en("answers.send") }).click();
  await page.waitForURL("**/en/q/*");
  await waitForAnswer(page);
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Green, always.", { exact: true })).toBeVisible();
});

const openMenu = async (page: Page) => {
  await page.getByRole("button", { name: en("shell.menu") }).click();
  const drawer = page.getByRole("dialog", { name: en("shell.menu") });
  // The drawer's code is loaded with the first press.
  await expect(drawer).toBeVisible();
  return drawer;
};

test("SHELL-06 SHELL-18 every link of the menu drawer leads to an existing page", async ({
  page,
}) => {
  const account = await registerAccount(page.request);
  await openPage(page, "/en/me/friends");
  const drawer = await openMenu(page);
  const links = {
    "shell.notices": "/en/me/notices",
    "shell.answered": "/en/box/reply",
    "shell.bin": "/en/box/dust",
    "shell.communities": "/en/communities",
    "shell.help": "/en/hp",
    "shell.settings": "/en/stg",
  };
  const hrefs = await drawer
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual([`/en/${account}`, ...Object.values(links)]);
  for (const [key, href] of Object.entries(links)) {
    const link = drawer.getByRole("link", { name: en(key), exact: true });
    await expect(link).toHaveAttribute("href", href);
    expect((await page.request.get(href)).status()).toBe(200);
  }
  await drawer.getByRole("button", { name: en("shell.usage_guide") }).click();
  await expect(drawer).toHaveCount(0);
  const guide = page.getByRole("dialog", { name: en("help.itr") });
  await guide.getByRole("link", { name: "Instagram" }).click();
  await page.waitForURL("**/en/itr?service=instagram");
  await expect(guide).toHaveCount(0);
});

test("SHELL-07 SHELL-18 a visitor who presses an entry that needs an account gets the invitation and stays on the page", async ({
  page,
}) => {
  await openPage(page, "/en/hp");
  for (const key of ["shell.notices", "shell.answered", "shell.bin", "shell.settings"]) {
    const drawer = await openMenu(page);
    await drawer.getByRole("button", { name: en(key), exact: true }).click();
    const invitation = page.getByRole("dialog", { name: en("accounts.invite_title") });
    await expect(invitation.getByRole("link", { name: en("accounts.login_button") })).toBeVisible();
    await invitation.getByRole("button", { name: en("common.close") }).click();
    await expect(invitation).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe("/en/hp");
  }
});

/** Reads the query of a link to X's form for a post. */
async function readPostParameters(page: Page, name: string) {
  const href = await page.getByRole("link", { name, exact: true }).getAttribute("href");
  return new URL(href ?? "").searchParams;
}

test("PROF-19 the home shows a button to share after scrolling more than 800 px", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendRequest(page.request, "PUT", "/api/v1/user/tutorial", {
    tutorial_status: "fifth_step",
  });
  await sendQuestions(request, account, ...["a", "b", "c"].map((body) => `${body}\n`.repeat(6)));
  // Low, so that the end of the page is further down.
  await page.setViewportSize({ width: 390, height: 300 });
  await openPage(page, "/en/me/home?tab=received");
  const share = page.getByRole("link", { name: en("shares.post_to_x"), exact: true });
  await expect(page.getByRole("article")).toHaveCount(3);
  await page.evaluate(() => scrollTo(0, 800));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(800);
  await expect(share).toBeHidden();
  // It gives way to what can be read or pressed below it, so it may appear only further down, and not until the page is
  // at rest.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, scrollY < 801 ? 801 : scrollY + 8));
    await expect(share).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 60_000 });
  const post = await readPostParameters(page, en("shares.post_to_x"));
  expect(new URL(post.get("url") ?? "").pathname).toBe(`/en/${account}`);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(share).toBeHidden();
});

test("START-17 the tutorial has four steps on the home and one at the messages", async ({
  page,
}) => {
  await registerAccount(page.request);
  await openPage(page, "/en/me/home");
  const balloon = page.getByRole("region", { name: en("onboarding.name") });
  const tabs = ["inbox", "home", "friends", "messages"];
  for (const [index, tab] of tabs.entries()) {
    const step = en(`onboarding.step_${index + 1}`, { tab: en(`shell.${tab}`) });
    await expect(balloon).toContainText(step);
    // The text of each step fits the minimum height of the balloon.
    expect(Math.round((await balloon.boundingBox())?.height ?? 0)).toBe(60);
    // Finished steps don't appear again.
    if (index === 3) await openPage(page, "/en/me/home");
    const next = en(index < 3 ? "onboarding.next" : "onboarding.done");
    await balloon.getByRole("button", { name: next }).click();
  }
  await expect(balloon).toHaveCount(0);
  await openPage(page, "/en/me/talks");
  await expect(balloon).toContainText(en("onboarding.step_5"));
  await balloon.getByRole("button", { name: en("onboarding.done") }).click();
  await expect(balloon).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: en("shell.messages") })).toBeVisible();
  await expect(balloon).toHaveCount(0);
});

test("SET-18 a bar says on any page what has arrived and links to it, until a switch of the settings turns the bars off", async ({
  page,
  openBrowser,
}) => {
  const account = await registerAccount(page.request);
  const sender = await openBrowser();
  const senderHandle = await registerAccount(sender.request);
  const stream = page.waitForResponse(/\/api\/v2\/me\/events/);
  await openPage(page, "/en/guide");
  await stream;
  const bars = page.getByRole("status").locator("[data-type=notice]");
  await sendQuestions(sender.request, account, "Which tea?");
  await expect(bars).toHaveText(new RegExp(en("notices.arrived_new_question")));
  await expect(bars).not.toContainText("Which tea?");
  await bars.getByRole("link", { name: en("notices.arrived_open") }).click();
  await page.waitForURL("**/en/box");
  await expect(page.getByText("Which tea?")).toBeVisible();
  await expect(bars).toHaveCount(0);

  // No bar appears on the inbox, which shows the question itself.
  await sendQuestions(sender.request, account, "Which cup?");
  await expect(page.getByText("Which cup?")).toBeVisible();
  await waitForNotices(page.request, 1);
  await expect(bars).toHaveCount(0);

  await sendQuestions(page.request, senderHandle, "Which spoon?");
  await answerQuestion(sender.request, "Which spoon?", "None.");
  await expect(bars).toHaveText(new RegExp(en("notices.arrived_new_answer")), { timeout: 15_000 });
  await bars.getByRole("link", { name: en("notices.arrived_open") }).click();
  await page.waitForURL("**/en/me/home?tab=send");

  await openPage(page, "/en/stg");
  const arrivalsSwitch = page.getByRole("switch", { name: en("settings.arrivals_label") });
  await expect(arrivalsSwitch).toBeChecked();
  await arrivalsSwitch.click();
  await expect(page.locator("#arrivals")).toContainText(en("settings.saved"));
  await sendQuestions(sender.request, account, "Which plate?");
  const inbox = page.getByRole("link", { name: new RegExp(en("shell.inbox")) }).first();
  await expect(inbox).toContainText("3");
  await expect(bars).toHaveCount(0);
});
