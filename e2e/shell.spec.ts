import type { Locator, Page } from "@playwright/test";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { askAndAnswer, registerAccount, sendQuestions } from "./calls.ts";
import {
  delayRequests,
  expect,
  openPage,
  test,
  waitForAnimations,
  waitUntilHydrated,
} from "./fixture.ts";
import { en, translate } from "./texts.ts";

function findBottomBar(page: Page) {
  return page.getByRole("navigation", { name: en("shell.main_navigation") });
}

test.describe("languages", () => {
  test.use({ tolerated: /Failed to load resource.*nowhere/ });

  test("SHELL-02 the language picker changes only the first path segment, on public and personal pages", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    const answers = { "Seen?": "Yes.", "Two?": "2", "Three?": "3", "Four?": "4" };
    const [uuid] = await askAndAnswer(request, request, account, answers);
    const publicPaths = [
      "",
      `/${account}?page=2`,
      `/q/${uuid}`,
      "/acc/login?next=%2Fen%2Fbox",
      "/acc/regist",
      "/fxp/terms",
      "/not_login_user",
      "/q/nowhere",
    ];
    const links = page.getByRole("navigation", { name: en("shell.language") }).getByRole("link");
    const footer = page.getByRole("contentinfo");
    const expectLinks = async (path: string, isSignedIn: boolean) => {
      await openPage(page, `/en${path}`);
      if (isSignedIn) await footer.getByText(en("shell.about_site")).click();
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect.soft(hrefs).toEqual(locales.map((locale) => `/${locale}${path}`));
    };
    for (const path of publicPaths) await expectLinks(path, false);
    await registerAccount(page.request);
    for (const path of ["/me/home?tab=send", "/box/dust?page=2", "/me/notices"])
      await expectLinks(path, true);
    expect
      .soft(await links.allTextContents())
      .toEqual(["日本語", "English", "简体中文", "繁體中文", "한국어", "Deutsch", "ไทย"]);
  });
});

test("SHELL-02 SHELL-03 choosing German opens the same page in German, with the language tag de", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, `/en/${account}?page=2`);
  await page.getByRole("contentinfo").getByRole("link", { name: "Deutsch" }).click();
  await page.waitForURL(`**/dt/${account}?page=2`);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: translate("dt", "questions.send") })).toBeVisible();
});

test("SHELL-04 SHELL-21 the header links to the top page and the notices, and opens one drawer at a time", async ({
  page,
}) => {
  const account = await registerAccount(page.request);
  await openPage(page, "/en/fxp/terms");
  const header = page.getByRole("banner");
  const logo = header.getByRole("link", { name: en("shell.to_top") });
  await expect(logo).toHaveAttribute("href", "/en");
  await expect(logo).not.toHaveAttribute("aria-current");
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

  // The fullscreen loader covers an open drawer without closing it.
  const release = await delayRequests(page, "**/acc/session");
  await header.getByRole("button", { name: en("shell.menu") }).click();
  await menu.getByRole("button", { name: en("shell.log_out") }).click();
  await expect(page.getByText(en("common.loading"), { exact: true })).toBeVisible();
  await expect(menu).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("slipped into a box");
});

/** Follows the footer's link to the guide, and opens the menu there. */
async function openMenuOnGuide(page: Page): Promise<Locator> {
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: en("help.guide") })
    .click();
  await expect(page).toHaveURL(/\/en\/guide$/);
  await page
    .getByRole("banner")
    .getByRole("button", { name: en("shell.menu") })
    .click();
  const menu = page.getByRole("dialog", { name: en("shell.menu"), exact: true });
  await expect(menu).toBeVisible();
  return menu;
}

