import type { Page } from "@playwright/test";
import { drawPicture, fillTexts, findField, pressSave, save, test } from "./contents-site.ts";
import { expect, openPage } from "./fixture.ts";
import { registerPupil } from "./room-calls.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

test.use({ reducedMotion: "reduce" });

const ja = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const label = (key: string) => ja(`staff_communities.${key}`);

const follow = (page: Page, name: string) => page.getByRole("link", { name }).first().click();

async function choosePicture(page: Page, key: string, color: string): Promise<void> {
  const file = await drawPicture(page, color, 600, 300);
  const before = await page.locator("form img").count();
  await page.getByLabel(label(key)).setInputFiles(file);
  await expect(page.locator("form img")).toHaveCount(before + 1);
}

test("ADMIN-09 COMM-36 ROOM-21 an admin makes a category, a community with pictures and an official room, and others see and join them", async ({
  page: visitor,
  admin,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const member = await openBrowser();
  await openPage(visitor, "/ja/communities");
  await openPage(admin, "/ja/adm/contents");

  await follow(admin, label("categories"));
  await follow(admin, label("new_category"));
  await fillTexts(admin, label("name"), "植物");
  await findField(admin, label("id")).fill("plants");
  await pressSave(admin);
  await expect(admin).toHaveURL(/\/categories\/plants$/);

  await openPage(admin, "/ja/adm/contents/communities");
  await follow(admin, label("new_community"));
  await fillTexts(admin, label("name"), "苔");
  await fillTexts(admin, label("description"), "苔の話をする場所です。");
  await fillTexts(admin, label("rules"), "やさしく話す\n写真は自分のもの");
  await findField(admin, label("id")).fill("moss");
  await findField(admin, label("category")).selectOption("plants");
  // Without pictures it isn't saved, and nothing that was typed is lost, also after a reload.
  await pressSave(admin);
  await expect(admin.getByText(/画像を選んでください/).first()).toBeVisible();
  await admin.reload();
  await choosePicture(admin, "icon", "#0a7");
  await choosePicture(admin, "banner", "#7a0");
  await expectNoViolationsInThemes(admin, "community form");
  await expectToFitWidth(admin, "community form");
  await pressSave(admin);
  await expect(admin).toHaveURL(/\/communities\/moss$/);

  // The page was cached before.
  await visitor.goto("/ja/communities");
  await visitor.getByRole("link", { name: /苔 ja/ }).first().click();
  await expect(visitor.getByRole("heading", { level: 1, name: "#苔 ja" })).toBeVisible();
  await expect(visitor.getByText("植物 ja").first()).toBeVisible();
  const pictures = visitor.locator('img[src^="/pictures/"]');
  const readWidths = () =>
    pictures.evaluateAll((list) =>
      list.map((picture) => (picture as HTMLImageElement).naturalWidth),
    );
  await expect.poll(readWidths).toEqual(expect.arrayContaining([320, 1200]));

  // A room is open once it asks something.
  await openPage(admin, "/ja/adm/contents/rooms");
  await follow(admin, label("new_room"));
  await fillTexts(admin, label("room_title"), "庭の部屋");
  await fillTexts(admin, label("description"), "庭の話をする部屋です。");
  await findField(admin, label("priority")).fill("30");
  await pressSave(admin);
  await follow(admin, label("question_list"));
  await follow(admin, label("new_question"));
  await fillTexts(admin, label("question"), "どちらが好き？");
  await fillTexts(admin, label("options"), "こけ\nしだ");
  await admin.getByLabel(label("is_required")).check();
  await expectNoViolationsInThemes(admin, "question form");
  await save(admin);
  await openPage(admin, "/ja/adm/contents/rooms");
  await follow(admin, "庭の部屋 ja");
  await findField(admin, label("is_open")).check();
  await save(admin);

  await registerPupil(member.request, 30);
  await openPage(member, "/ja/me/talks?tab=rooms");
  await follow(member, "庭の部屋 ja");
  await member.getByLabel(ja("rooms.display_name")).fill("ほうじ茶");
  await member.getByLabel("どちらが好き？ ja").selectOption("しだ ja");
  await member.getByRole("button", { name: ja("rooms.join"), exact: true }).click();
  await expect(member.getByLabel(ja("messages.write"))).toBeVisible();

  // An option is renamed; the log says what was done.
  await openPage(admin, "/ja/adm/contents/rooms");
  await follow(admin, "庭の部屋 ja");
  await follow(admin, label("question_list"));
  await follow(admin, "どちらが好き？ ja");
  await findField(admin, label("options")).fill("こけ\n羊歯 ja");
  await save(admin);
  await openPage(admin, "/ja/adm/audit");
  const entries = admin.getByRole("listitem");
  await expect(entries.filter({ hasText: label("audit_room_question_save") })).toHaveCount(2);
});
