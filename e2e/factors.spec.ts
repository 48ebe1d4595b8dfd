import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { Secret, TOTP } from "otpauth";
import { expireIdentityConfirmation, registerByForm, submitSignIn } from "./account-forms.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { translate } from "./texts.ts";

test.use({ reducedMotion: "reduce", tolerated: /Failed to load resource/ });

/**
 * Returns the code that an authenticator app shows `steps` × 30 seconds from now. After a code, the server
 * accepts only later ones, so the test uses the codes of the steps -1, 0 and 1 in this order.
 */
const createCode = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

const findSection = (page: Page, locale: Locale) =>
  page.getByRole("region", { name: translate(locale, "factors.title") });

/** Gives the browser a device that keeps passkeys. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the device recognises its owner. */
    setUserVerified: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** Sets whether the owner chooses a passkey and touches the device. */
    setPresent: (isPresent: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", {
        authenticatorId,
        enabled: isPresent,
      }),
  };
}

/** Deletes all cookies, which signs out, and opens the login page. */
async function openLoginPage(page: Page, locale: Locale): Promise<void> {
  await page.context().clearCookies();
  await openPage(page, `/${locale}/acc/login`);
}

for (const locale of ["ja", "dt"] as const) {
  const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);

  test(`AUTH-23 ${locale}: two-step login is turned on, requires codes, accepts a recovery code and is turned off`, async ({
    page,
  }) => {
    const account = createHandle("steps");
    await registerByForm(page, locale, account);
    await openPage(page, `/${locale}/stg#safety`);
    const section = findSection(page, locale);
    await section.getByRole("button", { name: t("factors.turn_on"), exact: true }).click();
    const setup = page.getByRole("dialog", { name: t("factors.setup_title") });
    await expect(setup.getByRole("img", { name: t("factors.setup_qr") })).toBeVisible();
    const shown = await setup.locator(".select-all").textContent();
    const secret = shown?.replaceAll(" ", "") ?? "";
    const finish = setup.getByRole("button", { name: t("factors.setup_finish"), exact: true });
    await setup.getByLabel(t("factors.code"), { exact: true }).fill("000000");
    await finish.click();
    await expect(setup.getByRole("alert")).toBeVisible();
    await setup.getByLabel(t("factors.code"), { exact: true }).fill(createCode(secret, -1));
    await finish.click();
    const codesDialog = page.getByRole("alertdialog", { name: t("factors.codes_title") });
    await expect(codesDialog.getByRole("listitem")).toHaveCount(10);
    const codes = await codesDialog.getByRole("listitem").allInnerTexts();
    await codesDialog.getByRole("button", { name: t("factors.codes_saved") }).click();
    await expect(section.getByText(t("factors.on"), { exact: true })).toBeVisible();

    await openLoginPage(page, locale);
    await submitSignIn(page, locale, account);
    const codeField = page.getByLabel(t("factors.code"), { exact: true });
    const submit = page.getByRole("button", { name: t("accounts.login_button"), exact: true });
    await codeField.fill("000000");
    await submit.click();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(codeField).toHaveValue("000000");
    await codeField.fill(createCode(secret, 0));
    await submit.click();
    await page.waitForURL(`**/${locale}/me/home`);

    await openLoginPage(page, locale);
    await submitSignIn(page, locale, account);
    await page.getByRole("button", { name: t("factors.use_recovery_code") }).click();
    await page.getByLabel(t("factors.recovery_code"), { exact: true }).fill(codes[0] ?? "");
    await submit.click();
    await page.waitForURL(`**/${locale}/me/home`);

    await openPage(page, `/${locale}/stg#safety`);
    await section.getByRole("button", { name: t("factors.turn_off"), exact: true }).click();
    const removal = page.getByRole("dialog", { name: t("factors.turn_off_title") });
    await removal.getByLabel(t("factors.code"), { exact: true }).fill(createCode(secret, 1));
    await removal.getByRole("button", { name: t("factors.turn_off"), exact: true }).click();
    await expect(section.getByText(t("factors.off"), { exact: true })).toBeVisible();
    await openLoginPage(page, locale);
    await submitSignIn(page, locale, account);
    await page.waitForURL(`**/${locale}/me/home`);
  });

  test(`AUTH-24 ${locale}: an account signs in with a passkey, and can't remove it after removing the password`, async ({
    page,
  }) => {
    const { setUserVerified, setPresent } = await addAuthenticator(page);
    await registerByForm(page, locale, createHandle("passkey"));
    await openPage(page, `/${locale}/stg#safety`);
    const section = findSection(page, locale);
    await section.getByRole("button", { name: t("factors.passkey_add"), exact: true }).click();
    const setup = page.getByRole("dialog", { name: t("factors.passkey_add_title") });
    await setup.getByLabel(t("factors.passkey_name"), { exact: true }).fill("鍵");
    // User verification fails, as it does if the person cancels the browser's dialog.
    await setUserVerified(false);
    await setup.getByRole("button", { name: t("factors.passkey_create") }).click();
    await expect(setup.getByRole("alert")).toHaveText(t("factors.passkey_cancelled"));
    await setUserVerified(true);
    await setup.getByRole("button", { name: t("factors.passkey_create") }).click();
    await expect(section.getByText("鍵", { exact: true })).toBeVisible();

    const signInButton = page.getByRole("button", { name: t("factors.login_passkey") });
    // The owner doesn't choose the passkey that the username field offers, so signing in waits for the button.
    await setPresent(false);
    await page.addInitScript(() => {
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = (options) => {
        document.documentElement.dataset.mediation = options?.mediation ?? "required";
        return get(options);
      };
    });
    await openLoginPage(page, locale);
    await expect(page.locator("html")).toHaveAttribute("data-mediation", "conditional");
    await setPresent(true);
    await signInButton.click();
    await page.waitForURL(`**/${locale}/me/home`);

    await openPage(page, `/${locale}/stg#safety`);
    await expireIdentityConfirmation(page);
    await section.getByRole("button", { name: t("factors.password_remove"), exact: true }).click();
    await page
      .getByRole("alertdialog", { name: t("factors.password_remove_title") })
      .getByRole("button", { name: t("factors.password_remove"), exact: true })
      .click();
    const confirmation = page.getByRole("dialog", { name: t("factors.confirm_title") });
    await confirmation.getByRole("button", { name: t("factors.confirm_passkey") }).click();
    await expect(section.getByText(t("factors.password_removed_text"))).toBeVisible();
    await expect(section.getByText(t("factors.passkey_only_way"))).toBeVisible();
    const remove = t("factors.passkey_remove_name", { name: "鍵" });
    await expect(section.getByRole("button", { name: remove })).toHaveCount(0);

    // The username field offers the passkey; the virtual authenticator chooses it at once.
    await page.context().clearCookies();
    await page.goto(`/${locale}/acc/login`, { waitUntil: "commit" });
    await page.waitForURL(`**/${locale}/me/home`);
  });
}

