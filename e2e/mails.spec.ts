import type { Locale } from "@toibako/contract/locales.ts";
import { type MailCatcher, startMailCatcher } from "@toibako/sandbox/mail.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { registerByForm } from "./registration.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { translate } from "./texts.ts";

// The main site has no mail server, so these journeys have a site of their own.
const mailSite = getSiteAddress(3);
const newPassword = "another long enough password";
let catcher: MailCatcher;
let stopSite: () => Promise<void>;

// In one worker, because both use the site.
test.describe.configure({ mode: "default", timeout: 120_000 });

// The page of a used link has this status.
test.use({ baseURL: mailSite, tolerated: /status of 404 .*\/acc\/password_resets\// });

test.beforeAll(async () => {
  catcher = await startMailCatcher();
  stopSite = await openSecondSite(mailSite, { SMTP_URL: catcher.url, LIMIT_FACTOR: "0" });
});

test.afterAll(async () => {
  await stopSite();
  await catcher.close();
});

/** Waits for the newest mail to an address, and returns the path of its link. */
async function receiveLink(email: string, count: number): Promise<string> {
  const findMails = () => catcher.mails.filter(({ to }) => to.includes(email));
  await expect.poll(() => findMails().length, { timeout: 20_000 }).toBe(count);
  const [link = ""] = /http:\S+\/acc\/\S+\/[\w-]{43}/.exec(findMails().at(-1)?.text ?? "") ?? [];
  expect(link).toContain(mailSite);
  return link.slice(mailSite.length);
}

for (const locale of ["ja", "dt"] satisfies Locale[]) {
  test(`AUTH-06 SET-12 ${locale}: an address is confirmed, and a forgotten password is chosen anew by mail`, async ({
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

    // Leaves first, so that no open page of the account is refused.
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
    await page.getByLabel(t("accounts.account"), { exact: true }).fill(account);
    await page.getByLabel(t("accounts.password"), { exact: true }).fill(newPassword);
    await page.getByRole("button", { name: t("accounts.login_button"), exact: true }).click();
    await page.waitForURL(/me\/home/);

    const used = await page.goto(reset);
    expect(used?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("passwords.expired_title"));
    await page.getByRole("link", { name: t("passwords.expired_button") }).click();
    await expect(page.getByLabel(t("passwords.account_or_email"))).toBeVisible();
  });
}
