import type { Page } from "@playwright/test";
import { locales } from "@toibako/contract/locales.ts";
import { ask, enrol, exchange } from "./calls.ts";
import { awake, expect, hold, open, test } from "./fixture.ts";
import { text } from "./texts.ts";

const en = (key: string, values = {}) => text("en", key, values);

function bottomBar(page: Page) {
  return page.getByRole("navigation", { name: en("shell.main_navigation") });
}

test.describe("languages", () => {
  test.use({ tolerated: /Failed to load resource.*nowhere/ });

  test("SHELL-02 the picker changes the first segment alone, on every kind of page", async ({
    page,
    request,
  }) => {
    const account = await enrol(request);
    const [uuid] = await exchange(request, request, account, { "Seen?": "Yes." });
    const visitors = [
      "",
      "?utm=1",
      `/${account}?page=2`,
      `/q/${uuid}`,
      "/acc/login?next=%2Fen%2Fbox",
      "/acc/regist",
      "/fxp/terms",
      "/not_login_user",
      "/q/nowhere",
    ];
    const links = page.getByRole("navigation", { name: en("shell.language") }).getByRole("link");
    const check = async (rest: string) => {
      await page.goto(`/en${rest}`);
      const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect.soft(found).toEqual(locales.map((locale) => `/${locale}${rest}`));
    };
    for (const rest of visitors) await check(rest);
    await enrol(page.request);
    for (const rest of ["/me/home?tab=send", "/box/dust?page=2", "/me/notices"]) await check(rest);
    expect
      .soft(await links.allTextContents())
      .toEqual(["日本語", "English", "简体中文", "繁體中文", "한국어", "Deutsch", "ไทย"]);
  });
});

test("SHELL-02 SHELL-03 picking German keeps the page and says so to the browser", async ({
  page,
  request,
}) => {
  const account = await enrol(request);
  await open(page, `/en/${account}?page=2`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL(`**/dt/${account}?page=2`);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: text("dt", "questions.send") })).toBeVisible();
});

test("SHELL-04 SHELL-21 the header leads to top page and notices, and opens each drawer by itself", async ({
  page,
}) => {
  const account = await enrol(page.request);
  await open(page, "/en/fxp/terms");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: en("shell.to_top") })).toHaveAttribute(
    "href",
    "/en",
  );
  await expect(header.getByRole("link", { name: en("shell.notices") })).toHaveAttribute(
    "href",
    "/en/me/notices",
  );
  const menu = page.getByRole("dialog", { name: en("shell.menu"), exact: true });
  const accounts = page.getByRole("dialog", { name: en("shell.accounts"), exact: true });
  await header.getByRole("button", { name: en("shell.menu") }).click();
  await expect(menu).toBeVisible();
  await expect(accounts).toBeHidden();
  await menu.getByRole("button", { name: en("common.close") }).click();
  await expect(menu).toBeHidden();
  await header.getByRole("button", { name: en("shell.accounts") }).click();
  await expect(accounts.getByRole("link", { name: account })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(menu).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(accounts).toBeHidden();

  // The fullscreen loader comes over an open drawer and leaves it as it is.
  const release = await hold(page, "**/acc/session");
  await header.getByRole("button", { name: en("shell.menu") }).click();
  await menu.getByRole("button", { name: en("shell.log_out") }).click();
  await expect(page.getByText(en("common.loading"), { exact: true })).toBeVisible();
  await expect(menu).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("slipped into a box");
});

test("SHELL-21 going back leaves an open drawer behind", async ({ page }) => {
  await open(page, "/en/fxp/terms");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: en("support.guide") }).click();
  await expect(page).toHaveURL(/\/en\/guide$/);
  await page
    .getByRole("banner")
    .getByRole("button", { name: en("shell.menu") })
    .click();
  const menu = page.getByRole("dialog", { name: en("shell.menu"), exact: true });
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en("help.terms"));
});

test("SHELL-09 SHELL-10 the bottom bar has four destinations, with what waits behind them", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  const other = await enrol(request);
  await exchange(page.request, request, other, { "Mine?": "Yes." });
  await ask(request, account, "1?", "2?");
  await open(page, "/en/me/home");
  const links = bottomBar(page).getByRole("link");
  await expect(links).toHaveCount(4);
  await expect(bottomBar(page).getByText(en("shell.game"))).toHaveCount(0);
  const expected = [
    ["shell.home", "/en/me/home", "33 unread"],
    ["shell.inbox", "/en/box", "22 unread"],
    ["shell.friends", "/en/me/friends?tab=timeline", ""],
    ["shell.messages", "/en/me/talks", en("shell.new")],
  ] as const;
  for (const [index, [key, href, badge]] of expected.entries()) {
    await expect(links.nth(index)).toHaveAttribute("href", href);
    await expect(links.nth(index)).toHaveText(`${badge}${en(key)}`);
  }
});

