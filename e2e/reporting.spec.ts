import type { APIRequestContext, Page } from "@playwright/test";
import { ask, attempt, enrol, received } from "./calls.ts";
import { expect, open, test } from "./fixture.ts";
import { text } from "./texts.ts";

const en = (key: string, values = {}) => text("en", key, values);
const bodies = async (request: APIRequestContext) =>
  (await received(request)).map(({ body }) => body).sort();

/** Presses a button of the row with this text, or of the dialog over it. */
const onRow = (page: Page, body: string, key: string) =>
  page
    .getByRole("article")
    .filter({ hasText: body })
    .getByRole("button", { name: en(key), exact: true })
    .click();
const inDialog = (page: Page, key: string) =>
  page
    .getByRole("alertdialog")
    .getByRole("button", { name: en(key), exact: true })
    .click();

const inboxCount = (page: Page) =>
  page
    .getByRole("navigation", { name: en("shell.main_navigation") })
    .getByRole("link", { name: en("shell.inbox") });

/** What the one who asks can see of what comes of it. */
async function replyTo(request: APIRequestContext, account: string, body: string) {
  const reply = await attempt(request, "POST", "/api/v2/questions", { account, body });
  const { uuid_hash, ...rest } = await reply.json();
  expect(uuid_hash).toMatch(/^[\w-]{22}$/);
  return { status: reply.status(), location: reply.headers().location, rest };
}

for (const sender of ["a visitor", "an account"]) {
  test(`BOX-10 BOX-11 BOX-14 BOX-16 blocking ${sender} takes exactly their questions and lets no later one in`, async ({
    page,
    request,
    another,
  }) => {
    const account = await enrol(page.request);
    if (sender === "an account") await enrol(request);
    const friend = (await another()).request;
    await enrol(friend);
    await ask(request, account, "Nasty 1?", "Nasty 2?", "Nasty 3?");
    await ask(friend, account, "Nice 1?", "Nice 2?");
    await open(page, "/en/box");
    await expect(inboxCount(page)).toContainText("5");

    await onRow(page, "Nasty 2?", "moderation.report");
    await inDialog(page, "moderation.report_several");
    await expect(page.getByRole("alertdialog")).toContainText(en("moderation.block_hint"));
    await inDialog(page, "moderation.block_ok");
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(page.getByRole("article").filter({ hasText: "Nice" })).toHaveCount(2);
    await expect(inboxCount(page)).toContainText("2");
    expect(await bodies(page.request)).toEqual(["Nice 1?", "Nice 2?"]);

    const blocked = await replyTo(request, account, "Nasty 4?");
    const stranger = await another();
    if (sender === "an account") await enrol(stranger.request);
    const elsewhere = await enrol(friend);
    expect(blocked).toEqual(await replyTo(stranger.request, elsewhere, "Hello?"));
    expect(await bodies(page.request)).toEqual(["Nice 1?", "Nice 2?"]);
  });
}

test("BOX-12 without a block one question is reported, or all of its sender", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, "A?", "B?", "C?");
  await open(page, "/en/box");
  await onRow(page, "A?", "moderation.report");
  await inDialog(page, "moderation.report_one");
  await inDialog(page, "moderation.only_report");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(inboxCount(page)).toContainText("2");
  expect(await bodies(page.request)).toEqual(["B?", "C?"]);

  await onRow(page, "B?", "moderation.report");
  await inDialog(page, "moderation.report_several");
  await inDialog(page, "moderation.only_report");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  await ask(request, account, "D?");
  await expect(page.getByRole("article").filter({ hasText: "D?" })).toBeVisible();
});

test("BOX-10 the dialogs need no more than a keyboard, and cancelling changes nothing", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, "A?", "B?");
  await open(page, "/en/box");
  const report = page
    .getByRole("article")
    .filter({ hasText: "A?" })
    .getByRole("button", { name: en("moderation.report"), exact: true });
  const dialog = page.getByRole("alertdialog");
  await report.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(report).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  const one = dialog.getByRole("button", { name: en("moderation.report_one") });
  await one.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(en("moderation.block_text"))).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: en("moderation.only_report") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(1);
  // On the row itself, or on what is first in it.
  const stands = () => document.activeElement?.closest("li")?.textContent ?? "";
  await expect.poll(() => page.evaluate(stands)).toContain("B?");
});

test.describe("a report that does not go through", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("BOX-13 says why, keeps the question, and can be tried again", async ({ page, request }) => {
    const account = await enrol(page.request);
    await ask(request, account, "A?");
    await open(page, "/en/box");
    const reports = "**/api/v1/reports";
    const error = { code: "too_many", messages: ["Come back in 20 min."], details: {} };
    await page.route(reports, (route) => route.fulfill({ status: 429, json: { error } }));
    await onRow(page, "A?", "moderation.report");
    await inDialog(page, "moderation.report_one");
    await inDialog(page, "moderation.only_report");
    await expect(page.locator('[data-type="error"]')).toContainText("Come back in 20 min.");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("article")).toContainText("A?");
    await page.unroute(reports);
    await onRow(page, "A?", "moderation.report");
    await inDialog(page, "moderation.report_one");
    await inDialog(page, "moderation.only_report");
    await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  });
});
