import type { Locale } from "@toibako/contract/locales.ts";
import { type MailCatcher, startMailCatcher } from "@toibako/sandbox/mail.ts";
import { registerByForm, submitLogin } from "./account-forms.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { translate } from "./texts.ts";

// The main site has no mail server, so these journeys start another site.
const mailSite = getSiteAddress(3);
const newPassword = "another long enough password";
let catcher: MailCatcher;
let stopSite: () => Promise<void>;

// The tests run in one worker, because they share the site.
test.describe.configure({ mode: "default", timeout: 120_000 });

// The page of a used link has the status 404, which the browser logs.
test.use({ baseURL: mailSite, tolerated: /status of 404 .*\/acc\/password_resets\// });

test.beforeAll(async () => {
  catcher = await startMailCatcher();
  stopSite = await openSecondSite(mailSite, { SMTP_URL: catcher.url, LIMIT_FACTOR: "0" });
});

test.afterAll(async () => {
  await stopSite();
  await catcher.close();
});

/** Waits until an address has got `count` mails, and returns the path of the link in the newest one. */
async function receiveLink(email: string, count: number): Promise<string> {
  const findMails = () => catcher.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => findMails().length, { timeout: 20_000 }).toBe(count);
  const [link = ""] = /http:\S+\/acc\/\S+\/[\w-]{43}/.exec(findMails().at(-1)?.text ?? "") ?? [];
  expect(link).toContain(mailSite);
  return link.slice(mailSite.length);
}

for (const locale of ["ja", "dt"] satisfies Locale[]) {
  test(`AUTH-06 SET-12 ${locale}: an address is confirmed by mail, and then a forgotten password is reset by mail`, async ({
    page,
  }) => {
    const t = (key: string, values = {}) => translate(locale, key, values);
    const account = createHandle("mail");
    const email = `${account}@example.com`;
    await registerByForm(page, locale, account);
    await openPage(page, `/${locale}/stg`);
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

    // Closes the account's page first, so that its calls don't fail without the cookies.
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
    await submitLogin(page, locale, account, newPassword);
    await page.waitForURL(/me\/home/);

    const used = await page.goto(reset);
    expect(used?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("passwords.expired_title"));
    await page.getByRole("link", { name: t("passwords.expired_button") }).click();
    await expect(page.getByLabel(t("passwords.account_or_email"))).toBeVisible();
  });
}
