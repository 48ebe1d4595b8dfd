import { type BrowserContext, devices, type Page } from "@playwright/test";
import { adSlots } from "@toibako/contract/ads/slots.ts";
import { type AdSite, openAdSite } from "./ads-site.ts";
import { askAndAnswer, askCommunity, registerAccount, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test, waitUntilHydrated } from "./fixture.ts";
import { accountPages, formatCommunityQuestion, listSharedPages, visitorPages } from "./pages.ts";
import { getSiteAddress } from "./second-site.ts";
import { translate } from "./texts.ts";

const address = getSiteAddress(import.meta.filename);

// Some of the pages don't exist for everybody. The host of the tags refuses nothing.
test.use({
  baseURL: address,
  tolerated: /Failed to load resource|Permissions-Policy|preloaded/,
});
test.describe.configure({ mode: "serial", timeout: 400_000 });

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
  const [ownerAccount, , payerAccount] = await Promise.all([
    registerAccount(owner.request, "ja"),
    registerAccount(member.request, "ja"),
    registerAccount(payer.request, "ja"),
    registerAccount(minor.request, "ja"),
  ]);
  account = ownerAccount;
  const birthday_year = new Date().getFullYear() - 16;
  await sendSuccessfully(minor.request, "PUT", "/api/v1/user/profiles", {
    user: { birthday_year, birthday_month: 1, birthday_day: 1 },
  });
  await sendSuccessfully(member.request, "POST", `/api/v2/me/follows/${account}`);
  // The slot of the timeline follows its second answer.
  const pairs = { "好きな色は？": "青です", "好きな季節は？": "春です" };
  [uuid = ""] = await askAndAnswer(member.request, owner.request, account, pairs);
  uuidInCommunity = await askCommunity(member.request, "朝ごはんは？");
  await askCommunity(member.request, "昼ごはんは？");
  await site.prepare(admin.request, [payerAccount]);
});

test.afterAll(async () => {
  await Promise.all(Object.values(people).map((context) => context.close()));
  await site?.stop();
});

const t = (key: string) => translate("ja", key);

const patient = { timeout: 60_000 };

const community = "/communities/daily/categories/life";
const timeline = "/me/friends?tab=timeline";

/** The pages with slots in which tags may run. */
const listReadingPages = () => [
  `/${account}`,
  `/q/${uuid}`,
  formatCommunityQuestion(uuidInCommunity),
  community,
  `${community}?tab=box`,
  `${community}/items`,
];

/** What shows that a page has something to do with advertising. */
const adCode = /\/(slot-ad|floating-ads|ad-frame)-|\/ads\/frame|\/api\/v2\/ad_tags/;

/** Opens a page, lets it be usable for three seconds, and returns the requests to other hosts and for advertising. */
async function listAdRequests(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  const note = (request: { url(): string }) => {
    const url = request.url();
    const isForeign = !url.startsWith(address) && !/^(data|blob|about):/.test(url);
    // The provider of payments is allowed where its card form is.
    if (isForeign && path.endsWith("/stg?tab=card") && !url.startsWith(site.host.origin)) return;
    if (isForeign || adCode.test(url)) found.push(url);
  };
  page.on("request", note);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  if ((await page.locator("html[lang]").count()) > 0) await waitUntilHydrated(page);
  await page.clock.fastForward(3_000);
  // A later request: those that the page made before it have been noted.
  await page.evaluate(() => fetch("/healthz"));
  page.off("request", note);
  if ((await page.locator("[data-ad-slot]").count()) > 0) found.push("a slot");
  return found;
}

/** Opens each page, two at a time, and expects that none has to do with advertising. */
async function expectNoAds(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const waiting = [...paths];
  await context.clock.install();
  // The clock is the context's, so no page is closed while another one sets it.
  const pages = [await context.newPage(), await context.newPage()];
  const openNext = async (page: Page) => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const found = await listAdRequests(page, path);
      expect([path, found]).toEqual([path, []]);
    }
  };
  await Promise.all(pages.map(openNext));
  await Promise.all(pages.map((page) => page.close()));
}

const listPages = (paths: readonly string[]) =>
  [...paths, ...listSharedPages(account, uuid, uuidInCommunity)].map((path) => `/ja${path}`);

/** Leaves the pages out on which tags may run. */
const omitReadingPages = (paths: readonly string[], more: readonly string[] = []) => {
  const reading = [...listReadingPages(), ...more].map((path) => `/ja${path}`);
  return paths.filter((path) => !reading.includes(path));
};