test("SHELL-15 the footer leads to the site's own pages; another one is not there", async ({
  page,
  request,
}) => {
  await open(page, "/en");
  const links = page.getByRole("navigation", { name: en("shell.legal") }).getByRole("link");
  const pages = await links.evaluateAll((all) =>
    all.map((link) => ({ path: link.getAttribute("href") ?? "", title: link.textContent })),
  );
  const texts = pages.filter(({ path }) => path.startsWith("/en/fxp/"));
  expect(texts.length).toBeGreaterThanOrEqual(5);
  for (const { path, title } of texts) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title} `));
  }
  for (const { path } of pages) expect.soft((await request.get(path)).status(), path).toBe(200);
  expect((await request.get("/en/fxp/nothing")).status()).toBe(404);
});

test("SHELL-22 PRIV-05 a question that arrives is counted at once, up to 10 and then 10+", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, ..."123456789".split(""));
  const listening = page.waitForResponse("**/api/v2/me/events");
  await open(page, "/en/fxp/terms");
  await listening;
  await page.evaluate(() => {
    document.body.dataset.kept = "yes";
  });
  const inbox = bottomBar(page).getByRole("link", { name: en("shell.inbox") });
  for (const [count, shown] of [
    ["9", "9"],
    ["10", "10"],
    ["11", "10+"],
  ]) {
    await expect(inbox).toHaveText(`${shown}${count} unread${en("shell.inbox")}`);
    await ask(request, account, "And?");
  }
  await expect(page.locator("body")).toHaveAttribute("data-kept", "yes");
});

test("SHELL-30 / is the top page for visitors and the own profile for who is signed in", async ({
  page,
}) => {
  await open(page, "/");
  await expect(page).toHaveURL(/\/ja$/);
  const main = page.getByRole("main");
  const ways = ["accounts.regist_button", "accounts.login_button"];
  for (const key of ways) {
    await expect(main.getByRole("link", { name: text("ja", key) }).first()).toBeVisible();
  }
  const account = await enrol(page.request, "ja", "ゆい");
  await page.goto("/");
  await expect(page).toHaveURL(new RegExp(`/ja/${account}$`));
  await awake(page);
  await expect(page.getByRole("heading", { name: "ゆい", level: 1 })).toBeVisible();
});

test("SHELL-31 every title carries the product's name, and so does what is shared", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  const [uuid] = await exchange(request, page.request, account, { "Seen?": "Yes." });
  const paths = ["", "/acc/login", "/fxp/terms", `/${account}`, `/q/${uuid}`, "/box", "/me/home"];
  for (const path of paths) {
    await page.goto(`/en${path}`);
    await expect(page).toHaveTitle(/Toibako$/);
  }
  await page.goto("/ja/fxp/terms");
  await expect(page).toHaveTitle(new RegExp(`${text("ja", "common.site_name")}$`));
  await open(page, `/en/q/${uuid}`);
  await page
    .getByRole("button", { name: en("shares.share") })
    .first()
    .click();
  const post = page.getByRole("menuitem", { name: en("shares.post_to_x") });
  const address = new URL((await post.getAttribute("href")) ?? "");
  expect(address.searchParams.get("hashtags")).toBe("toibako");
  expect(address.searchParams.get("text")).toContain("Toibako");
  expect(address.searchParams.get("url")).toMatch(new RegExp(`^http://.*/en/q/${uuid}$`));
});

test("SHELL-11 friends open on the timeline for who is signed in, on suggestions for a visitor", async ({
  page,
  another,
}) => {
  const friends = (where: Page) =>
    bottomBar(where).getByRole("link", { name: en("shell.friends") });
  await open(page, "/en/not_login_user");
  await friends(page).click();
  await page.waitForURL("**/en/me/friends?tab=recommend");
  const person = await another();
  await enrol(person.request);
  await open(person, "/en/me/home");
  await friends(person).click();
  await person.waitForURL("**/en/me/friends?tab=timeline");
});

test("SHELL-12 messages are marked as new until one has looked there", async ({ page }) => {
  await enrol(page.request);
  await open(page, "/en/me/home");
  const messages = bottomBar(page).getByRole("link", { name: en("shell.messages") });
  await expect(messages).toContainText(en("shell.new"));
  await messages.click();
  await page.waitForURL("**/en/me/talks");
  await expect(messages).not.toContainText(en("shell.new"));
  await open(page, "/en/me/home");
  await expect(messages).toHaveText(en("shell.messages"));
});
