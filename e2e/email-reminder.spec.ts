import { type MailCatcher, startMailCatcher } from "@toibako/sandbox/mail.ts";
import { registerByForm } from "./account-forms.ts";
import { expect, openPage, test } from "./fixture.ts";
import { findMailedLink } from "./mailed-links.ts";
import { createHandle } from "./people.ts";
import {
  type ChangeableSite,
  changeDatabase,
  getSiteAddress,
  openChangeableSite,
} from "./second-site.ts";
import { en } from "./texts.ts";

// This test needs a mail server and changes dates in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);

test.use({ baseURL: site });

let catcher: MailCatcher;
let opened: ChangeableSite;

test.beforeAll(async () => {
  catcher = await startMailCatcher();
  opened = await openChangeableSite(site, { SMTP_URL: catcher.url });
});

test.afterAll(async () => {
  await opened?.close();
  await catcher.close();
});

/** Sets the last visit of all accounts to ten days ago. */
const moveLastVisitsBack = () =>
  opened.whileStopped((data_dir) =>
    changeDatabase(data_dir, async (executeSql) => {
      await executeSql("update users set active_on = current_date - 10");
    }),
  );

test("SHELL-28 an account that returns after a week to its first question is asked for an email address, once", async ({
  page,
  openBrowser,
}) => {
  test.setTimeout(120_000);
  const account = createHandle("away");
  const email = `${account}@example.com`;
  await registerByForm(page, "en", account);
  await page.goto("about:blank");
  await moveLastVisitsBack();
  const visitor = await openBrowser();
  await openPage(visitor, `${site}/en/${account}`);
  await visitor.getByRole("textbox").fill("Tea or coffee?");
  await visitor.getByRole("button", { name: en("questions.send") }).click();
  await expect(visitor.getByText(en("outbox.sent_nameless"))).toBeVisible();

  await openPage(page, "/en/me/home");
  const reminder = page.getByRole("dialog", { name: en("mails.reminder_title") });
  await expect(reminder).toContainText(en("mails.reminder_first_question"));
  await reminder.getByRole("link", { name: en("mails.reminder_button") }).click();
  await page.waitForURL(/\/en\/stg#email$/);
  await expect(reminder).toBeHidden();
  const section = page.locator("#email");
  await expect(section).toBeInViewport();
  await section.getByLabel(en("mails.title"), { exact: true }).fill(email);
  await section.getByRole("button", { name: en("settings.save") }).click();
  const sent = page.getByRole("dialog", { name: en("mails.modal_title") });
  await sent.getByRole("button", { name: en("mails.modal_close") }).click();
  await openPage(page, await findMailedLink(catcher, site, email, 1));

  // The address isn't confirmed yet, but the account is not asked again.
  for (const path of ["/en/box", "/en/me/home"]) {
    const decision = page.waitForResponse("**/api/v2/me/email_reminder");
    await openPage(page, path);
    expect(await (await decision).json()).toEqual({ reason: null });
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
