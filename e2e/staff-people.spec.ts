import type { Page } from "@playwright/test";
import type { Role } from "@toibako/contract/endpoint.ts";
import { type MailCatcher, startMailCatcher } from "@toibako/sandbox/mail.ts";
import { registerAccount, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress } from "./second-site.ts";
import { enterConsole, serveStaffSite, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

// This test gives roles in the database and receives mails, so it starts another site.
const site = getSiteAddress(import.meta.filename);

// The console answers 403 before it is entered.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

let catcher: MailCatcher;

// Before the site, which is told its address.
test.beforeAll(async () => {
  catcher = await startMailCatcher();
});
const giveRoles = serveStaffSite(site, () => ({ SMTP_URL: catcher.url }));
test.afterAll(() => catcher.close());

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const en = (key: string, values?: Record<string, string>) => translate("en", key, values);

/** Gives the reason in a section of a page, and confirms. */
async function confirmWithReason(page: Page, section: string, button: string): Promise<void> {
  const part = page.getByRole("region", { name: section });
  await part.getByLabel(t("staff_people.reason")).fill("本人の希望");
  await part.getByRole("button", { name: button }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: button }).press("Enter");
}

test("MOD-08 MOD-07 ADMIN-05 ADMIN-08 a visitor's inquiry is answered by mail, a birthday is changed, an account is suspended, and a role is given and taken", async ({
  page: visitor,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const [person, moderator, admin] = [
    await openBrowser(),
    await openBrowser(),
    await openBrowser(),
  ];
  const account = await registerAccount(person.request, "ja");
  const staff = await registerAccount(moderator.request, "ja");
  const chief = await registerAccount(admin.request, "ja");
  const [moderatorCode, adminCode] = [
    await turnOnSecondFactor(moderator.request),
    await turnOnSecondFactor(admin.request),
  ];
  await giveRoles({ [staff]: "moderator", [chief]: "admin" });

  await openPage(visitor, "/en/inquiry");
  await visitor.getByLabel(en("help.email")).fill("mei@example.com");
  await visitor.getByLabel(en("help.topic")).selectOption("usage");
  await visitor.getByLabel(en("help.body")).fill("How do I choose a new password?");
  await visitor.getByRole("button", { name: en("help.send") }).click();
  await expect(visitor.getByText(en("help.sent_title"))).toBeVisible();

  // By keyboard: to the inquiry, to its answer, and back in the inbox.
  await enterConsole(moderator, "/ja/adm/inquiries", moderatorCode);
  const row = moderator.getByRole("link", { name: "How do I choose a new password?" });
  await expect(row).toBeVisible();
  await moderator.keyboard.press("j");
  await expect(row).toBeFocused();
  await moderator.keyboard.press("Enter");
  await expect(moderator.getByText("mei@example.com")).toBeVisible();
  await moderator.getByLabel(t("staff.prepared")).selectOption("password");
  await expect(moderator.getByLabel(t("staff_inquiries.answer_text"))).toHaveValue(
    /You can choose a new password on this page/,
  );
  await moderator.getByRole("button", { name: t("staff_inquiries.send") }).press("Enter");
  await moderator.waitForURL(/\/ja\/adm\/inquiries$/);
  await expect(moderator.getByText(t("staff_inquiries.empty_title"))).toBeVisible();
  await expect
    .poll(() => catcher.mails.filter(({ to }) => to.includes("mei@example.com")).length, {
      timeout: 20_000,
    })
    .toBe(1);
  const { text } = catcher.mails.at(-1) ?? { text: "" };
  expect(text).toContain(`${site}/en/acc/password_resets`);
  expect(text).toContain("> How do I choose a new password?");

  // An inquiry about an account leads to it.
  await sendSuccessfully(person.request, "POST", "/api/v2/inquiries", {
    email: "person@example.com",
    topic: "account",
    body: "誕生日をまちがえました",
  });
  await openPage(moderator, "/ja/adm/inquiries");
  await moderator.getByRole("link", { name: "誕生日をまちがえました" }).click();
  await moderator
    .getByRole("link", { name: t("staff_inquiries.to_account", { name: `@${account}` }) })
    .click();
  await moderator.getByLabel(t("staff_people.birthday"), { exact: true }).fill("2000-02-29");
  const change = t("staff_people.change_birthday");
  await confirmWithReason(moderator, change, change);
  await expect(moderator.getByText(t("staff_people.birthday_changed"))).toBeVisible();
  await expect(moderator.getByText("2000-02-29", { exact: true })).toBeVisible();

  // A case about the account, in which it is suspended.
  const openingCase = t("staff_people.open_case");
  await confirmWithReason(moderator, openingCase, openingCase);
  await expect(moderator.getByText(t("staff.reason_staff"))).toBeVisible();
  await expect(moderator.getByRole("radio", { name: t("staff.decide_hide") })).toHaveCount(0);
  await moderator.keyboard.press("s");
  await expect(moderator.getByRole("radio", { name: t("staff.decide_suspend") })).toBeFocused();
  await moderator.getByLabel(t("staff.message")).fill("三日お休みです。");
  await moderator.getByRole("button", { name: t("staff.do_suspend") }).press("Enter");
  await moderator.waitForURL(/\/ja\/adm\/cases$/);
  await openPage(person, "/ja/me/decisions");
  await expect(person.getByText("三日お休みです。")).toBeVisible();
  // A suspended account gets no role.
  await openPage(moderator, `/ja/adm/people/${account}`);
  await moderator.getByRole("link", { name: t("staff.kind_account") }).click();
  await moderator.getByRole("button", { name: t("staff.undo") }).press("Enter");
  await expect(moderator.getByRole("radio", { name: t("staff.decide_suspend") })).toBeVisible();

  // Moderators see no parts of admins.
  await expect(moderator.getByRole("link", { name: t("staff_people.audit") })).toBeHidden();
  await enterConsole(admin, "/ja/adm/staff", adminCode);
  await changeRole(admin, account, "moderator");
  await openPage(person, "/ja/adm");
  const entry = person.getByRole("heading", { name: t("staff.entry_title") });
  await expect(entry).toBeVisible();
  await changeRole(admin, account, "none");
  await person.goto("/ja/adm");
  await expect(entry).toBeHidden();

  const ended = `${t("staff_people.role_none")}: 本人の希望`;
  await admin.getByRole("link", { name: t("staff_people.audit") }).click();
  await expect(admin.getByText(ended)).toBeVisible();
  await admin.getByLabel(t("staff_people.audit_action")).selectOption("account.birthday");
  await expect(admin.getByText(ended)).toBeHidden();
  await expect(admin.getByRole("listitem").filter({ hasText: `@${account}` })).toBeVisible();
});

async function changeRole(admin: Page, account: string, role: Role | "none"): Promise<void> {
  await admin.getByLabel(t("staff_people.by_handle")).fill(account);
  await admin.getByLabel(t("staff_people.role"), { exact: true }).selectOption(role);
  await confirmWithReason(admin, t("staff_people.role_form"), t("staff_people.change_role"));
  await expect(admin.getByText(t("staff_people.role_changed"))).toBeVisible();
}
