import { registerAccount } from "./calls.ts";
import { expect, hold, test, waitUntilHydrated } from "./fixture.ts";
import { password } from "./people.ts";
import { en } from "./texts.ts";

const scripts = "**/assets/*.js";

test.use({ reducedMotion: "reduce" });

test("SHELL-21 a press on the menu button before hydration opens the menu of a cached page", async ({
  page,
}) => {
  const release = await hold(page, scripts);
  await page.goto("/en/guide", { waitUntil: "commit" });
  const button = page.getByRole("banner").getByRole("button", { name: en("shell.menu") });
  // Pressed twice, because nothing seemed to happen.
  await button.click();
  await button.click();
  release();
  await expect(page.getByRole("dialog", { name: en("shell.menu"), exact: true })).toBeVisible();
});

test("AUTH-04 a login form that is sent before hydration logs in", async ({ page, another }) => {
  const { request } = await another();
  const account = await registerAccount(request);
  const release = await hold(page, scripts);
  await page.goto("/en/acc/login", { waitUntil: "commit" });
  await page.getByLabel(en("accounts.account")).fill(account);
  const field = page.getByLabel(en("accounts.password"), { exact: true });
  await field.fill(password);
  await field.press("Enter");
  release();
  await expect(page).toHaveURL("/en/me/home");
});

test("SET-02 a switch that is pressed before hydration is saved", async ({ page }) => {
  await registerAccount(page.request);
  const release = await hold(page, scripts);
  await page.goto("/en/stg", { waitUntil: "commit" });
  const sensitive = page.getByRole("switch", { name: en("settings.sensitive_label") });
  const batons = page.getByRole("switch", { name: en("settings.baton_label") });
  await expect(batons).toBeChecked();
  await sensitive.click();
  await expect(sensitive).toBeChecked();
  // Off and on again: nothing is to be saved.
  await batons.click();
  await batons.click();
  release();
  const section = page.getByRole("region", { name: en("settings.sensitive_title") });
  await expect(section).toContainText(en("settings.saved"));
  await waitUntilHydrated(page);
  await expect(sensitive).toBeChecked();
  await expect(batons).toBeChecked();
  await page.reload();
  await expect(sensitive).toBeChecked();
  await expect(batons).toBeChecked();
});
