import type { Page } from "@playwright/test";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import {
  enterBirthday,
  findGradeRoom,
  joinRoom,
  makeOnce,
  postInRoom,
  registerPupil,
} from "./room-calls.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

const ja = (key: string, values: Record<string, string> = {}) => translate("ja", key, values);

/** Collects the texts of all pages, scripts and calls that a browser loads from now on. */
function collectReplies(page: Page): Promise<string>[] {
  const replies: Promise<string>[] = [];
  page.on("response", (reply) => {
    const type = reply.headers()["content-type"] ?? "";
    // An event stream has no end; `hints.test.ts` reads the events of rooms.
    if (/^(text|application)\/(?!event-stream)/.test(type))
      replies.push(reply.text().catch(() => ""));
  });
  return replies;
}

// The browser reports the post that is refused because the rules aren't accepted yet.
test.use({ tolerated: /status of (403|412) .*\/api\/v2\// });

test("ROOM-01 ROOM-02 ROOM-09 ROOM-13 ROOM-18 ROOM-22 ROOM-27 ROOM-29 pupils talk in the room of their school year", async ({
  page,
  openBrowser,
}) => {
  const ownName = makeOnce("みかん");
  const otherName = makeOnce("りんご");
  const greeting = makeOnce("はじめまして");
  const otherText = makeOnce("よろしくね");
  const replyText = makeOnce("こちらこそ");
  // The birthday makes the room of the school year joinable.
  const account = await registerAccount(page.request, "ja");
  await openPage(page, "/ja/me/talks?tab=rooms");
  await enterBirthday(page, 15);
  const own = (await (await page.request.get("/api/v2/users/me")).json()) as {
    user: { id: string };
  };
  const room = await findGradeRoom(page.request);
  await page.getByRole("link", { name: room.title }).click();
  await page.waitForURL(new RegExp(`/ja/me/group_talks/${room.uuid}$`));
  await page.getByLabel(ja("rooms.display_name")).fill(ownName);
  for (const select of await page.getByRole("combobox").all())
    await select.selectOption({ index: 1 });
  for (const field of await page.getByRole("textbox").all()) {
    if ((await field.inputValue()) === "") await field.fill("おちゃ");
  }
  await page.getByRole("button", { name: ja("rooms.join"), exact: true }).click();
  const input = page.getByLabel(ja("messages.write"));
  await expect(input).toBeVisible();
  const invitation = page.getByRole("dialog", { name: ja("rooms.share_title") });
  await invitation.getByRole("button", { name: ja("common.close") }).click();

  await page.getByRole("button", { name: ja("rooms.menu") }).click();
  await page.getByRole("menuitem", { name: ja("rooms.menu_invite") }).click();
  const stage = page.getByRole("region", { name: ja("rooms.share_title") });
  const pictures = stage.getByRole("img", {
    name: ja("rooms.picture_alt", { title: room.title }),
  });
  await expect(pictures.first()).toHaveJSProperty("naturalHeight", 1920);
  await expect(pictures.nth(1)).toHaveJSProperty("naturalWidth", 1200);
  const recorded = page.waitForResponse(new RegExp(`/group_talks/${room.uuid}/share$`));
  await stage.getByRole("button", { name: ja("shares.copy_link") }).click();
  expect((await recorded).status()).toBe(200);
  // The page has a way back of its own for whoever opens it in a new tab.
  const tab = await page.context().newPage();
  await openPage(tab, `/ja/me/group_talks/${room.uuid}/share`);
  const back = ja("shell.back_to", { title: room.title });
  await tab.getByRole("main").getByRole("link", { name: back }).click();
  await expect(tab.getByLabel(ja("messages.write"))).toBeVisible();
  await tab.close();
  await page.goBack();

  // Letters are named for a moment. The rules are read before the first message, with the keyboard alone.
  await input.fill("line");
  await input.press("Control+Enter");
  await expect(page.getByText(ja("rooms.latin_refused"))).toBeVisible();
  await input.fill(greeting);
  await input.press("Control+Enter");
  const rules = page.getByRole("alertdialog", { name: ja("rooms.rules_title") });
  await expect(rules).toContainText(ja("rooms.rules_meeting"));
  await expectNoViolationsInThemes(page, "rules", "[role=alertdialog]");
  await page.keyboard.press("Tab");
  await rules.getByRole("button", { name: ja("rooms.rules_accept") }).press("Enter");
  const rows = page.locator("[data-message]");
  await expect(rows.getByText(greeting)).toBeVisible();

  // A second pupil, who sees it live and is seen live.
  const other = await openBrowser();
  const replies = collectReplies(other);
  await registerPupil(other.request, 15);
  await joinRoom(other.request, room, otherName);
  await postInRoom(other.request, room.uuid, otherText);
  await expect(rows.getByText(otherText)).toBeVisible();
  await openPage(other, `/ja/me/group_talks/${room.uuid}`);
  await expect(other.locator("[data-message]").getByText(greeting)).toBeVisible();

  // Replies by the keyboard.
  const menu = rows
    .filter({ hasText: otherText })
    .getByRole("button", { name: ja("messages.own_menu") });
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: ja("rooms.message_reply") }).press("Enter");
  const preview = page.getByRole("region", { name: ja("rooms.reply_to", { name: otherName }) });
  await expect(preview).toContainText(otherText);
  await expect(input).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await menu.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: ja("rooms.message_reply") }).press("Enter");
  await input.fill(replyText);
  await input.press("Control+Enter");
  await expect(preview).toHaveCount(0);
  const reply = other.locator("[data-message]").filter({ hasText: replyText });
  await expect(reply).toContainText(otherText);
  await reply.getByRole("button", { name: new RegExp(otherText) }).click();
  await expect(other.locator("[data-message]:focus")).toContainText(otherText);
  // Nothing that the other member's browser has loaded names the account.
  const loaded = await Promise.all(replies);
  expect(loaded.filter((text) => text.includes(greeting))).not.toEqual([]);
  for (const secret of [account, own.user.id])
    expect(loaded.filter((text) => text.includes(secret))).toEqual([]);
  await expectNoViolationsInThemes(page, "room");
  await expectToFitWidth(page, "room");

  // The profile of a member leads to no account.
  await page
    .getByRole("button", { name: ja("rooms.message_profile", { name: otherName }) })
    .first()
    .click();
  const profile = page.getByRole("dialog", { name: ja("rooms.member_title") });
  await expect(profile).toContainText(otherName);
  await expect(profile.getByRole("link")).toHaveCount(0);
  await page.keyboard.press("Escape");

  // A report, after which the messages of the member can be hidden.
  await menu.first().click();
  await page.getByRole("menuitem", { name: ja("talks.report") }).click();
  const report = page.getByRole("dialog", { name: ja("rooms.report_title") });
  await report.getByLabel(ja("talks.reason_harassment")).check();
  await report.getByRole("button", { name: ja("rooms.report_send") }).click();
  const reported = page.getByRole("dialog", { name: ja("talks.reported_title") });
  await reported.getByRole("button", { name: ja("rooms.hide_messages") }).click();
  await expect(rows.getByText(otherText)).toHaveCount(0);

  await page.getByRole("button", { name: ja("rooms.menu"), exact: true }).click();
  await page.getByRole("menuitem", { name: ja("rooms.leave") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: ja("rooms.leave_confirm") })
    .click();
  await page.waitForURL(/\/ja\/me\/talks\?tab=rooms$/);
  await openPage(page, `/ja/me/group_talks/${room.uuid}`);
  await expect(page.getByLabel(ja("rooms.display_name"))).toBeVisible();
});

test("ROOM-01 ROOM-24 a visitor is invited, and messages are readable without scripts", async ({
  page,
  browser,
  openBrowser,
}) => {
  await registerPupil(page.request, 16);
  const room = await findGradeRoom(page.request);
  await joinRoom(page.request, room, makeOnce("みかん"));
  const text = makeOnce("だれでも読めます");
  await postInRoom(page.request, room.uuid, text);
  const visitor = await openBrowser();
  await openPage(visitor, `/ja/me/group_talks/${room.uuid}`);
  await expect(visitor.getByText(ja("rooms.invitation_text"))).toBeVisible();
  await expect(visitor.getByText(text)).toHaveCount(0);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`/ja/me/group_talks/${room.uuid}`);
  await expect(plain.locator("[data-message]").getByText(text)).toBeVisible();
  const reply = await plain.goto("/ja/me/group_talks/aaaaaaaaaaaaaaaaaaaaaa");
  expect(reply?.status()).toBe(404);
  await context.close();
});