test("SHELL-21 on wide screens the drawers are boxes below the header, on phones they are as high as the screen", async ({
  page,
}) => {
  await registerAccount(page.request);
  await openPage(page, "/en/hp");
  const header = page.getByRole("banner");
  for (const key of ["shell.menu", "shell.accounts"]) {
    const drawer = page.getByRole("dialog", { name: en(key), exact: true });
    for (const size of [
      { width: 390, height: 800 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      const bar = await header.boundingBox();
      await page.getByRole("button", { name: en(key), exact: true }).click();
      await expect(drawer).toBeVisible();
      await waitForAnimations(page);
      const box = await drawer.boundingBox();
      if (!box || !bar) throw new Error("the drawer or the header has no box");
      if (size.width < 1024) expect(box).toMatchObject({ y: 0, height: size.height });
      else expect(box.y).toBeGreaterThanOrEqual(bar.y + bar.height);
      expect(box.y + box.height).toBeLessThanOrEqual(size.height);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
      await page.keyboard.press("Escape");
      await expect(drawer).toHaveCount(0);
    }
  }
});

test("SHELL-21 going back closes an open drawer", async ({ page }) => {
  await openPage(page, "/en/fxp/terms");
  const menu = await openMenuOnGuide(page);
  // A blocked step back resolves no navigation, so Playwright's own function would wait for one.
  await page.evaluate(() => history.back());
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/en\/guide$/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en("help.terms"));
});

test("SHELL-21 on the first page of a tab, going back closes an open dialog and stays", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await askAndAnswer(request, request, account, { "Tea?": "Yes." });
  await openPage(page, `/en/${account}`);
  await page
    .getByRole("button", { name: en("friends.follow") })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: en("accounts.invite_title") });
  await expect(dialog).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Mina", level: 1 })).toBeVisible();
});

test("SHELL-04 a page below the main ones leads back to the page before, by its name, and keeps the navigation lit", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, page.request, account, { "Tea?": "Yes." });
  await page.setViewportSize({ width: 390, height: 664 });
  await openPage(page, `/en/${account}`);
  await page.getByRole("heading", { name: "Tea?" }).click();
  await page.waitForURL(`**/en/q/${uuid}`);
  const ownPage = findBottomBar(page).getByRole("link", { name: en("shell.own_page") });
  await expect(ownPage).toHaveAttribute("aria-current", "true");
  const back = page.getByRole("banner").getByRole("button", { name: /^Back to .*Mina/ });
  await expect(back).toBeInViewport({ ratio: 1 });
  await back.click();
  await page.waitForURL(`**/en/${account}`);
  await expect(back).toHaveCount(0);
  await expect(ownPage).toHaveAttribute("aria-current", "page");
});

test("SHELL-04 while the next page loads, the header is that of the page that is shown", async ({
  page,
}) => {
  await openPage(page, "/en/fxp/terms");
  const release = await delayRequests(page, "**/api/v2/pages/guide**");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: en("help.guide") })
    .click();
  await page.waitForURL("**/en/guide");
  const back = page.getByRole("banner").getByRole("button", { name: /^Back to/ });
  // Drawn twice, the page has taken over the new address.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await back.count()).toBe(0);
  release();
  await expect(back).toBeVisible();
});

test("SHELL-21 going back closes an open drawer even while the next page is loading", async ({
  page,
}) => {
  await openPage(page, "/en/fxp/terms");
  const release = await delayRequests(page, "**/api/v2/pages/guide**");
  const menu = await openMenuOnGuide(page);
  await page.evaluate(() => history.back());
  await expect(menu).toBeHidden();
  release();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(en("help.terms"));
});

test("SHELL-09 SHELL-10 FEEL-08 FEEL-12 the bottom bar links to the built features, with the only count at the inbox, and to the account's profile", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const other = await registerAccount(request);
  await askAndAnswer(page.request, request, other, { "Mine?": "Yes." });
  await sendQuestions(request, account, "1?", "2?");
  await openPage(page, "/en/me/home");
  const links = findBottomBar(page).getByRole("link");
  await expect(links).toHaveCount(5);
  await expect(findBottomBar(page).getByText(en("shell.game"))).toHaveCount(0);
  // A badge contains its number and then a text for screen readers, so "3" and "3 unread" read "33 unread".
  const expected = [
    ["shell.home", "/en/me/home", ""],
    ["shell.inbox", "/en/box", "22 unread"],
    ["shell.friends", "/en/me/friends?tab=timeline", ""],
    ["shell.messages", "/en/me/talks", en("shell.new")],
    ["shell.own_page", `/en/${account}`, ""],
  ] as const;
  for (const [index, [key, href, badge]] of expected.entries()) {
    await expect(links.nth(index)).toHaveAttribute("href", href);
    await expect(links.nth(index)).toHaveText(`${badge}${en(key)}`);
  }
});

