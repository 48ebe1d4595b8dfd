import type { BrowserContext, Locator, Page, Route } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { expect, openPage, pressInDialog, reloadPage, test } from "./fixture.ts";
import { postMessages, registerWriter, startTalk } from "./talk-calls.ts";
import { en, translate } from "./texts.ts";

// The browser logs the calls that fail while a device is offline, and those that a test aborts.
test.use({ tolerated: /Failed to load resource/ });

const getField = (page: Page, locale: Locale = "en") =>
  page.getByLabel(translate(locale, "messages.write"));
const getList = (page: Page) =>
  page.getByRole("region", { name: en("messages.list"), exact: true });
const getRows = (page: Page) => page.locator("[data-message]");
const openTalk = (page: Page, uuid: string, locale: Locale = "en") =>
  openPage(page, `/${locale}/me/talks/${uuid}`);

/** Sends a text by the keyboard. */
async function send(page: Page, text: string, locale: Locale = "en"): Promise<void> {
  await getField(page, locale).fill(text);
  await getField(page, locale).press("Control+Enter");
}

/** Opens a talk of two people, with these messages of the starter. The receiver has replied if there are many. */
async function openTalkOfTwo(page: Page, openBrowser: () => Promise<Page>, ...bodies: string[]) {
  const receiverPage = await openBrowser();
  const receiver = await registerWriter(receiverPage.request, "en", "Ken");
  await registerWriter(page.request, "en", "Mina");
  const uuid = await startTalk(page.request, receiver);
  await postMessages(page.request, uuid, "Hello");
  await postMessages(receiverPage.request, uuid, "Good evening");
  await postMessages(page.request, uuid, ...bodies);
  return { uuid, receiverPage };
}

for (const locale of ["ja", "en"] as const) {
  test(`TALK-12 TALK-13 TALK-18 two people talk by keyboard, and one goes offline and returns (${locale})`, async ({
    page,
    openBrowser,
  }) => {
    const text = (key: string) => translate(locale, key);
    const receiverPage = await openBrowser();
    const receiver = await registerWriter(receiverPage.request, locale, "Ken");
    await registerWriter(page.request, locale, "Mina");
    const uuid = await startTalk(page.request, receiver);
    await openTalk(page, uuid, locale);
    await send(page, "Hello", locale);
    await expect(getRows(page)).toContainText(["Hello"]);

    await openPage(receiverPage, `/${locale}/me/talks`);
    await receiverPage.getByRole("link", { name: text("talks.anonymous") }).press("Enter");
    await expect(getRows(receiverPage)).toContainText(["Hello"]);
    await expect(getRows(page)).toContainText([text("messages.read")]);

    // What arrives leaves the focus and the typed text alone.
    await getField(page, locale).fill("half a sen");
    await send(receiverPage, "Good evening", locale);
    await expect(getRows(page)).toContainText(["Hello", "Good evening"]);
    await expect(getField(page, locale)).toBeFocused();
    await expect(getField(page, locale)).toHaveValue("half a sen");

    await receiverPage.context().setOffline(true);
    await send(receiverPage, "written offline", locale);
    await expect(getRows(receiverPage).last()).toContainText(text("messages.sending"));
    await getField(receiverPage, locale).pressSequentially("and this");
    await send(page, "first", locale);
    await send(page, "second", locale);
    await expect(getField(receiverPage, locale)).toHaveValue("written offline\nand this");
    await expect(getField(receiverPage, locale)).toBeFocused();
    await receiverPage.context().setOffline(false);
    await expect(getRows(receiverPage)).toContainText(["Hello", "Good evening", "first", "second"]);
    await getField(receiverPage, locale).press("Control+Enter");
    const texts = ["Hello", "Good evening", "first", "second", "written offline"];
    for (const each of [page, receiverPage]) {
      await expect(getRows(each)).toHaveCount(5);
      await expect(getRows(each)).toContainText(texts);
    }
  });
}

test("TALK-13 TALK-14 a message whose replies are lost is stored once", async ({
  page,
  openBrowser,
}) => {
  const { uuid } = await openTalkOfTwo(page, openBrowser);
  await openTalk(page, uuid);
  let posts = 0;
  await page.route("**/api/v2/messages", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    posts += 1;
    await route.fetch();
    return posts < 3 ? route.abort() : route.fallback();
  });
  await send(page, "Only once");
  await expect(getRows(page).last()).toContainText("Only once");
  await expect(getRows(page).last()).not.toContainText(en("messages.sending"));
  await expect.poll(() => posts).toBe(3);
  await reloadPage(page);
  await expect(getRows(page)).toHaveCount(3);
  await expect(getField(page)).toHaveValue("");
});

