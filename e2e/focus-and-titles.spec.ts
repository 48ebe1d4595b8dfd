import { submitRegistration } from "./account-forms.ts";
import { findReceived, registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { en, translate } from "./texts.ts";

test.use({ tolerated: /Failed to load resource/ });

test("START-01 after registering, the heading of the next page has the focus; logging out says so", async ({
  page,
}) => {
  await openPage(page, "/en/acc/regist");
  await submitRegistration(page, "en", createHandle("yui"));
  await page.waitForURL("**/en/me/setup");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await openPage(page, "/en/fxp/terms");
  await page
    .getByRole("banner")
    .getByRole("button", { name: en("shell.menu") })
    .click();
  await page.getByRole("button", { name: en("shell.log_out") }).click();
  await expect(page.getByText("You're logged out.")).toBeVisible();
});

test("SHELL-31 after a link of a drawer, and after one that changes only part of the page, the content has the focus", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const content = page.locator("#main");
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("How are you?");
  await page.getByRole("button", { name: en("questions.send") }).click();
  await page.locator('#main a[href="/en/not_login_user"]').click();
  await expect(page).toHaveURL(/not_login_user$/);
  await expect(content).toBeFocused();
  await page
    .getByRole("banner")
    .getByRole("button", { name: en("shell.menu") })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: en("shell.communities") })
    .click();
  await page.waitForURL("**/communities");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(content).toBeFocused();
});

test("SHELL-31 the parts of the inbox and unknown pages have titles of their own", async ({
  page,
}) => {
  await registerAccount(page.request);
  const titles: string[] = [];
  for (const part of ["", "/reply", "/dust"]) {
    await openPage(page, `/en/box${part}`);
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(3);
  await openPage(page, "/en/q/unknown");
  await expect(page).toHaveTitle(new RegExp(en("common.not_found_title")));
  await page
    .getByRole("link", { name: en("shell.friends") })
    .first()
    .click();
  await expect(page).not.toHaveTitle(new RegExp(en("common.not_found_title")));
});

test("SHELL-31 the talks and the rooms have titles of their own", async ({ page }) => {
  await registerAccount(page.request, "ja");
  for (const [path, key] of [
    ["/ja/me/talks", "shell.messages"],
    ["/ja/me/talks?tab=rooms", "rooms.tab_rooms"],
  ] as const) {
    await openPage(page, path);
    await expect(page).toHaveTitle(new RegExp(`^${translate("ja", key)} `));
  }
});

test("BOX-02 ANS-01 a question of 4,998 line breaks leaves the field for its answer near", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const body = `Far${"\n".repeat(4_990)}away?`;
  await sendQuestions(request, account, body);
  const { uuid_hash } = await findReceived(page.request, body);
  await openPage(page, `/en/q/${uuid_hash}`);
  const field = await page.getByRole("textbox", { name: en("answers.label") }).boundingBox();
  expect(field?.y).toBeLessThan(1_200);
});