test("AUTH-24 the username field offers a passkey that the account has removed, and signing in with it is refused", async ({
  page,
}) => {
  const t = (key: string, values?: Record<string, string>) => translate("en", key, values);
  const { setPresent } = await addAuthenticator(page);
  await registerByForm(page, "en", createHandle("removed"));
  await openPage(page, "/en/stg#safety");
  const section = findSection(page, "en");
  await section.getByRole("button", { name: t("factors.passkey_add"), exact: true }).click();
  const setup = page.getByRole("dialog", { name: t("factors.passkey_add_title") });
  const name = setup.getByLabel(t("factors.passkey_name"), { exact: true });
  await name.fill("Old phone".repeat(10));
  await setup.getByRole("button", { name: t("factors.passkey_create") }).click();
  // Refused at the field, before the browser creates a passkey.
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(/at most/);
  await expect(setup.getByRole("alert")).toHaveCount(0);
  await name.fill("Old phone");
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  await setup.getByRole("button", { name: t("factors.passkey_create") }).click();
  const remove = t("factors.passkey_remove_name", { name: "Old phone" });
  await section.getByRole("button", { name: remove }).click();
  const removalDialog = page.getByRole("alertdialog");
  await removalDialog.getByRole("button", { name: t("factors.remove"), exact: true }).click();
  await expect(section.getByText("Old phone", { exact: true })).toHaveCount(0);

  await openLoginPage(page, "en");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await setPresent(false);
  await expect(page.getByLabel(t("accounts.account"), { exact: true })).toBeEnabled();
});
