import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { type MailCatcher, startMailCatcher } from "@toibako/sandbox/mail.ts";
import { createUnsubscribeToken } from "../apps/server/src/features/digests/policy.ts";
import { createSecrets } from "../apps/server/src/platform/identity/secrets.ts";
import { registerByForm, submitRegistration, submitSignIn } from "./account-forms.ts";
import { sendSuccessfully } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { findMailedLink } from "./mailed-links.ts";
import { createHandle, password } from "./people.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { en, translate } from "./texts.ts";

// The main site has no mail server, so these journeys start another site.
const mailSite = getSiteAddress(import.meta.filename);
const secretKey = "the secret key of the site with a mail server";
const newPassword = "another long enough password";
let catcher: MailCatcher;
let stopSite: () => Promise<void>;

// The tests run in one worker, because they share the site.
test.describe.configure({ mode: "default", timeout: 120_000 });

// The page of a used link has the status 404, which the browser logs.
test.use({
  baseURL: mailSite,
  tolerated: /status of 404 .*\/acc\/(password_resets|unsubscriptions)\//,
});

test.beforeAll(async () => {
  catcher = await startMailCatcher();
  stopSite = await openSecondSite(mailSite, {
    SMTP_URL: catcher.url,
    LIMIT_FACTOR: "0",
    SECRET_KEY: secretKey,
  });
});

test.afterAll(async () => {
  await stopSite();
  await catcher.close();
});

const receiveLink = (email: string, count: number) =>
  findMailedLink(catcher, mailSite, email, count);

/**
 * Returns the path of the link that ends the daily mails of an account. The site has not sent such a mail
 * yet, so the token of the link is computed with the site's key.
 */
async function findUnsubscribePath(page: Page, locale: Locale, account: string): Promise<string> {
  const secrets = createSecrets(Buffer.from(secretKey));
  for (let user_pk = 1; user_pk < 50; user_pk += 1) {
    const token = createUnsubscribeToken(secrets, user_pk);
    const reply = await page.request.get(`/api/v2/unsubscriptions/${token}`);
    if (reply.ok() && (await reply.json()).account === account) {
      return `/${locale}/acc/unsubscriptions/${token}`;
    }
  }
  throw new Error("the account has no link");
}

test("SET-13 SET-23 a switch of the settings turns the daily mail on, and a link in the mail turns it off without signing in", async ({
  page,
  openBrowser,
}) => {
  const account = createHandle("daily");
  await registerByForm(page, "en", account);
  await openPage(page, "/en/stg");
  const digest = page.getByRole("switch", { name: translate("en", "mails.digest_label") });
  await expect(digest).not.toBeChecked();
  await digest.click();
  const section = page.locator("#digest");
  await expect(section.getByText(translate("en", "mails.digest_needs_address"))).toBeVisible();
  await expect(section).toContainText(translate("en", "settings.saved"));

  const visitor = await openBrowser();
  const path = await findUnsubscribePath(page, "en", account);
  await openPage(visitor, mailSite + path);
  const title = visitor.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(translate("en", "mails.unsubscribe_title"));
  await expect(visitor.locator("main")).toContainText(`@${account}`);
  await visitor.getByRole("button", { name: translate("en", "mails.unsubscribe_button") }).click();
  await expect(title).toHaveText(translate("en", "mails.unsubscribed_title"));
  await visitor.reload();
  await expect(title).toHaveText(translate("en", "mails.unsubscribed_title"));
  await page.reload();
  await expect(digest).not.toBeChecked();

  const forged = await visitor.goto(`${mailSite}/en/acc/unsubscriptions/forged`);
  expect(forged?.status()).toBe(404);
  await expect(title).toHaveText(translate("en", "mails.forged_title"));
});

test("SET-12 START-03 after a registration with an email address, and after an onboarding with another one, the next page says once that a link was mailed; the settings mail it again", async ({
  page,
}) => {
  const account = createHandle("first");
  const modal = page.getByRole("dialog", { name: en("mails.modal_title") });
  const closeModal = () => modal.getByRole("button", { name: en("mails.modal_close") }).click();
  await openPage(page, "/en/acc/regist");
  const email = page.getByLabel(en("accounts.email"), { exact: true });
  await email.fill(`${account}@example.com`);
  await submitRegistration(page, "en", account);
  await page.waitForURL("**/en/me/setup");
  await expect(modal).toContainText(`${account}@example.com`);
  await closeModal();

  await page.getByLabel(en("onboarding.wants_mail")).check();
  await email.fill(`${account}@example.org`);
  await page.getByRole("button", { name: en("onboarding.next") }).click();
  await page.getByRole("button", { name: en("onboarding.complete") }).click();
  await page.waitForURL("**/en/me/ready");
  await expect(modal).toContainText(`${account}@example.org`);
  await closeModal();

  await openPage(page, "/en/stg#email");
  await expect(modal).toHaveCount(0);
  await page
    .locator("#email")
    .getByRole("button", { name: en("mails.resend") })
    .click();
  await expect(page.getByText(en("mails.resent"))).toBeVisible();
  await receiveLink(`${account}@example.org`, 2);
});

