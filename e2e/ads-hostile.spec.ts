import type { Cookie, Page } from "@playwright/test";
import { attempts, leavingAttempts } from "@toibako/sandbox/ads/hostile.ts";
import { type AdSite, openAdSite } from "./ads-site.ts";
import { wholeBrowser } from "./browsers.ts";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress } from "./second-site.ts";

const address = getSiteAddress(18);

// The browser reports what it refuses to the tag. Only the whole browser gives sandboxed frames a process of their own.
test.use({
  baseURL: address,
  tolerated: /[\s\S]*/,
  launchOptions: { ...wholeBrowser, ignoreDefaultArgs: ["--disable-popup-blocking"] },
});
test.describe.configure({ mode: "serial" });

let site: AdSite;
let account = "";
/** The cookies of an account, so that there is a session to steal. */
let cookies: Cookie[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  site = await openAdSite(address);
  const [admin, owner, reader] = await Promise.all([
    browser.newContext({ baseURL: address }),
    browser.newContext({ baseURL: address }),
    browser.newContext({ baseURL: address }),
  ]);
  account = await registerAccount(owner.request, "ja");
  await registerAccount(reader.request, "ja");
  cookies = await reader.cookies();
  await site.prepare(admin.request);
});

test.afterAll(() => site?.stop());

const frameSelector = '[data-ad-slot="header_promo"] iframe';

/** Opens a profile as an account. */
async function openReader(page: Page): Promise<void> {
  await page.context().addCookies(cookies);
  await openPage(page, `/ja/${account}`);
}