/** Expects that each page shows a frame that loads what its tag names. */
const expectAds = (context: BrowserContext, paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage();
      const isLoaded = page.waitForRequest(`${site.host.origin}/plain.gif`, patient);
      await openPage(page, `/ja${path}`);
      await page.locator("[data-ad-slot]").first().scrollIntoViewIfNeeded();
      await isLoaded;
      await page.close();
    }),
  );

test("ADS-02 before anything is configured, the pages that can have advertisements make no request to another host", async ({
  context,
}) => {
  // The other pages have no advertisements even with tags, as the next test shows.
  await expectNoAds(
    context,
    listReadingPages().map((path) => `/ja${path}`),
  );
});

test("ADS-02 ADS-04 with tags for every slot, a visitor's forms and fixed pages make no request to another host, and reading pages do", async ({
  context,
}) => {
  for (const slot of adSlots) await site.saveTag(slot, { body: site.host.tags.plain });
  await expectNoAds(context, omitReadingPages(listPages(visitorPages)));
  await expectAds(context, listReadingPages());
});

test("ADS-04 inbox, talks, settings, payment and the like make no request to another host for an account, and reading pages do", async () => {
  if (!people.member) throw new Error("there is no member");
  await expectNoAds(
    people.member,
    omitReadingPages(listPages(accountPages), ["/me/friends", timeline]),
  );
  await expectAds(people.member, [`/${account}`, timeline]);
});

for (const who of ["payer", "minor"] as const) {
  test(`ADS-01 ADS-04 pages on which others see advertisements, and the settings, make no request to another host for a ${who}`, async () => {
    const context = people[who];
    if (!context) throw new Error(`there is no ${who}`);
    const settings = accountPages.filter((path) => path.startsWith("/stg"));
    const paths = ["/me/friends", timeline, `${community}/users`, ...listReadingPages()];
    await expectNoAds(context, listPages([...settings, ...paths]));
  });
}

test("ADS-04 the console makes no request to another host", async () => {
  const pages = ["", "/cases", "/inquiries", "/people", "/contents", "/contents/ad_tags"];
  const more = ["/contents/ad_tags/header_promo", "/seals", "/audit", "/staff"];
  if (!people.admin) throw new Error("there is no admin");
  await expectNoAds(
    people.admin,
    [...pages, ...more].map((path) => `/ja/adm${path}`),
  );
});

test("ADS-06 Geniee's passback is called once for its ids", async ({ page }) => {
  const { host } = site;
  await site.saveTag("header_promo", { tag_type: "geniee", id: "1516450", body: host.tags.geniee });
  await site.saveTag("footer_promo", { tag_type: "geniee", id: "99", body: host.tags.geniee });
  await openPage(page, `/ja/${account}`);
  const frame = page.frameLocator('[data-ad-slot="header_promo"] iframe');
  await expect(frame.getByText("Passback 1516450")).toBeAttached(patient);
  await page.locator('[data-ad-slot="footer_promo"]').scrollIntoViewIfNeeded();
  const other = page.frameLocator('[data-ad-slot="footer_promo"] iframe');
  await expect(other.locator('[data-cptid="99"]')).toBeAttached(patient);
  expect(host.passbacks).toEqual([{ id: "1516450", selector: "[data-cptid='1516450']" }]);
});

test("ADMIN-09 ADS-01 ADS-06 an admin pastes a tag, tries it, saves it after a refusal that keeps it, and visitors see it", async ({
  page: visitor,
}) => {
  const page = await people.admin?.newPage();
  if (!page) throw new Error("there is no admin");
  const { host } = site;
  host.passbacks.length = 0;
  const path = "/ja/adm/contents/ad_tags/community_list";
  await openPage(page, path);
  const findInput = (key: string) => page.getByLabel(t(`staff_ads.${key}`), { exact: true });
  await findInput("type").selectOption("geniee");
  await findInput("id").fill("1516454");
  await findInput("body").fill(host.tags.geniee);
  await page.getByRole("button", { name: t("staff_ads.preview"), exact: true }).click();
  await expect(page.frameLocator("iframe").getByText("Passback 1516454")).toBeVisible(patient);
  expect(host.passbacks).toHaveLength(1);

  const save = page.getByRole("button", { name: t("staff_contents.save"), exact: true });
  await findInput("height").fill("9999");
  await save.click();
  await expect(findInput("height")).toHaveAttribute("aria-invalid", "true");
  await expect(findInput("body")).toHaveValue(host.tags.geniee);
  await findInput("height").fill("100");
  await save.click();
  await expect(page.getByText(t("staff_contents.saved"))).toBeVisible();
  await page.close();

  await openPage(visitor, `/ja${community}?tab=box`);
  await visitor.locator('[data-ad-slot="community_list"]').first().scrollIntoViewIfNeeded();
  const frame = visitor.frameLocator('[data-ad-slot="community_list"] iframe');
  await expect(frame.getByText("Passback 1516454")).toBeVisible(patient);
});

