import type { Page } from "@playwright/test";
import { type MailCatcher, startMailCatcher } from "@toibako/sandbox/mail.ts";
import { people } from "@toibako/sandbox/people.ts";
import { expireIdentityConfirmation } from "./account-forms.ts";
import { completeOnboarding, readCurrentUser } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { findMailedLink } from "./mailed-links.ts";
import { password } from "./people.ts";
import { choosePerson, openProviderSite } from "./provider-site.ts";
import { getSiteAddress } from "./second-site.ts";
import { en } from "./texts.ts";

// Accounts without a password need a site with providers and a mail server.
const site = getSiteAddress(import.meta.filename);
let catcher: MailCatcher;
let stop = async () => {};

// The tests run in one worker, because they share the site.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /status of (401|403|404)/ });

test.beforeAll(async () => {
  catcher = await startMailCatcher();
  ({ stop } = await openProviderSite(site, { SMTP_URL: catcher.url }));
});
test.afterAll(async () => {
  await stop();
  await catcher.close();
});

const [mina = "", sora = "", haru = ""] = people.map(({ name }) => name);
const google = { provider: "Google" };

/** Creates an account by signing in with Google, completes its onboarding and returns its handle. */
async function signUpWithGoogle(page: Page, name: string): Promise<string> {
  await openPage(page, "/en/acc/login");
  await page.getByRole("button", { name: en("accounts.social_continue", google) }).click();
  await choosePerson(page, name);
  await page.waitForURL("**/en/me/setup");
  await completeOnboarding(page.request);
  return (await readCurrentUser(page.request)).account;
}

const findDialog = (page: Page) => page.getByRole("dialog", { name: en("factors.confirm_title") });

test("SET-15 SET-25 an account without a password confirms its identity with its provider before it is destroyed", async ({
  page,
}) => {
  const account = await signUpWithGoogle(page, mina);
  await openPage(page, "/en/stg/destroy");
  await expireIdentityConfirmation(page);
  const handle = page.getByLabel(en("leaving.type_handle", { account }));
  const destroy = page.getByRole("button", { name: en("leaving.destroy_button") });
  await handle.fill(account);
  await destroy.click();
  const confirm = findDialog(page).getByRole("button", {
    name: en("factors.confirm_provider", google),
  });
  // Signing in with an account that isn't linked confirms nothing and leaves the account signed in.
  await confirm.click();
  await choosePerson(page, sora);
  await page.waitForURL("**/en/stg/destroy");
  await expect(page.getByText("You logged in there with an account that isn't")).toBeVisible();
  await handle.fill(account);
  await destroy.click();
  await confirm.click();
  await choosePerson(page, mina);
  await page.waitForURL("**/en/stg/destroy");
  await expect(page.getByText("It's you: you can go on")).toBeVisible();
  await handle.fill(account);
  await destroy.click();
  await page.waitForURL(({ pathname }) => pathname.replace(/\/$/, "") === "/en");
  expect((await page.request.get(`/en/${account}`)).status()).toBe(404);
});

test("AUTH-21 AUTH-25 an account without a password sets one after following a mailed link in another tab", async ({
  page,
  context,
  openBrowser,
}) => {
  const account = await signUpWithGoogle(page, haru);
  const email = `${account}@example.com`;
  await openPage(page, "/en/stg#email");
  const address = page.locator("#email");
  await address.getByLabel(en("mails.title"), { exact: true }).fill(email);
  await address.getByRole("button", { name: en("settings.save") }).click();
  await page.getByRole("button", { name: en("mails.modal_close") }).click();
  await openPage(page, await findMailedLink(catcher, site, email, 1));
  await page.getByRole("button", { name: en("mails.confirm_button") }).click();
  await page.getByRole("link", { name: en("mails.open_settings") }).click();
  await expect(address.getByText(en("mails.confirmed"))).toBeVisible();

  await expireIdentityConfirmation(page);
  const section = page.locator("#password");
  await section.locator("summary").click();
  await section.getByLabel(en("passwords.new_password")).fill(password);
  await section.getByRole("button", { name: en("passwords.set_button") }).click();
  const dialog = findDialog(page);
  await dialog.getByRole("button", { name: en("factors.confirm_mail") }).click();
  await expect(dialog.getByRole("status")).toContainText(email);
  const link = await findMailedLink(catcher, site, email, 2);

  const visitor = await openBrowser();
  await openPage(visitor, site + link);
  await expect(visitor.getByText(en("mails.identity_elsewhere", { account }))).toBeVisible();

  const tab = await context.newPage();
  await openPage(tab, link);
  await tab.getByRole("button", { name: en("mails.identity_button") }).click();
  await expect(tab.getByText(en("mails.identity_done_text"))).toBeVisible();
  await page.waitForURL("**/en/stg#password");
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await expect(section.getByLabel(en("passwords.current_password"))).toBeVisible();
});
