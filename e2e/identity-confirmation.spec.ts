import { expireIdentityConfirmation, registerByForm } from "./account-forms.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { translate } from "./texts.ts";

test.use({ reducedMotion: "reduce", tolerated: /Failed to load resource/ });

for (const locale of ["ja", "dt"] as const) {
  const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);

  test(`AUTH-25 SET-14 ${locale}: changing the address and leaving ask for the password first, and keep typed texts`, async ({
    page,
  }) => {
    const account = createHandle("prove");
    await registerByForm(page, locale, account);
    await openPage(page, `/${locale}/stg#email`);
    await expireIdentityConfirmation(page);
    const address = page.getByRole("textbox", { name: t("mails.title"), exact: true });
    const form = page.locator("form").filter({ has: address });
    await address.fill("new@example.com");
    await form.getByRole("button", { name: t("settings.save"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t("factors.confirm_title") });
    await dialog.getByRole("button", { name: t("common.close") }).click();
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await expect(address).toHaveValue("new@example.com");

    await form.getByRole("button", { name: t("settings.save"), exact: true }).click();
    const field = dialog.getByLabel(t("accounts.password"), { exact: true });
    await field.fill("not the password");
    await dialog.getByRole("button", { name: t("factors.confirm"), exact: true }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await field.fill(password);
    await dialog.getByRole("button", { name: t("factors.confirm"), exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(form.getByText(t("settings.saved"), { exact: true })).toBeVisible();

    await openPage(page, `/${locale}/stg/leave`);
    await expireIdentityConfirmation(page);
    await page.getByRole("button", { name: t("leaving.leave_button"), exact: true }).click();
    const leaveDialog = page.getByRole("alertdialog");
    await leaveDialog.getByRole("button", { name: t("leaving.leave_button"), exact: true }).click();
    await field.fill(password);
    await dialog.getByRole("button", { name: t("factors.confirm"), exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname.replace(/\/$/, "") === `/${locale}`);
  });
}
