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

const ja = (key: string) => translate("ja", key);

test("ROOM-17 ROOM-18 ROOM-19 ROOM-27 a birthday shows the room of one's school year", async ({
  page,
}) => {
  await registerAccount(page.request, "ja");
  await openPage(page, "/ja/me/talks");
  await page.getByRole("link", { name: ja("rooms.open_chat_link") }).click();
  await page.waitForURL("**/ja/me/talks?tab=rooms");
  await expect(page.getByText(ja("rooms.empty_title"))).toBeVisible();
  await expectNoViolationsInThemes(page, "rooms without a birthday");
  await expectToFitWidth(page, "rooms without a birthday");

  await enterBirthday(page, 15);
  const room = await findGradeRoom(page.request);
  await expect(page.getByRole("link", { name: room.title })).toBeVisible();

  await openPage(page, "/ja/me/group_talks");
  await expect(page).toHaveURL(/\/ja\/me\/talks\?tab=rooms$/);
  await expect(page.getByRole("link", { name: room.title })).toBeVisible();
});

test("SHELL-12 ROOM-17 “new message” leads to the room, whose list other languages show too", async ({
  page,
  openBrowser,
}) => {
  await registerPupil(page.request, 19);
  const room = await findGradeRoom(page.request);
  await joinRoom(page.request, room, makeOnce("みかん"));
  const other = await openBrowser();
  await registerPupil(other.request, 19);
  await joinRoom(other.request, room, makeOnce("ながいなまえのひとでも"));
  const greeting = makeOnce("はじめまして");
  await postInRoom(other.request, room.uuid, greeting);

  await openPage(page, "/ja/me/home");
  const link = page.getByRole("link", { name: ja("rooms.new_message_label") });
  await expectNoViolationsInThemes(page, "the link to a new message", "nav");
  await link.click();
  await page.waitForURL(`**/ja/me/group_talks/${room.uuid}`);
  await expect(page.locator("[data-message]").getByText(greeting)).toBeVisible();
  await expect(link).toHaveCount(0);

  // In English no rooms are offered, but the account is in one.
  await openPage(page, "/en/me/talks");
  await page.getByRole("link", { name: translate("en", "rooms.tab_rooms"), exact: true }).click();
  await page.waitForURL("**/en/me/talks?tab=rooms");
  await expect(page.locator(`a[href="/en/me/group_talks/${room.uuid}"]`)).toBeVisible();
  await expect(page.getByText(translate("en", "rooms.joinable_title"))).toHaveCount(0);
});

test("FEEL-13 ROOM-17 on a wide screen, talks and rooms have the same columns, also if there are rooms only", async ({
  page,
}) => {
  await registerPupil(page.request, 20);
  const room = await findGradeRoom(page.request);
  await joinRoom(page.request, room, makeOnce("みかん"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, "/ja/me/talks");
  const tabs = page.getByRole("navigation", { name: ja("rooms.tabs") });
  const beside = await tabs.boundingBox();
  await tabs.getByRole("link", { name: ja("rooms.tab_rooms") }).click();
  const title = page.getByRole("heading", { name: ja("rooms.choose_title") });
  await expect(title).toBeVisible();
  expect(await tabs.boundingBox()).toEqual(beside);
});
