import type { APIRequestContext, Page } from "@playwright/test";
import {
  findReceived,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, pressInDialog, test } from "./fixture.ts";
import { en } from "./texts.ts";

const listBodies = async (request: APIRequestContext) =>
  (await listReceived(request)).map(({ body }) => body).sort();

const findMenu = (page: Page, body: string) =>
  page
    .getByRole("article")
    .filter({ hasText: body })
    .getByRole("button", { name: en("inbox.more"), exact: true });

/** Starts the report of the question with this text. */
async function startReport(page: Page, body: string): Promise<void> {
  await findMenu(page, body).click();
  await page.getByRole("menuitem", { name: en("moderation.report_or_block") }).click();
}

const findInboxLink = (page: Page) =>
  page
    .getByRole("navigation", { name: en("shell.main_navigation") })
    .getByRole("link", { name: en("shell.inbox") });

/** Sends a question and returns the reply without the random id, so that replies can be compared. */
async function readReply(request: APIRequestContext, account: string, body: string) {
  const reply = await sendRequest(request, "POST", "/api/v2/questions", { account, body });
  const { uuid_hash, ...otherFields } = await reply.json();
  expect(uuid_hash).toMatch(/^[\w-]{22}$/);
  return { status: reply.status(), location: reply.headers().location, otherFields };
}

for (const sender of ["a visitor", "an account"]) {
  test(`BOX-10 BOX-11 BOX-14 BOX-16 blocking ${sender} removes all questions of this sender, no others, and stops later ones`, async ({
    page,
    request,
    openBrowser,
  }) => {
    const account = await registerAccount(page.request);
    if (sender === "an account") await registerAccount(request);
    const otherSender = (await openBrowser()).request;
    await registerAccount(otherSender);
    await sendQuestions(request, account, "Nasty 1?", "Nasty 2?", "Nasty 3?");
    await sendQuestions(otherSender, account, "Nice 1?", "Nice 2?");
    await openPage(page, "/en/box");
    await expect(findInboxLink(page)).toContainText("5");

    await startReport(page, "Nasty 2?");
    await pressInDialog(page, "moderation.report_several");
    await expect(page.getByRole("alertdialog")).toContainText(en("moderation.block_hint"));
    await pressInDialog(page, "moderation.block_and_report");
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect(page.getByRole("article").filter({ hasText: "Nice" })).toHaveCount(2);
    await expect(findInboxLink(page)).toContainText("2");
    expect(await listBodies(page.request)).toEqual(["Nice 1?", "Nice 2?"]);

    const blocked = await readReply(request, account, "Nasty 4?");
    const stranger = await openBrowser();
    if (sender === "an account") await registerAccount(stranger.request);
    const otherReceiver = await registerAccount(otherSender);
    expect(blocked).toEqual(await readReply(stranger.request, otherReceiver, "Hello?"));
    expect(await listBodies(page.request)).toEqual(["Nice 1?", "Nice 2?"]);
  });
}

test("BOX-12 a receiver can report one question or all questions of its sender without blocking the sender", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?", "B?", "C?");
  await openPage(page, "/en/box");
  await startReport(page, "A?");
  await pressInDialog(page, "moderation.report_one");
  await pressInDialog(page, "moderation.report_only");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(findInboxLink(page)).toContainText("2");
  expect(await listBodies(page.request)).toEqual(["B?", "C?"]);

  await startReport(page, "B?");
  await pressInDialog(page, "moderation.report_several");
  await pressInDialog(page, "moderation.report_only");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  await expect(page.getByRole("region", { name: en("inbox.tab_unread") })).toBeFocused();
  await sendQuestions(request, account, "D?");
  await expect(page.getByRole("article").filter({ hasText: "D?" })).toBeVisible();
});

test("BOX-07 BOX-10 on its own page, an unanswered question can be put into the bin and reported", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?", "B?");
  const { uuid_hash: first } = await findReceived(page.request, "A?");
  const { uuid_hash: second } = await findReceived(page.request, "B?");
  await openPage(page, `/en/q/${first}`);
  await page.getByRole("button", { name: en("inbox.discard"), exact: true }).click();
  await page.waitForURL("**/en/box");
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: en("inbox.undo"), exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(2);

  await openPage(page, `/en/q/${second}`);
  await startReport(page, "B?");
  await pressInDialog(page, "moderation.report_one");
  await pressInDialog(page, "moderation.report_only");
  await page.waitForURL("**/en/box");
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await listBodies(page.request)).toEqual(["A?"]);
});