/** Everything of a page that a tag could change. */
const describePage = (page: Page) =>
  page.evaluate(async (selector) => {
    const { x, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
    return {
      address: location.href,
      title: document.title,
      local: JSON.stringify(localStorage),
      cookie: document.cookie,
      databases: (await indexedDB.databases()).map(({ name }) => name),
      box: { x, width, height },
    };
  }, frameSelector);

/** What the tag reports where it has reached something. */
const successes = new Set(
  "stored opened granted registered started readable loaded full locked found filmed written shown shared awake answered"
    .split(" ")
    .map((word) => `got: ${word}`),
);

/** How many attempts one frame makes. All at once would take so long that the page removes it. */
const attemptsOfFrame = 8;
const names = Object.keys(attempts) as (keyof typeof attempts)[];

for (let first = 0; first < names.length; first += attemptsOfFrame) {
  const tried = names.slice(first, first + attemptsOfFrame);
  test(`ADS-03 a hostile tag achieves nothing outside of its frame by ${tried.join(", ")}`, async ({
    page,
    context,
  }) => {
    const { host } = site;
    host.outcomes.clear();
    await site.saveTag("header_promo", { body: host.tags.hostile(tried) });
    const dialogs: string[] = [];
    const downloads: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    page.on("download", (download) => downloads.push(download.url()));
    await openReader(page);
    const field = page.getByRole("textbox").first();
    await field.click();
    await field.pressSequentially("こ");
    await expect(page.locator(frameSelector)).toBeVisible({ timeout: 10_000 });
    const before = await describePage(page);
    const siteCookies = await context.cookies(address);
    const sent: { url: string; cookie: string | undefined }[] = [];
    page.on("request", async (request) => {
      // The page itself asks for the frame's document.
      const isOfPage = request.frame() === page.mainFrame() || request.url().includes("/ads/frame");
      if (isOfPage || !request.url().startsWith(address)) return;
      const { cookie } = await request.allHeaders();
      sent.push({ url: request.url(), cookie });
    });
    await expect.poll(() => host.outcomes.has("finished"), { timeout: 20_000 }).toBe(true);

    // The reader goes on writing.
    await page.keyboard.type("んにちは");
    await expect(field).toHaveValue("こんにちは");
    expect(await describePage(page)).toEqual(before);
    expect([dialogs, downloads, context.pages().length]).toEqual([[], [], 1]);
    expect(await context.cookies(address)).toEqual(siteCookies);
    expect(sent.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
    const stolen = host.requests.filter(({ path }) => path === "/stolen" || path === "/popup");
    expect(stolen).toEqual([]);
    expect(host.requests.filter(({ cookie, referer }) => cookie ?? referer)).toEqual([]);
    expect(tried.filter((name) => !host.outcomes.has(name))).toEqual([]);
    expect([...host.outcomes].filter(([, outcome]) => successes.has(outcome))).toEqual([]);
  });
}

/** What a press allows, if anything does. Others would move the tag away from the pointer. */
const pressed = [
  "top_navigation",
  "top_link",
  "top_form",
  "download",
  "alert",
  "fullscreen",
  "pointer_lock",
  "clipboard_write",
  "history_back",
] as const;

test("ADS-03 a press on a hostile tag opens at most a sandboxed tab, which can't reach the page", async ({
  page,
}) => {
  site.host.outcomes.clear();
  await site.saveTag("header_promo", { body: site.host.tags.hostile(pressed) });
  await openReader(page);
  const frame = page.frameLocator(frameSelector);
  const before = await describePage(page);
  await frame.getByText("Press").click({ timeout: 20_000 });
  await expect.poll(() => site.host.outcomes.has("pressed_clipboard_write")).toBe(true);
  await expect.poll(() => site.host.outcomes.has("popup_storage")).toBe(true);
  const { address: shown } = await describePage(page);
  expect(shown).toBe(before.address);
  expect(site.host.outcomes.get("popup_opener")).toBe("done: no opener");
  expect(site.host.outcomes.get("popup_storage")).toContain("refused");
  expect(site.host.requests.filter(({ path }) => path === "/stolen")).toEqual([]);
  expect(site.host.requests.filter(({ cookie, referer }) => cookie ?? referer)).toEqual([]);
});

for (const name of Object.keys(leavingAttempts) as (keyof typeof leavingAttempts)[]) {
  test(`ADS-03 the page stays as it is when a tag tries ${name}`, async ({ page }) => {
    await site.saveTag("header_promo", { body: site.host.tags.hostile([name]) });
    await openReader(page);
    await expect(page.locator(frameSelector)).toBeAttached({ timeout: 10_000 });
    await expect(page.locator(frameSelector)).toHaveCount(0, { timeout: 15_000 });
    expect(new URL(page.url()).pathname).toBe(`/ja/${account}`);
    expect(site.host.requests.filter(({ path }) => path === "/stolen")).toEqual([]);
    await page.getByRole("textbox").first().fill("まだ書けます");
  });
}

for (const [name, milliseconds] of [
  ["loops endlessly", undefined],
  ["burns", 60],
  ["burns a little more than allowed", 30],
] as const) {
  test(`ADS-03 a tag that ${name} is removed within three seconds, and the page answers meanwhile`, async ({
    page,
  }) => {
    const { tags } = site.host;
    const body = milliseconds === undefined ? tags.looping : tags.burning(milliseconds);
    await site.saveTag("header_promo", { body });
    await openReader(page);
    const begun = page.waitForRequest(/\/(burn|loop)\.js/);
    await begun;
    const start = Date.now();
    await page.getByRole("textbox").first().fill("書けます", { timeout: 1_000 });
    await expect(page.locator(frameSelector)).toHaveCount(0, { timeout: 10_000 });
    expect(Date.now() - start).toBeLessThan(3_500);
  });
}

test("ADS-03 a tag that behaves stays", async ({ page }) => {
  await site.saveTag("header_promo", { body: site.host.tags.plain });
  await openReader(page);
  await page.waitForResponse(/plain\.gif/);
  // Longer than it takes to remove a frame.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 4_000)));
  await expect(page.frameLocator(frameSelector).getByText("Ad")).toBeVisible();
});