test("SHELL-15 the footer links to the site's own pages, and an unknown page has the status 404", async ({
  page,
  request,
}) => {
  await openPage(page, "/en");
  const links = page.getByRole("navigation", { name: en("shell.site_pages") }).getByRole("link");
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

test("SHELL-22 PRIV-05 a new question raises the count at once, up to 10 and then 10+", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, ..."123456789".split(""));
  const listening = page.waitForResponse("**/api/v2/me/events*");
  await openPage(page, "/en/fxp/terms");
  await listening;
  await page.evaluate(() => {
    document.body.dataset.kept = "yes";
  });
  const inbox = findBottomBar(page).getByRole("link", { name: en("shell.inbox") });
  for (const [count, shown] of [
    ["9", "9"],
    ["10", "10"],
    ["11", "10+"],
  ]) {
    await expect(inbox).toHaveText(`${shown}${count} unread${en("shell.inbox")}`);
    await sendQuestions(request, account, "And?");
  }
  await expect(page.locator("body")).toHaveAttribute("data-kept", "yes");
});

test("SHELL-30 the address / leads visitors to the top page and accounts to their profile", async ({
  page,
}) => {
  await openPage(page, "/");
  await expect(page).toHaveURL(/\/ja$/);
  const main = page.getByRole("main");
  for (const key of ["accounts.regist_button", "accounts.login_button"]) {
    await expect(main.getByRole("link", { name: translate("ja", key) }).first()).toBeVisible();
  }
  const account = await registerAccount(page.request, "ja", "ゆい");
  await page.goto("/");
  await expect(page).toHaveURL(new RegExp(`/ja/${account}$`));
  await waitUntilHydrated(page);
  await expect(page.getByRole("heading", { name: "ゆい", level: 1 })).toBeVisible();
});

test("SHELL-31 page titles and the text of a post on X contain the product's name", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const [uuid] = await askAndAnswer(request, page.request, account, { "Seen?": "Yes." });
  const paths = ["", "/acc/login", "/fxp/terms", `/${account}`, `/q/${uuid}`, "/box", "/me/home"];
  for (const path of paths) {
    await page.goto(`/en${path}`);
    await expect(page).toHaveTitle(/Toibako$/);
  }
  await page.goto("/ja/fxp/terms");
  await expect(page).toHaveTitle(new RegExp(`${translate("ja", "common.site_name")}$`));
  await openPage(page, `/en/q/${uuid}`);
  await page
    .getByRole("link", { name: en("shares.share") })
    .first()
    .click();
  const post = page.getByRole("main").getByRole("link", { name: "X", exact: true });
  const address = new URL((await post.getAttribute("href")) ?? "");
  expect(address.searchParams.get("hashtags")).toBe("toibako");
  expect(address.searchParams.get("text")).toContain("Toibako");
  expect(address.searchParams.get("url")).toMatch(new RegExp(`^http://.*/en/q/${uuid}$`));
});

test("SHELL-11 FRND-12 the friends link opens the timeline for accounts and recommended answers for visitors", async ({
  page,
  openBrowser,
}) => {
  await openPage(page, "/en/not_login_user");
  await findBottomBar(page)
    .getByRole("link", { name: en("shell.friends") })
    .click();
  await page.waitForURL("**/en/me/friends?tab=recommend");
  const person = await openBrowser();
  await registerAccount(person.request);
  await openPage(person, "/en/me/home");
  await findBottomBar(person)
    .getByRole("link", { name: en("shell.friends") })
    .click();
  await person.waitForURL("**/en/me/friends?tab=timeline");
  const tabs = person.getByRole("navigation", { name: en("friends.tabs") }).getByRole("link");
  await expect(tabs).toHaveCount(4);
  await expect(tabs.first()).toHaveAttribute("aria-current", "page");
  await expect(person.getByText(en("friends.no_timeline_title"))).toBeVisible();
});

test("FEEL-08 the home and both drawers link to the account's profile", async ({ page }) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const own = `/en/${account}`;
  await openPage(page, "/en/me/home");
  const greeting = page.getByRole("main").getByRole("link", { name: /Mina/ });
  await expect(greeting).toHaveAttribute("href", own);
  for (const drawer of ["shell.menu", "shell.accounts"]) {
    await page.getByRole("button", { name: en(drawer) }).click();
    const link = page.getByRole("dialog").getByRole("link", { name: en("shell.own_page") });
    await expect(link).toHaveAttribute("href", own);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await greeting.click();
  await page.waitForURL(`**${own}`);
  await expect(page.getByRole("link", { name: en("profiles.edit") })).toHaveAttribute(
    "href",
    "/en/stg#profile",
  );
  await page.getByText(en("questions.ask_yourself")).click();
  await expect(page.getByRole("main").getByRole("textbox").first()).toBeVisible();
});

