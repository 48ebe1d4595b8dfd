import type { Page } from "@playwright/test";
import { registerAccount } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { en } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

test.use({ reducedMotion: "reduce" });

const findDialog = (page: Page) =>
  page.getByRole("alertdialog", { name: en("settings.unsaved_title") });
const findName = (page: Page) => page.getByLabel(en("settings.displaying_name"));

for (const width of [390, 1280]) {
  test(`SET-04 FEEL-01 at ${width} px the settings ask for confirmation before the reader leaves them with unsaved text`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await registerAccount(page.request, "en", "Mina");
    await openPage(page, "/en/stg#profile");
    const inboxLink = page.getByRole("link", { name: en("shell.inbox") }).filter({ visible: true });
    await findName(page).fill("Mina, who types");
    await inboxLink.first().click();
    await expect(findDialog(page)).toBeVisible();
    await expectToFitWidth(page, "the dialog");
    await expectNoViolationsInThemes(page, "the dialog");
    await findDialog(page)
      .getByRole("button", { name: en("settings.unsaved_keep") })
      .click();
    await expect(findDialog(page)).toBeHidden();
    await expect(findName(page)).toHaveValue("Mina, who types");

    await inboxLink.first().click();
    await findDialog(page)
      .getByRole("button", { name: en("settings.unsaved_discard") })
      .click();
    await expect(page).toHaveURL("/en/box");
  });
}

test("SET-04 the settings also ask on the first page of a tab", async ({ page }) => {
  await registerAccount(page.request, "en", "Mina");
  await openPage(page, "/en/stg");
  await page.getByRole("heading", { name: en("settings.profile_title"), level: 3 }).click();
  await findName(page).fill("Mina, who types");
  await page
    .getByRole("link", { name: en("shell.inbox") })
    .filter({ visible: true })
    .first()
    .click();
  await findDialog(page)
    .getByRole("button", { name: en("settings.unsaved_keep") })
    .click();
  await expect(findDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/en\/stg/);
  await expect(findName(page)).toHaveValue("Mina, who types");
});

test("SET-04 the settings don't ask after saving, and the browser asks before a reload discards unsaved text", async ({
  page,
}) => {
  await registerAccount(page.request, "en", "Mina");
  await openPage(page, "/en/stg#profile");
  await findName(page).fill("Mina, who types");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await reloadPage(page);
  expect(asked).toEqual(["beforeunload"]);

  await findName(page).fill("Mina, who saves");
  const profile = page.getByRole("region", { name: en("settings.profile_title") });
  await profile.getByRole("button", { name: en("settings.save"), exact: true }).click();
  await expect(profile).toContainText(en("settings.saved"));
  await page
    .getByRole("link", { name: en("shell.inbox") })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL("/en/box");
  expect(asked).toHaveLength(1);
});

test("SET-04 AUTH-05 signing out on the settings page asks nothing about unsaved text, and leads to the top page", async ({
  page,
}) => {
  await registerAccount(page.request, "en", "Mina");
  await openPage(page, "/en/stg#profile");
  await findName(page).fill("Mina, who leaves");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page
    .getByRole("main")
    .getByRole("button", { name: en("shell.log_out"), exact: true })
    .click();
  await expect(page).toHaveURL("/en");
  expect(asked).toEqual([]);
});

test("SET-04 FEEL-01 going back and forward again closes the question about unsaved text and keeps the text", async ({
  page,
}) => {
  await registerAccount(page.request, "en", "Mina");
  await openPage(page, "/en/box");
  await page.getByRole("button", { name: en("shell.menu") }).click();
  await page.getByRole("link", { name: en("shell.settings") }).click();
  await page.getByRole("heading", { name: en("settings.profile_title"), level: 3 }).click();
  await findName(page).fill("Mina, who hesitates");
  await page.evaluate(() => history.back());
  await expect(findDialog(page)).toBeVisible();
  await page.evaluate(() => history.forward());
  await expect(findDialog(page)).toBeHidden();
  await expect(findName(page)).toHaveValue("Mina, who hesitates");
  await expect(page).toHaveURL(/\/en\/stg/);
});
