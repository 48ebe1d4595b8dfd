import type { Page } from "@playwright/test";
import { findReceived, registerAccount, sendQuestions, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress } from "./second-site.ts";
import { enterConsole, serveStaffSite, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

// This test gives roles in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);
// The console answers 403 before it is entered.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const giveRoles = serveStaffSite(site);
const toAdmins = (accounts: string[]) =>
  Object.fromEntries(accounts.map((account) => [account, "admin" as const]));

/** Opens the case with this text from the queue, by keys alone. */
async function openCase(page: Page, text: string): Promise<void> {
  const row = page.getByRole("link", { name: text });
  await row.waitFor();
  const rowsCount = await page.getByRole("listitem").count();
  for (let step = 0; step < rowsCount; step++) {
    await page.keyboard.press("j");
    if (await row.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
}

test("ADMIN-07 MOD-05 one admin asks for the record of a question, another approves, and the first reads it once, by keyboard in ja and en", async ({
  page: sender,
  openBrowser,
}) => {
  test.setTimeout(240_000);
  const [receiver, first, second] = [await openBrowser(), await openBrowser(), await openBrowser()];
  const account = await registerAccount(sender.request, "ja");
  const asked = await registerAccount(receiver.request, "ja");
  const staff = [
    await registerAccount(first.request, "ja"),
    await registerAccount(second.request, "en"),
  ];
  const firstCode = await turnOnSecondFactor(first.request);
  const secondCode = await turnOnSecondFactor(second.request);
  await giveRoles(toAdmins(staff));
  const ja = (key: string) => translate("ja", key);
  const en = (key: string) => translate("en", key);

  await sendQuestions(sender.request, asked, "ひどい質問");
  const { uuid_hash: item_id } = await findReceived(receiver.request, "ひどい質問");
  await sendSuccessfully(receiver.request, "POST", "/api/v1/reports", { mode: "unit", item_id });

  await enterConsole(first, "/ja/adm/cases", firstCode);
  await enterConsole(second, "/en/adm/cases", secondCode);
  await openCase(first, "ひどい質問");
  await first.getByLabel(ja("staff.seal_reason")).waitFor();
  await first.keyboard.press("o");
  await expect(first.getByLabel(ja("staff.seal_reason"))).toBeFocused();
  await first.keyboard.type("命にかかわるため");
  await first.getByRole("button", { name: ja("staff.seal_ask") }).press("Enter");
  await expect(first.getByText(ja("staff.seal_waiting"))).toBeVisible();
  await expect(first.getByRole("button", { name: ja("staff.seal_approve") })).toBeHidden();

  await second.getByLabel(en("staff.kind")).waitFor();
  await openPage(second, "/en/adm/seals");
  await expect(second.getByText("命にかかわるため")).toBeVisible();
  await second.getByRole("button", { name: en("staff.seal_approve") }).press("Enter");
  await expect(second.getByText(en("staff.seal_approved"))).toBeVisible();

  await openPage(first, "/ja/adm/seals");
  await first.getByRole("link", { name: ja("staff.seal_case") }).press("Enter");
  await first.getByRole("button", { name: ja("staff.seal_open") }).press("Enter");
  await expect(first.getByText(`@${account}`)).toBeVisible();
  await openPage(first, "/ja/adm/seals?state=all");
  await expect(first.getByText(ja("staff.seal_read"))).toBeVisible();
  // The page that has shown the record doesn't show it once more.
  await first.getByRole("link", { name: ja("staff.seal_case") }).press("Enter");
  await expect(first.getByLabel(ja("staff.seal_reason"))).toBeVisible();
  await expect(first.getByText(ja("staff.seal_read"))).toBeVisible();
  await expect(first.getByText(`@${account}`)).toBeHidden();
});