test("TALK-28 an unsent text survives a reload of its talk, and is gone after it was sent", async ({
  page,
  openBrowser,
}) => {
  const { uuid } = await openTalkOfTwo(page, openBrowser);
  await openTalk(page, uuid);
  await getField(page).fill("unsent");
  await reloadPage(page);
  await expect(getField(page)).toHaveValue("unsent");
  await getField(page).press("Control+Enter");
  await expect(getRows(page).last()).toContainText("unsent");
  await expect(getRows(page).last()).not.toContainText(en("messages.sending"));
  await reloadPage(page);
  await expect(getField(page)).toHaveValue("");
});

/** Where a row is on the screen, in pixels. */
const measureTop = (row: Locator) => row.evaluate((element) => element.getBoundingClientRect().top);
const scrollTo = (page: Page, top: number) =>
  getList(page).evaluate((element, scrollTop) => {
    element.scrollTop = scrollTop;
  }, top);

test("TALK-10 TALK-11 a row stays where it is when older messages are added above, and when one arrives", async ({
  page,
  openBrowser,
}) => {
  const bodies = Array.from(
    { length: 60 },
    (_, index) => `Message ${index + 1} ${"and on ".repeat(index % 9)}`,
  );
  const { uuid, receiverPage } = await openTalkOfTwo(page, openBrowser, ...bodies);
  await openTalk(page, uuid);
  await expect(getRows(page)).toHaveCount(20);
  const atEnd = getRows(page).last();
  await expect(atEnd).toBeInViewport();

  const row = getRows(page).filter({ hasText: "Message 42 " });
  await scrollTo(page, 40);
  const before = await measureTop(row);
  await expect(getRows(page)).toHaveCount(40);
  expect(Math.abs((await measureTop(row)) - before)).toBeLessThanOrEqual(1);

  await postMessages(receiverPage.request, uuid, "Something new");
  const button = page.getByRole("button", { name: en("messages.new_message") });
  await expect(button).toBeVisible();
  expect(Math.abs((await measureTop(row)) - before)).toBeLessThanOrEqual(1);
  await button.click();
  await expect(getRows(page).last()).toContainText("Something new");
  await expect(getRows(page).last()).toBeInViewport();
  await expect(button).toBeHidden();
  // The list scrolls smoothly.
  const measureDistance = () =>
    getList(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  await expect.poll(measureDistance).toBeLessThanOrEqual(1);

  // At the end, the end stays on the screen: when the input grows, also right after the list has moved there, and when
  // messages arrive.
  await getField(page).focus();
  await getList(page).evaluate(async (list) => {
    const scrolled = new Promise((resolve) =>
      list.addEventListener("scroll", resolve, { once: true }),
    );
    list.scrollTop -= 100;
    await scrolled;
    list.scrollTop = list.scrollHeight;
    // Before the event of this movement.
    document.execCommand("insertText", false, "1\n2\n3\n4\n5\n6\n7\n8");
  });
  await expect(getRows(page).last()).toBeInViewport({ ratio: 1 });
  await postMessages(receiverPage.request, uuid, "And the last");
  await expect(getRows(page).last()).toContainText("And the last");
  await expect(getRows(page).last()).toBeInViewport({ ratio: 1 });
});

test("TALK-05 TALK-28 the text of a talk that was deleted meanwhile is kept for the next one with the account", async ({
  page,
  openBrowser,
}) => {
  const { uuid } = await openTalkOfTwo(page, openBrowser);
  await openTalk(page, uuid);
  const error = { code: "not_found", messages: ["There is no such talk."], details: {} };
  const refuse = (route: Route) => route.fulfill({ status: 404, json: { error } });
  await page.route("**/api/v2/messages*", refuse);
  await page.route(`**/api/v2/me/talks/${uuid}*`, refuse);
  await send(page, "A long thought");
  await expect(page.getByText(en("messages.gone_note"))).toBeVisible();
  await expect(getField(page)).toHaveValue("A long thought");
  await page.unrouteAll();
  await page.getByRole("link", { name: en("messages.start_again") }).click();
  await expect(page.getByText("A long thought")).toBeVisible();
  await page.getByRole("button", { name: en("talks.write"), exact: true }).click();
  await expect(getField(page)).toHaveValue("A long thought");
});

test("TALK-33 a message that is taken back disappears for both", async ({ page, openBrowser }) => {
  const { uuid, receiverPage } = await openTalkOfTwo(page, openBrowser, "A mistake");
  await openTalk(receiverPage, uuid);
  await expect(getRows(receiverPage).last()).toContainText("A mistake");
  await openTalk(page, uuid);
  await getRows(page)
    .last()
    .getByRole("button", { name: en("messages.own_menu") })
    .click();
  await page.getByRole("menuitem", { name: en("messages.take_back") }).click();
  await pressInDialog(page, "messages.take_back");
  for (const each of [page, receiverPage]) {
    await expect(getRows(each).last()).toContainText(en("talks.taken_back"));
    await expect(each.getByText("A mistake")).toBeHidden();
  }
});

test("TALK-31 the starter shows who they are, once", async ({ page, openBrowser }) => {
  const { uuid, receiverPage } = await openTalkOfTwo(page, openBrowser);
  await openTalk(receiverPage, uuid);
  await expect(receiverPage.getByRole("heading", { name: en("talks.anonymous") })).toBeVisible();
  await openTalk(page, uuid);
  await chooseInMenu(page, "messages.show");
  await pressInDialog(page, "messages.show_confirm");
  await expect(receiverPage.getByRole("heading", { name: "Mina" })).toBeVisible();
  await page.getByRole("button", { name: en("messages.menu") }).click();
  await expect(page.getByRole("menuitem", { name: en("messages.mute") })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: en("messages.show") })).toBeHidden();
});