test("ADS-07 ADS-08 on an iPhone the native script gets the ids of its unit and the public page", async ({
  browser,
}) => {
  const ids = { ios_group_id: "g1", ios_unit_id: "u1" };
  await site.saveTag("timeline", { ...ids, body: site.host.tags.plain });
  const { userAgent } = devices["iPhone 15"];
  const context = await browser.newContext({ baseURL: address, userAgent });
  await context.addCookies((await people.member?.cookies()) ?? []);
  const page = await context.newPage();
  const native = page.waitForRequest(/\/native\.js/, patient);
  await openPage(page, `/ja${timeline}`);
  await page.locator('[data-ad-slot="timeline"]').scrollIntoViewIfNeeded();
  const { searchParams } = new URL((await native).url());
  expect(Object.fromEntries(searchParams)).toEqual({
    group_id: "g1",
    unit_id: "u1",
    page_url: `${address}/ja/me/friends`,
    referrer: "",
  });
  const frame = page.frameLocator('[data-ad-slot="timeline"] iframe');
  await expect(frame.getByText("Native u1")).toBeVisible(patient);
  await context.close();
});

test("ADS-05 the footer overlay stands above the navigation, covers no button, and stays closed for the session", async ({
  page,
}) => {
  await openPage(page, `/ja/${account}`);
  const bar = page.getByRole("region", { name: "広告" });
  await expect(bar.locator("iframe")).toBeVisible(patient);
  const navigation = await page.locator("nav[data-shell-bar]").boundingBox();
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);
  const button = bar.getByRole("button", { name: "広告を閉じる" });
  const size = await button.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect(bar).toHaveCount(0);
  const isAsked = page.waitForResponse(/slot=header_promo/, patient);
  await openPage(page, `/ja/q/${uuid}`);
  await isAsked;
  await expect(bar).toHaveCount(0);
});

/** Adds up how far the content of a page moves by itself, from now on. */
const measureShift = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });

const readShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);

test("ADS-09 nothing moves when an advertisement comes, when it is removed, and when the browser blocks it", async ({
  browser,
}) => {
  const { tags } = site.host;
  const context = await browser.newContext({ baseURL: address });
  const slot = '[data-ad-slot="community_question_bottom"]';
  const ownBanner = `${slot} [data-banner]`;
  await site.saveTag("footer_overlay", { body: "" });
  await site.saveTag("community_question_top", { body: tags.plain });
  const path = `/ja${formatCommunityQuestion(uuidInCommunity)}`;
  // The banner is higher than the first tag, and lower than the second.
  for (const height of [50, 300]) {
    await site.saveTag("community_question_bottom", { body: tags.burning(60, 100), height });
    const page = await context.newPage();
    await measureShift(page);
    await openPage(page, path);
    await expect(page.locator('[data-ad-slot="community_question_top"] iframe')).toBeVisible(
      patient,
    );
    await page.locator(slot).scrollIntoViewIfNeeded();
    const before = await page.locator(slot).boundingBox();
    await expect(page.locator(`${slot} iframe`)).toBeVisible(patient);
    await expect(page.locator(ownBanner)).toBeHidden();
    await expect(page.locator(`${slot} iframe`)).toHaveCount(0, patient);
    await expect(page.locator(ownBanner)).toBeVisible();
    expect((await page.locator(slot).boundingBox())?.height).toBe(before?.height);
    expect(await readShift(page)).toEqual([]);
    await page.close();
  }
  const page = await context.newPage();
  await page.route(/\/slot-ad-/, (route) => route.abort());
  await measureShift(page);
  await openPage(page, path);
  await expect(page.locator(ownBanner)).toBeVisible(patient);
  await expect(page.locator(slot).getByText("広告", { exact: true })).toHaveCount(0);
  expect(await readShift(page)).toEqual([]);
  await context.close();
});
