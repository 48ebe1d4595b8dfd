import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Locale, localeNames, locales } from "@toibako/contract/locales.ts";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { registerPupil } from "./room-calls.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

// This test gives a role in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);

// The console answers 403 before it is entered, 404 for contents that are not stored yet, and 400 for bad input.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-e2e-contents-"));
const environment = { LIMIT_FACTOR: "0", DATA_DIR };
let stopSite: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  stopSite = await openSecondSite(site, environment);
});

test.afterAll(async () => {
  await stopSite?.();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** Makes an account an admin. The site is stopped and started again meanwhile. */
async function makeAdmin(account: string): Promise<void> {
  await stopSite?.();
  await storeRoles(DATA_DIR, { [account]: "admin" });
  stopSite = await openSecondSite(site, environment);
}

/** Turns on the second factor of an account and enters the console. */
async function enterConsole(page: Page, account: string): Promise<void> {
  const createCode = await turnOnSecondFactor(page.request);
  await makeAdmin(account);
  await openPage(page, "/ja/adm/contents");
  await page.getByLabel(ja("factors.code")).fill(createCode());
  await page.keyboard.press("Enter");
}

const ja = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const label = (key: string) => ja(`staff_communities.${key}`);

/** Fills fields in every language; `write` returns the text of each label. */
async function fillTexts(page: Page, write: (locale: Locale) => Record<string, string>) {
  for (const locale of locales) {
    await page.getByRole("radio", { name: localeNames[locale], exact: true }).check();
    for (const [key, text] of Object.entries(write(locale)))
      await page.getByLabel(label(key), { exact: true }).fill(text);
  }
}

const save = (page: Page) =>
  page.getByRole("button", { name: ja("staff_contents.save"), exact: true }).click();

const follow = (page: Page, name: string) => page.getByRole("link", { name }).first().click();

/** A picture of one colour, which the browser draws. */
async function drawPicture(page: Page, color: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    canvas.width = 600;
    canvas.height = 300;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    context.fillStyle = fill;
    context.fillRect(0, 0, 600, 300);
    return canvas.toDataURL("image/png");
  }, color);
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

async function choosePicture(page: Page, key: string, color: string): Promise<void> {
  const buffer = await drawPicture(page, color);
  const file = { name: "picture.png", mimeType: "image/png", buffer };
  const before = await page.locator("form img").count();
  await page.getByLabel(label(key)).setInputFiles(file);
  await expect(page.locator("form img")).toHaveCount(before + 1);
}

test("ADMIN-09 COMM-36 ROOM-21 an admin makes a category, a community with pictures and an official room, and others see and join them", async ({
  page: admin,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const [visitor, member] = [await openBrowser(), await openBrowser()];
  await openPage(visitor, `${site}/ja/communities`);
  await enterConsole(admin, await registerAccount(admin.request, "ja"));

  await follow(admin, label("categories"));
  await follow(admin, label("new_category"));
  await fillTexts(admin, (locale) => ({ name: `植物 ${locale}` }));
  await admin.getByLabel(label("id"), { exact: true }).fill("plants");
  await save(admin);
  await expect(admin).toHaveURL(/\/categories\/plants$/);

  await openPage(admin, "/ja/adm/contents/communities");
  await follow(admin, label("new_community"));
  await fillTexts(admin, (locale) => ({
    name: `苔${locale}`,
    description: `苔の話をする場所です。${locale}`,
    rules: `やさしく話す ${locale}\n写真は自分のもの ${locale}`,
  }));
  await admin.getByLabel(label("id"), { exact: true }).fill("moss");
  await admin.getByLabel(label("category"), { exact: true }).selectOption("plants");
  // Without pictures it isn't saved, and nothing that was typed is lost, also after a reload.
  await save(admin);
  await expect(admin.getByText(/画像を選んでください/).first()).toBeVisible();
  await admin.reload();
  await choosePicture(admin, "icon", "#0a7");
  await choosePicture(admin, "banner", "#7a0");
  await expectNoViolationsInThemes(admin, "community form");
  await expectToFitWidth(admin, "community form");
  await save(admin);
  await expect(admin).toHaveURL(/\/communities\/moss$/);

  // The page was cached before.
  await visitor.goto(`${site}/ja/communities`);
  await visitor.getByRole("link", { name: /苔ja/ }).first().click();
  await expect(visitor.getByRole("heading", { level: 1, name: "#苔ja" })).toBeVisible();
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
  await fillTexts(admin, (locale) => ({
    room_title: `庭の部屋 ${locale}`,
    description: `庭の話をする部屋です。${locale}`,
  }));
  await admin.getByLabel(label("priority"), { exact: true }).fill("30");
  await save(admin);
  await follow(admin, label("question_list"));
  await follow(admin, label("new_question"));
  await fillTexts(admin, (locale) => ({
    question: `どちらが好き？ ${locale}`,
    options: `こけ ${locale}\nしだ ${locale}`,
  }));
  await admin.getByLabel(label("is_required")).check();
  await expectNoViolationsInThemes(admin, "question form");
  await save(admin);
  await expect(admin.getByText(ja("staff_contents.saved"))).toBeVisible();
  await openPage(admin, "/ja/adm/contents/rooms");
  await follow(admin, "庭の部屋 ja");
  await admin.getByLabel(label("is_open"), { exact: true }).check();
  await save(admin);
  await expect(admin.getByText(ja("staff_contents.saved"))).toBeVisible();

  await registerPupil(member.request, 30);
  await openPage(member, `${site}/ja/me/talks?tab=rooms`);
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
  await admin.getByLabel(label("options"), { exact: true }).fill("こけ ja\n羊歯 ja");
  await save(admin);
  await expect(admin.getByText(ja("staff_contents.saved"))).toBeVisible();
  await openPage(admin, "/ja/adm/audit");
  const entries = admin.getByRole("listitem");
  await expect(entries.filter({ hasText: label("audit_room_question_save") })).toHaveCount(2);
});
