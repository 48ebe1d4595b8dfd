import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { answerCommunity, askCommunity, registerAccount, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress } from "./second-site.ts";
import { enterConsole, serveStaffSite, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

// This test gives roles in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);

// The console answers 403 before it is entered.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const giveRoles = serveStaffSite(site);

const locales: readonly Locale[] = ["ja", "en"];

test("MOD-01 MOD-02 MOD-04 MOD-07 a reported answer is decided by keyboard, appealed against and decided by somebody else, in ja and en", async ({
  page: subject,
  openBrowser,
}) => {
  test.setTimeout(180_000);
  const [reporter, first, second] = [await openBrowser(), await openBrowser(), await openBrowser()];
  const account = await registerAccount(subject.request, "ja");
  await registerAccount(reporter.request, "ja");
  const staff = [
    await registerAccount(first.request, locales[0]),
    await registerAccount(second.request, locales[1]),
  ];
  const [firstCode, secondCode] = [
    await turnOnSecondFactor(first.request),
    await turnOnSecondFactor(second.request),
  ];
  await giveRoles(Object.fromEntries(staff.map((account) => [account, "moderator"])));

  // The subject is somebody who has answered a question of a community.
  const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);
  const en = (key: string, values?: Record<string, string>) => translate("en", key, values);
  const reported = await reportAnswer(subject, reporter);

  await enterConsole(first, "/ja/adm/cases", firstCode);
  const row = first.getByRole("link", { name: reported });
  await expect(row).toBeVisible();
  await first.keyboard.press("j");
  await expect(row).toBeFocused();
  await first.keyboard.press("Enter");
  await expect(first.getByRole("radio", { name: t("staff.decide_dismiss") })).toBeVisible();
  await first.keyboard.press("s");
  await expect(first.getByRole("radio", { name: t("staff.decide_suspend") })).toBeFocused();
  await first.getByLabel(t("staff.message")).fill("一週間お休みです。");
  await first.getByRole("button", { name: t("staff.do_suspend") }).press("Enter");
  await first.waitForURL(/\/ja\/adm\/cases$/);
  await expect(first.getByText(t("staff.empty_title"))).toBeVisible();

  await openPage(subject, "/ja/me/decisions");
  await expect(subject.getByText(t("shell.suspended"))).toBeVisible();
  await expect(subject.getByText("一週間お休みです。")).toBeVisible();
  await subject.getByRole("button", { name: t("moderation.appeal") }).click();
  await subject.getByLabel(t("moderation.appeal_text")).fill("誤解です。");
  await subject.getByRole("button", { name: t("moderation.appeal_send") }).click();
  await expect(subject.getByText(t("moderation.appeal_waiting"))).toBeVisible();

  await enterConsole(second, "/en/adm/cases", secondCode);
  await second.getByRole("link", { name: "誤解です。" }).click();
  await second.getByRole("radio", { name: en("staff.decide_accept_appeal") }).waitFor();
  await second.keyboard.press("a");
  await second.getByRole("button", { name: en("staff.do_accept_appeal") }).press("Enter");
  await second.waitForURL(/\/en\/adm\/cases$/);

  await openPage(subject, `/ja/${account}`);
  await expect(subject.getByText(t("shell.suspended"))).toBeHidden();
  await openPage(reporter, "/ja/adm");
  await expect(reporter.getByText(t("staff.queue"))).toBeHidden();
});

/** Lets the subject answer a question of a community, and the reporter report it; returns the answer. */
async function reportAnswer(subject: Page, reporter: Page): Promise<string> {
  const question = await askCommunity(reporter.request, "どの本？");
  const answer_id = await answerCommunity(subject.request, question, "ひどい答え");
  await sendSuccessfully(reporter.request, "POST", "/api/v1/reports", {
    mode: "unit",
    answer_id,
  });
  return "ひどい答え";
}
