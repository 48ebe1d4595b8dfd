import type { APIRequestContext, Page } from "@playwright/test";
import { submitSignIn } from "./account-forms.ts";
import {
  askAndAnswer,
  registerAccount,
  registerNewcomer,
  registerReceiver,
  saveBirthday,
  sendSuccessfully,
} from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

// The browser reports the refused starts of an account that lacks the terms or a birthday.
test.use({ tolerated: /status of (403|412) .*\/api\/v2\/me\/talks/ });

/** Starts a talk with an account and sends a message; returns the talk's id. */
async function writeTo(request: APIRequestContext, account: string, body: string) {
  const reply = await sendSuccessfully(request, "POST", "/api/v2/me/talks", { talk: { account } });
  const { uuid } = (await reply.json()).talk as { uuid: string };
  const message = { talk_uuid: uuid, body, key: crypto.randomUUID() };
  await sendSuccessfully(request, "POST", "/api/v2/messages", { message });
  return uuid;
}

const findTerms = (page: Page) => page.getByRole("dialog", { name: en("modals.terms_title") });

test("TALK-05 TALK-20 TALK-21 TALK-29 a newcomer accepts the terms, enters a birthday and writes to somebody", async ({
  page,
  openBrowser,
}) => {
  const receiver = await openBrowser();
  const account = await registerReceiver(receiver.request, "en", "Mina");
  await registerNewcomer(page.request);
  await openPage(page, `/en/${account}`);
  const name = en("profiles.send_message", { name: "Mina" });
  await page.getByRole("button", { name }).click();
  await findTerms(page)
    .getByRole("button", { name: en("modals.terms_accept") })
    .click();
  const birthDate = page.getByRole("dialog", { name: en("modals.birth_date_title") });
  const save = en("settings.birthday_save");
  await birthDate.getByRole("button", { name: save }).click();
  await expect(birthDate.getByText(en("modals.birth_date_incomplete"))).toBeVisible();
  await birthDate.getByLabel(en("settings.birthday_year")).selectOption("1995");
  await birthDate.getByLabel(en("settings.birthday_month")).selectOption("5");
  await birthDate.getByLabel(en("settings.birthday_day")).selectOption("6");
  await birthDate.getByRole("button", { name: save }).click();
  const confirmation = page.getByRole("alertdialog", { name: "May 6, 1995" });
  await confirmation.getByRole("button", { name: save }).click();
  await page.waitForURL(/\/en\/me\/talks\/[\w-]{22}$/);
  await expect(page.getByText(en("modals.identification_succeeded"))).toBeVisible();
});

test("TALK-29 declining the terms leads back, and they open again at the next visit", async ({
  page,
}) => {
  await registerNewcomer(page.request);
  await openPage(page, "/en/box");
  const tab = page.getByRole("link", { name: new RegExp(en("shell.messages")) }).first();
  await tab.click();
  await findTerms(page).waitFor();
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/box$/);
  await expect(findTerms(page)).toHaveCount(0);
  await tab.click();
  await findTerms(page)
    .getByRole("button", { name: en("modals.terms_accept") })
    .click();
  await expect(findTerms(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: en("talks.empty_title") })).toBeVisible();
  await expect(findTerms(page)).toHaveCount(0);
});

test("TALK-07 the address of messages explains what is seen, and a visitor comes back to it after signing in", async ({
  page,
  openBrowser,
}) => {
  const receiver = await openBrowser();
  const account = await registerReceiver(receiver.request, "en", "Mina");
  const writer = await openBrowser();
  const writerAccount = await registerAccount(writer.request);
  await saveBirthday(writer.request);
  await openPage(page, `/en/${account}/message`);
  await expect(page.getByText(en("talks.seen_nothing"))).toBeVisible();
  await page.getByRole("button", { name: en("talks.write") }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: en("accounts.login_button") })
    .click();
  await submitSignIn(page, "en", writerAccount);
  await page.waitForURL(`**/en/${account}/message`);
  await page.getByRole("button", { name: en("talks.write") }).click();
  await page.waitForURL(/\/en\/me\/talks\/[\w-]{22}$/);
});