test("FEEL-08 BOX-15 the profile of another account has a menu that copies its link, blocks and reports", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, `/en/${account}`);
  const findMenuButton = () =>
    page.getByRole("button", { name: en("profiles.menu", { name: "Mina" }) });
  await findMenuButton().click();
  const copy = en("profiles.copy_their_link", { name: "Mina" });
  await page.getByRole("menuitem", { name: copy }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`/en/${account}$`));
  await findMenuButton().click();
  await page.getByRole("menuitem", { name: en("moderation.block") }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: en("moderation.block") }).click();
  await expect(dialog).toHaveCount(0);
  const blocks = (await (await page.request.get("/api/v2/me/blocks")).json()) as {
    blocks: { account: string }[];
  };
  expect(blocks.blocks.map((block) => block.account)).toEqual([account]);
  await findMenuButton().click();
  await page.getByRole("menuitem", { name: en("moderation.report") }).click();
  const sheet = page.getByRole("dialog", {
    name: en("moderation.report_account_title", { name: "Mina" }),
  });
  await sheet.getByRole("radio", { name: en("talks.reason_harassment") }).check();
  await sheet.getByRole("button", { name: en("moderation.report_confirm") }).click();
  await expect(page.getByText(en("talks.reported_text"))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/en/${account}$`));
});

test.describe("a narrow phone", () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test("SHELL-24 the home, the inbox and the communities fit, and no tab is out of sight, in languages with long words", async ({
    page,
  }) => {
    await registerAccount(page.request, "en", "Mina");
    for (const locale of ["dt", "ko", "th"]) {
      for (const path of ["me/home", "box", "communities"]) {
        await openPage(page, `/${locale}/${path}`);
        const widths = await page.evaluate(() => ({
          page: document.documentElement.scrollWidth,
          hiddenTabs: [...document.querySelectorAll("main nav ul")]
            .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
            .filter((hiddenWidth) => hiddenWidth > 0),
        }));
        expect.soft(widths, `/${locale}/${path}`).toEqual({ page: 320, hiddenTabs: [] });
      }
    }
  });

  test("SHELL-09 the labels of the bottom navigation and the placeholder of the search are shown whole in every language", async ({
    page,
  }) => {
    await registerAccount(page.request, "en", "Mina");
    for (const locale of locales) {
      await openPage(page, `/${locale}/me/friends`);
      await expectWholeLabels(page, locale);
      const spareWidth = await page.getByRole("searchbox").evaluate((field: HTMLInputElement) => {
        const style = getComputedStyle(field);
        const context = document.createElement("canvas").getContext("2d");
        if (!context) throw new Error("the browser can't measure texts");
        context.font = style.font;
        const inset = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
        return field.clientWidth - inset - context.measureText(field.placeholder).width;
      });
      expect.soft(spareWidth, locale).toBeGreaterThanOrEqual(0);
      const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(pageWidth, locale).toBe(320);
    }
  });

  test("SHELL-09 the bottom navigation of a visitor, which has the communities, is shown whole in every language", async ({
    page,
  }) => {
    for (const locale of locales) {
      await openPage(page, `/${locale}/communities`);
      await expectWholeLabels(page, locale);
    }
  });

  async function expectWholeLabels(page: Page, locale: Locale) {
    const cutLabels = await page
      .locator("nav.fixed li > * > span:last-child")
      .evaluateAll((labels) =>
        labels
          .filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              // Whole pixels, and letters that are higher than their line.
              scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 6,
          )
          .map(({ textContent }) => textContent),
      );
    expect.soft(cutLabels, locale).toEqual([]);
    const lastDestination = await page.locator("nav.fixed li").last().boundingBox();
    const end = (lastDestination?.x ?? 0) + (lastDestination?.width ?? 0);
    expect.soft(Math.round(end), locale).toBe(320);
  }
});
