import type { BrowserContext, Page, Request } from "@playwright/test";
import { registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { translate } from "./texts.ts";

// The browser logs the streams that are refused.
test.use({ tolerated: /Failed to load resource.*(409|503)/ });

const streamPath = "**/api/v2/me/events*";
const shownPath = "/en/fxp/terms";

/** Counts the streams that the pages of a browser have opened, and those that are still open. */
function watchStreams(context: BrowserContext) {
  const streams = { opened: 0, open: 0 };
  const isStream = (request: Request) => request.url().includes("/api/v2/me/events");
  context.on("request", (request) => {
    if (!isStream(request)) return;
    streams.opened += 1;
    streams.open += 1;
  });
  const countEnd = (request: Request) => {
    if (isStream(request)) streams.open -= 1;
  };
  context.on("requestfailed", countEnd);
  context.on("requestfinished", countEnd);
  return streams;
}

const expectUnread = (page: Page, count: number) =>
  expect(
    page.getByRole("link", { name: translate("en", "shell.inbox") }).filter({ hasText: "unread" }),
  ).toContainText(`${count} unread`);

async function openTabs(page: Page, count: number): Promise<Page[]> {
  const listening = page.waitForResponse(streamPath);
  await openPage(page, shownPath);
  await listening;
  const tabs = [page];
  while (tabs.length < count) {
    const tab = await page.context().newPage();
    await openPage(tab, shownPath);
    tabs.push(tab);
  }
  return tabs;
}

test("PRIV-05 eight tabs share one stream; when the tab that has it closes or sleeps, another takes over", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const streams = watchStreams(page.context());
  const tabs = await openTabs(page, 8);
  await sendQuestions(request, account, "Tea?");
  for (const tab of tabs) await expectUnread(tab, 1);
  expect(streams).toEqual({ opened: 1, open: 1 });

  await page.close();
  await expect.poll(() => streams.opened).toBe(2);
  await sendQuestions(request, account, "Coffee?");
  for (const tab of tabs.slice(1)) await expectUnread(tab, 2);

  // Browsers give the lock to the tabs in the order of their requests.
  await tabs[1]?.evaluate(() => document.dispatchEvent(new Event("freeze")));
  await expect.poll(() => streams.opened).toBe(3);
  await sendQuestions(request, account, "Water?");
  for (const tab of tabs.slice(2)) await expectUnread(tab, 3);
  await tabs[1]?.evaluate(() => document.dispatchEvent(new Event("resume")));
  await expectUnread(tabs[1] as Page, 3);
  expect(streams.opened).toBe(3);
});

test("the stream is opened again after a failed reply, and what was missed is fetched", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const asked = Promise.withResolvers<void>();
  let attempts = 0;
  await page.route(streamPath, async (route) => {
    attempts += 1;
    if (attempts === 1) return route.fulfill({ status: 503, body: "{}" });
    if (attempts === 2) return route.fulfill({ contentType: "text/event-stream", body: ": \n\n" });
    await asked.promise;
    return route.continue();
  });
  await openPage(page, "/en/box");
  await expect.poll(() => attempts, { timeout: 30_000 }).toBe(3);
  await sendQuestions(request, account, "Missed?");
  asked.resolve();
  await expect(page.getByText("Missed?")).toBeVisible();
  await sendQuestions(request, account, "Received?");
  await expect(page.getByText("Received?")).toBeVisible();
});

test("without locks each tab has its own stream", async ({ page, request }) => {
  const account = await registerAccount(page.request);
  await page.context().addInitScript(() => {
    Object.defineProperty(navigator, "locks", { value: undefined });
  });
  const streams = watchStreams(page.context());
  const tabs = await openTabs(page, 2);
  await expect.poll(() => streams.open).toBe(2);
  await sendQuestions(request, account, "Tea?");
  for (const tab of tabs) await expectUnread(tab, 1);
});

test("PRIV-12 a tab gets no events of the account that was active before in its browser", async ({
  page,
  request,
}) => {
  const first = await registerAccount(page.request);
  const streams = watchStreams(page.context());
  await openTabs(page, 1);
  // The browser adds a second account, and its first tab is left open.
  const second = await registerAccount(page.request);
  const tab = await page.context().newPage();
  const listening = tab.waitForResponse(streamPath);
  await openPage(tab, "/en/box");
  await listening;
  await expect.poll(() => streams.open).toBe(1);
  await sendQuestions(request, first, "For the first?");
  await sendQuestions(request, second, "For the second?");
  await expect(tab.getByText("For the second?")).toBeVisible();
  await expectUnread(tab, 1);
});