test("BOX-10 the dialogs of a report can be used with the keyboard only, and cancelling changes nothing", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?", "B?");
  await openPage(page, "/en/box");
  const menu = findMenu(page, "A?");
  const dialog = page.getByRole("alertdialog");
  const openDialog = async () => {
    await page.keyboard.press("Enter");
    const report = page.getByRole("menuitem", { name: en("moderation.report_or_block") });
    await expect(report).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Home");
    await expect(report).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await menu.focus();
  await openDialog();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(menu).toBeFocused();

  await openDialog();
  // The menu has faded out without taking the focus back.
  await expect(page.locator("[role=menu]")).toHaveCount(0);
  await expect(dialog.locator(":focus")).toHaveCount(1);
  const reportOne = dialog.getByRole("button", { name: en("moderation.report_one") });
  await reportOne.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(en("moderation.block_text"))).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  // The first stop is the link to calm mode.
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: en("moderation.report_only") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(1);
  // The focus is on the row or on its first element.
  const readFocusedRow = () => document.activeElement?.closest("li")?.textContent ?? "";
  await expect.poll(() => page.evaluate(readFocusedRow)).toContain("B?");
});

test.describe("a report that fails", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("BOX-13 a failed report shows the error, keeps the question, and can be retried", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "A?");
    await openPage(page, "/en/box");
    const reports = "**/api/v1/reports";
    const error = { code: "too_many", messages: ["Come back in 20 min."], details: {} };
    await page.route(reports, (route) => route.fulfill({ status: 429, json: { error } }));
    await startReport(page, "A?");
    await pressInDialog(page, "moderation.report_one");
    await pressInDialog(page, "moderation.report_only");
    await expect(page.locator('[data-type="error"]')).toContainText("Come back in 20 min.");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("article")).toContainText("A?");
    await page.unroute(reports);
    await startReport(page, "A?");
    await pressInDialog(page, "moderation.report_one");
    await pressInDialog(page, "moderation.report_only");
    await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  });
});

/** Starts the report of the account whose profile the page shows. */
async function startAccountReport(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: en("profiles.menu", { name }) }).click();
  await page.getByRole("menuitem", { name: en("moderation.report") }).click();
}

test("BOX-15 MOD-02 somebody with an account reports a person with a reason and a note, and then blocks them", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  await openPage(page, `/en/${account}`);
  await startAccountReport(page, "Mina");
  const sheet = page.getByRole("dialog");
  const send = sheet.getByRole("button", { name: en("moderation.report_confirm") });
  await send.click();
  await expect(sheet.getByText(en("talks.report_reason_missing"))).toBeVisible();
  await sheet.getByRole("radio", { name: en("talks.reason_solicitation") }).check();
  await sheet.getByLabel(en("talks.report_note")).fill("Asks for phone numbers");
  await expect(sheet.getByRole("checkbox")).toHaveCount(0);
  await send.click();
  await expect(sheet.getByText(en("talks.reported_text"))).toBeVisible();
  await sheet.getByRole("button", { name: en("moderation.block"), exact: true }).click();
  await expect(sheet).toHaveCount(0);
  const { blocks } = (await (await page.request.get("/api/v2/me/blocks")).json()) as {
    blocks: { account: string }[];
  };
  expect(blocks.map((block) => block.account)).toEqual([account]);
});

test("BOX-15 a visitor reports a person by the contact form", async ({ page, request }) => {
  const account = await registerAccount(request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  await startAccountReport(page, "Mina");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: en("help.email") }).fill("yui@example.com");
  await sheet.getByRole("textbox", { name: en("help.report_label") }).fill("Rude questions");
  await sheet.getByRole("button", { name: en("help.send") }).click();
  await expect(sheet.getByText(en("help.sent_title"))).toBeVisible();
});