for (const locale of ["ja", "dt"] satisfies Locale[]) {
  test(`AUTH-06 SET-12 ${locale}: an address is confirmed by mail, and then a forgotten password is reset by mail`, async ({
    page,
  }) => {
    const t = (key: string, values = {}) => translate(locale, key, values);
    const account = createHandle("mail");
    const email = `${account}@example.com`;
    await registerByForm(page, locale, account);
    await openPage(page, `/${locale}/stg#email`);
    const section = page.locator("#email");
    await section.getByLabel(t("mails.title"), { exact: true }).fill(email);
    await section.getByRole("button", { name: t("settings.save") }).click();
    const modal = page.getByRole("dialog", { name: t("mails.modal_title") });
    await modal.getByRole("button", { name: t("mails.modal_close") }).click();
    await expect(section.getByText(t("mails.unconfirmed_title"))).toBeVisible();

    const confirmation = await receiveLink(email, 1);
    await openPage(page, confirmation);
    await page.getByRole("button", { name: t("mails.confirm_button") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("mails.confirmed_title"));
    await page.getByRole("link", { name: t("mails.open_settings") }).click();
    await expect(page.locator("#email").getByText(t("mails.confirmed"))).toBeVisible();

    // Leaves the account's page first, because its calls would fail without the cookies.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await openPage(page, `/${locale}/acc/login`);
    await page.getByRole("link", { name: t("passwords.forgot") }).click();
    await page.getByLabel(t("passwords.account_or_email")).fill(account);
    await page.getByRole("button", { name: t("passwords.request_button") }).click();
    await expect(page.getByRole("heading", { name: t("passwords.sent_title") })).toBeVisible();
    const reset = await receiveLink(email, 2);
    await openPage(page, reset);
    await page.getByLabel(t("passwords.new_password")).fill(newPassword);
    await page.getByRole("button", { name: t("passwords.set_button") }).click();
    await page.waitForURL(/acc\/login/);
    await submitSignIn(page, locale, account, newPassword);
    await page.waitForURL(/me\/home/);

    const used = await page.goto(reset);
    expect(used?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("passwords.expired_title"));
    await page.getByRole("link", { name: t("passwords.expired_button") }).click();
    await expect(page.getByLabel(t("passwords.account_or_email"))).toBeVisible();
  });
}

test("AUTH-25 after somebody has changed the address and the password, the former address undoes it and sets a new password", async ({
  page,
  openBrowser,
}) => {
  const account = createHandle("undo");
  const address = `${account}@example.com`;
  await registerByForm(page, "en", account);
  for (const email of [address, `${account}@example.org`]) {
    await openPage(page, "/en/stg#email");
    const section = page.locator("#email");
    await section.getByLabel(en("mails.title"), { exact: true }).fill(email);
    await section.getByRole("button", { name: en("settings.save") }).click();
    const modal = page.getByRole("dialog", { name: en("mails.modal_title") });
    await modal.getByRole("button", { name: en("mails.modal_close") }).click();
    await openPage(page, await receiveLink(email, 1));
    await page.getByRole("button", { name: en("mails.confirm_button") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(en("mails.confirmed_title"));
  }
  const body = { current_password: password, password: newPassword };
  await sendSuccessfully(page.request, "PUT", "/api/v2/me/password", body);
  // Leaves the account's page, because its calls fail after the session has ended.
  await page.goto("about:blank");

  const owner = await openBrowser();
  // The first mail has confirmed the address.
  await openPage(owner, mailSite + (await receiveLink(address, 2)));
  const title = owner.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(en("mails.undo_title"));
  await expect(owner.locator("main")).toContainText(
    en("mails.undo_text", { account, email: address }),
  );
  await owner.getByRole("button", { name: en("mails.undo_button") }).click();
  await expect(title).toHaveText(en("mails.undone_title"));
  await expect(owner.getByText(en("mails.undone_text"))).toBeVisible();
  await owner.getByRole("link", { name: en("mails.choose_password") }).click();
  await owner.getByLabel(en("passwords.account_or_email")).fill(account);
  await owner.getByRole("button", { name: en("passwords.request_button") }).click();
  await expect(owner.getByRole("heading", { name: en("passwords.sent_title") })).toBeVisible();
  // The third mail says that the change is undone.
  await openPage(owner, mailSite + (await receiveLink(address, 4)));
  await owner.getByLabel(en("passwords.new_password")).fill(password);
  await owner.getByRole("button", { name: en("passwords.set_button") }).click();
  await owner.waitForURL(/acc\/login/);
  await submitSignIn(owner, "en", account);
  await owner.waitForURL(/me\/home/);
});