async function chooseInMenu(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: en("messages.menu") }).click();
  await page.getByRole("menuitem", { name: en(key), exact: true }).click();
}

test("TALK-32 TALK-33 a talk can be muted, ended, and removed from the list, to which a new message brings it back", async ({
  page,
  openBrowser,
}) => {
  const { uuid, receiverPage } = await openTalkOfTwo(page, openBrowser);
  await openTalk(receiverPage, uuid);
  await chooseInMenu(receiverPage, "messages.mute");
  await expect(
    receiverPage.getByText(en("talks.muted"), { exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await chooseInMenu(receiverPage, "messages.end");
  await openTalk(page, uuid);
  await send(page, "Are you there?");
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
  await expect(getField(page)).toHaveValue("Are you there?");
  await receiverPage.getByRole("button", { name: en("messages.resume") }).click();
  await expect(receiverPage.getByText(en("messages.ended_note"))).toBeHidden();

  await chooseInMenu(receiverPage, "messages.remove");
  await pressInDialog(receiverPage, "talks.remove");
  await expect(receiverPage).toHaveURL(/\/me\/talks$/);
  await expect(receiverPage.getByRole("heading", { name: en("talks.empty_title") })).toBeVisible();
  await getField(page).press("Control+Enter");
  await receiverPage.getByRole("link", { name: en("talks.anonymous") }).click();
  await expect(getRows(receiverPage)).toHaveCount(1);
  await expect(getRows(receiverPage)).toContainText(["Are you there?"]);
});

test("addresses in messages name their host before they open", async ({ page, openBrowser }) => {
  const address = "https://example.com/page";
  const { uuid } = await openTalkOfTwo(page, openBrowser, `See ${address}.`);
  await page.context().route(address, (route) => route.fulfill({ body: "An example" }));
  await openTalk(page, uuid);
  await page.getByRole("link", { name: address }).click();
  await expect(
    page.getByRole("alertdialog").getByText("example.com", { exact: true }),
  ).toBeVisible();
  const opening = page.context().waitForEvent("page");
  await pressInDialog(page, "messages.leaving_confirm");
  await expect((await opening).getByText("An example")).toBeVisible();
});

test("TALK-09 the newest messages are readable without scripts", async ({
  page,
  openBrowser,
  browser,
}) => {
  const { uuid } = await openTalkOfTwo(page, openBrowser, "Readable");
  const context: BrowserContext = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plainPage = await context.newPage();
  await plainPage.goto(`/en/me/talks/${uuid}`);
  await expect(getRows(plainPage)).toContainText(["Hello", "Good evening", "Readable"]);
  await context.close();
});

test("TALK-04 a talk of others isn't found", async ({ page, openBrowser }) => {
  const { uuid } = await openTalkOfTwo(page, openBrowser);
  const stranger = await openBrowser();
  await registerWriter(stranger.request);
  const reply = await stranger.goto(`/en/me/talks/${uuid}`);
  expect(reply?.status()).toBe(404);
  await expect(stranger.getByRole("heading", { name: en("common.not_found_title") })).toBeVisible();
});

test("long words and many characters of a message don't widen the page", async ({
  page,
  openBrowser,
}) => {
  const bodies = ["W".repeat(1_000), "長".repeat(1_000), `https://example.com/${"a".repeat(500)}`];
  const { uuid } = await openTalkOfTwo(page, openBrowser, ...bodies);
  await page.setViewportSize({ width: 320, height: 568 });
  await openTalk(page, uuid);
  await getField(page).fill("W".repeat(500));
  const isWider = await page.evaluate(() =>
    [document.documentElement, document.querySelector("section[aria-label] > div")].some(
      (element) => element && element.scrollWidth > innerWidth,
    ),
  );
  expect(isWider).toBe(false);
});