test("TALK-06 a talk that is started beside an answer has the question as its draft", async ({
  page,
  request,
  openBrowser,
}) => {
  const answerer = await openBrowser();
  const account = await registerReceiver(answerer.request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, answerer.request, account, { "Which tea?": "Green." });
  await registerAccount(page.request);
  await saveBirthday(page.request);
  await openPage(page, `/en/q/${uuid}`);
  const name = en("profiles.send_message", { name: "Mina" });
  await page.getByRole("main").getByRole("button", { name }).click();
  await page.waitForURL(/\/en\/me\/talks\/[\w-]{22}$/);
  await expect(page.getByRole("textbox")).toHaveValue("Which tea?");
});

test("TALK-01 TALK-23 TALK-25 SHELL-12 a received talk stands in the list, is counted, reported and blocked", async ({
  page,
  openBrowser,
}) => {
  const account = await registerReceiver(page.request);
  const starter = await openBrowser();
  await registerAccount(starter.request, "en", "Unseen name");
  await saveBirthday(starter.request);
  await writeTo(starter.request, account, "Good evening.");
  await openPage(page, "/en/me/talks");
  const row = page.getByRole("listitem").filter({ hasText: "Good evening." });
  await expect(row).toContainText(en("talks.anonymous"));
  await expect(row).toContainText(en("talks.unread", { count: "1" }));
  await expect(page.getByText("Unseen name")).toHaveCount(0);
  await row.getByRole("link").click();
  await page.waitForURL(/\/en\/me\/talks\/[\w-]{22}$/);
  await page.getByRole("main").locator("[aria-haspopup=menu]").first().click();
  await page.getByRole("menuitem", { name: en("talks.report") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(en("talks.reason_harassment")).check();
  await dialog.getByRole("button", { name: en("talks.report_next") }).click();
  await dialog.getByRole("button", { name: en("talks.block_and_report") }).click();
  await expect(dialog.getByRole("heading")).toHaveText(en("talks.blocked_title"));
  await dialog.getByRole("button", { name: en("talks.report_to_list") }).click();
  await page.waitForURL("**/en/me/talks");
  await expect(page.getByRole("heading", { name: en("talks.empty_title") })).toBeVisible();
});

test("TALK-01 on wide screens the list stays beside the open talk", async ({
  page,
  openBrowser,
}) => {
  const account = await registerReceiver(page.request);
  for (const text of ["First", "Second"]) {
    const starter = await openBrowser();
    await registerAccount(starter.request);
    await saveBirthday(starter.request);
    await writeTo(starter.request, account, text);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, "/en/me/talks");
  const list = page.getByRole("region", { name: en("talks.list") });
  const links = list.getByRole("link");
  await expect(links).toHaveCount(2);
  await links.last().click();
  await page.waitForURL(/\/en\/me\/talks\/[\w-]{22}$/);
  await expect(links.last()).toHaveAttribute("aria-current", "page");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(list).toBeHidden();
});

test("FEEL-01 TALK-29 a message that is shown while the terms open doesn't cover their buttons", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await registerNewcomer(page.request);
  for (const { path, width, height } of [
    { path: "/en/me/ready", width: 390, height: 664 },
    { path: "/en/me/home", width: 1024, height: 600 },
  ]) {
    await page.setViewportSize({ width, height });
    await openPage(page, path);
    await page
      .getByRole("button", { name: en("shares.copy_link") })
      .filter({ visible: true })
      .first()
      .click();
    const toast = page.locator("[data-type=success]");
    await expect(toast).toBeVisible();
    const navigation = page.getByRole("navigation", { name: en("shell.main_navigation") });
    await navigation.getByRole("link", { name: en("shell.messages") }).click();
    const accept = findTerms(page).getByRole("button", { name: en("modals.terms_accept") });
    await expect(accept).toBeVisible();
    // Pointing at the message keeps it.
    await toast.hover();
    // At the bottom, the dialog has its buttons.
    const { y = height } = (await toast.boundingBox()) ?? {};
    const { y: buttonsY = 0 } = (await accept.boundingBox()) ?? {};
    expect(y + 60, `${width}`).toBeLessThan(buttonsY);
  }
});
