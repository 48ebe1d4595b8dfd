import type { BrowserContext, Page } from "@playwright/test";
import { adSlots } from "@toibako/contract/ads/slots.ts";
import { type AdSite, openAdSite } from "./ads-site.ts";
import { askAndAnswer, askCommunity, registerAccount, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test, waitUntilHydrated } from "./fixture.ts";
import { accountPages, formatCommunityQuestion, listSharedPages, visitorPages } from "./pages.ts";
import { getSiteAddress } from "./second-site.ts";

const address = getSiteAddress(import.meta.filename);

// Some of the pages don't exist for everybody. The host of the tags refuses nothing.
test.use({ baseURL: address, tolerated: /Failed to load resource|Permissions-Policy|preloaded/ });
test.describe.configure({ mode: "serial" });

let site: AdSite;
let account = "";
let uuid = "";
let uuidInCommunity = "";
const people: Partial<Record<"member" | "payer" | "minor" | "admin", BrowserContext>> = {};

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  site = await openAdSite(address);
  const open = () => browser.newContext({ baseURL: address });
  const [owner, member, payer, minor, admin] = await Promise.all([
    open(),
    open(),
    open(),
    open(),
    open(),
  ]);
  Object.assign(people, { member, payer, minor, admin });
  account = await registerAccount(owner.request, "ja");
  await registerAccount(member.request, "ja");
  const payerAccount = await registerAccount(payer.request, "ja");
  await registerAccount(minor.request, "ja");
  const birthday_year = new Date().getFullYear() - 16;
  await sendSuccessfully(minor.request, "PUT", "/api/v1/user/profiles", {
    user: { birthday_year, birthday_month: 1, birthday_day: 1 },
  });
  const pairs = { "好きな色は？": "青です" };
  [uuid = ""] = await askAndAnswer(member.request, owner.request, account, pairs);
  uuidInCommunity = await askCommunity(member.request, "朝ごはんは？");
  await site.prepare(admin.request, [payerAccount]);
});

test.afterAll(async () => {
  await Promise.all(Object.values(people).map((context) => context.close()));
  await site?.stop();
});

/** The pages on which tags may run, as the beginnings of their paths. */
const listReadingPages = () => [
  `/${account}`,
  `/q/${uuid}`,
  formatCommunityQuestion(uuidInCommunity),
];

/** Opens a page, lets it be usable for three seconds, and returns the requests that went to other hosts. */
async function listForeignRequests(page: Page, path: string): Promise<string[]> {
  const foreign: string[] = [];
  const note = (request: { url(): string }) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob|about):/.test(url)) foreign.push(url);
  };
  page.on("request", note);
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForLoadState("domcontentloaded");
  if ((await page.locator("html[lang]").count()) > 0) await waitUntilHydrated(page);
  await page.clock.runFor(3_000);
  // A later request: those that the page made before it have been noted.
  await page.evaluate(() => fetch("/healthz"));
  page.off("request", note);
  return foreign;
}

const isOfAds = (url: string) => url.startsWith(site.host.origin);

async function saveAllTags(): Promise<void> {
  const { tags } = site.host;
  for (const slot of adSlots) await site.saveTag(slot, { body: tags.plain });
}

const listAllPages = (paths: readonly string[]) => [
  ...paths,
  ...listSharedPages(account, uuid, uuidInCommunity),
];

test("ADS-02 before anything is configured, no page makes a request to another host", async ({
  page,
}) => {
  test.setTimeout(300_000);
  await page.clock.install();
  for (const path of listAllPages(visitorPages))
    expect([path, await listForeignRequests(page, `/ja${path}`)]).toEqual([path, []]);
});

test("ADS-02 ADS-04 with tags for every place, a visitor's forms and fixed pages make no request to another host, and reading pages do", async ({
  page,
}) => {
  test.setTimeout(400_000);
  await saveAllTags();
  await page.clock.install();
  for (const path of listAllPages(visitorPages)) {
    const foreign = await listForeignRequests(page, `/ja${path}`);
    const mayShowAds = [...listReadingPages(), "/communities/daily"].some((start) =>
      path.startsWith(start),
    );
    if (!mayShowAds) expect([path, foreign]).toEqual([path, []]);
  }
  for (const path of listReadingPages()) {
    await openPage(page, `/ja${path}`);
    await page.clock.runFor(3_000);
    await expect(page.locator("iframe").first()).toBeAttached();
  }
  await expect.poll(() => site.host.requests.length).toBeGreaterThan(0);
});

for (const who of ["member", "payer", "minor"] as const) {
  test(`ADS-04 inbox, talks, settings, payment and the like make no request to another host for a ${who}`, async () => {
    test.setTimeout(500_000);
    const page = await people[who]?.newPage();
    if (!page) throw new Error(`there is no ${who}`);
    await page.clock.install();
    const mayShowAds = (path: string) =>
      who === "member" &&
      [...listReadingPages(), "/communities/daily", "/me/friends"].some((start) =>
        path.startsWith(start),
      );
    for (const path of listAllPages(accountPages)) {
      const foreign = await listForeignRequests(page, `/ja${path}`);
      const isPayment = path.startsWith("/stg?tab=card");
      const found = isPayment ? foreign.filter(isOfAds) : foreign;
      if (!mayShowAds(path)) expect([path, found]).toEqual([path, []]);
    }
    if (who === "member") {
      await openPage(page, `/ja/${account}`);
      await page.clock.runFor(3_000);
      await expect(page.locator("iframe").first()).toBeAttached();
    }
    await page.close();
  });
}

test("ADS-04 the console makes no request to another host", async () => {
  test.setTimeout(200_000);
  const page = await people.admin?.newPage();
  if (!page) throw new Error("there is no admin");
  await page.clock.install();
  const pages = ["", "/cases", "/inquiries", "/people", "/contents", "/contents/ad_tags"];
  for (const path of [...pages, "/contents/ad_tags/header_promo", "/seals", "/audit", "/staff"])
    expect([path, await listForeignRequests(page, `/ja/adm${path}`)]).toEqual([path, []]);
});

test("ADS-06 ADS-08 Geniee's passback is called once for its ids, and the native script gets ids and the public page", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { host } = site;
  await site.saveTag("header_promo", { tag_type: "geniee", id: "1516450", body: host.tags.geniee });
  await site.saveTag("footer_promo", { tag_type: "geniee", id: "99", body: host.tags.geniee });
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await openPage(page, `/ja/${account}`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const frame = page.frameLocator('[data-ad-slot="header_promo"] iframe');
  await expect(frame.getByText("Passback 1516450")).toBeAttached();
  const other = page.frameLocator('[data-ad-slot="footer_promo"] iframe');
  await expect(other.locator('[data-cptid="99"]')).toBeAttached();
  expect(host.passbacks).toEqual([{ id: "1516450", selector: "[data-cptid='1516450']" }]);
  await context.close();
});

test("ADS-05 the footer overlay stands above the navigation, covers no button, and stays closed for the session", async ({
  page,
}) => {
  await openPage(page, `/ja/${account}`);
  const bar = page.getByRole("region", { name: "広告" });
  await expect(bar.locator("iframe")).toBeVisible({ timeout: 15_000 });
  const navigation = await page.locator("nav[data-shell-bar]").boundingBox();
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);
  const button = bar.getByRole("button", { name: "広告を閉じる" });
  const size = await button.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(bar).toHaveCount(0);
  await openPage(page, `/ja/q/${uuid}`);
  await page.waitForResponse(/slot=header_promo/);
  await expect(bar).toHaveCount(0);
});
