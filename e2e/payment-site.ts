import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { type GmoSandbox, startGmo, testCard } from "@toibako/sandbox/gmo.ts";
import { type StripeSandbox, startStripe } from "@toibako/sandbox/stripe.ts";
import { waitUntilHydrated } from "./fixture.ts";
import { changeDatabase, openChangeableSite } from "./second-site.ts";
import { postMessages, registerWriter, startTalk } from "./talk-calls.ts";
import { translate } from "./texts.ts";

export const seller = {
  SELLER_NAME: "株式会社といばこ",
  SELLER_REPRESENTATIVE: "箱 問子",
  SELLER_ADDRESS: "東京都千代田区千代田1-1",
  SELLER_PHONE: "03-0000-0000",
  SELLER_EMAIL: "seller@toibako.example",
};

/** A site that sells its plan by way of a provider's sandbox. */
interface PaymentSite<Sandbox> {
  sandbox: Sandbox;
  /** Lets the last paid month of all cancelled plans be over. The site is stopped and started again meanwhile. */
  passLastMonths: () => Promise<void>;
  /** The files of the site's data folder, those of the database among them, that contain a text. */
  listFilesWith: (text: string) => string[];
  stop: () => Promise<void>;
}

/** Starts a site that sells by way of GMO's sandbox. */
export async function openGmoSite(address: string): Promise<PaymentSite<GmoSandbox>> {
  const sandbox = await startGmo(0, { notify_url: `${address}/payment/notifications/gmo` });
  return openPaymentSite(address, sandbox);
}

/** The same with Stripe's sandbox. */
export async function openStripeSite(address: string): Promise<PaymentSite<StripeSandbox>> {
  const sandbox = await startStripe(0, { notify_url: `${address}/payment/notifications/stripe` });
  return openPaymentSite(address, sandbox);
}

async function openPaymentSite<Sandbox extends GmoSandbox | StripeSandbox>(
  address: string,
  sandbox: Sandbox,
): Promise<PaymentSite<Sandbox>> {
  const site = await openChangeableSite(address, { ...seller, ...sandbox.environment });
  return {
    sandbox,
    passLastMonths: () =>
      site.whileStopped((data_dir) =>
        changeDatabase(data_dir, async (executeSql) => {
          await executeSql(
            `update subscriptions set starts_on = starts_on - 40, expired_in = expired_in - 40, ends_on = ends_on - 40
             where cancelled_at is not null`,
          );
        }),
      ),
    listFilesWith: (text) =>
      readdirSync(site.data_dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((path) => readFileSync(path).includes(text)),
    stop: async () => {
      await site.close();
      await sandbox.close();
    },
  };
}

/** Types a card into the form of GMO; the sandbox refuses the holder `CODE902` with the code 902. */
export async function fillCard(page: Page, locale: Locale, holder = testCard.holdername) {
  const fill = (key: string, value: string) =>
    page.getByLabel(translate(locale, `billing.${key}`), { exact: false }).fill(value);
  await fill("card_number", testCard.cardno);
  await fill("card_expiry", "12 / 34");
  await fill("card_security_code", testCard.securitycode);
  await fill("card_holder", holder);
}

/** Starts one talk more with each of these accounts than people without the plan can read. */
export async function writeToBuyers(
  openBrowser: () => Promise<Page>,
  locale: Locale,
  accounts: readonly string[],
): Promise<void> {
  for (const number of [1, 2, 3, 4]) {
    const { request } = await openBrowser();
    await registerWriter(request, locale);
    for (const account of accounts) {
      await postMessages(request, await startTalk(request, account), `Hello number ${number}`);
    }
  }
}

/** The text of the talk that only the plan opens. */
export const paidTalk = "Hello number 4";

/** Cancels by the survey, from the page of the plan. */
export async function cancelBySurvey(page: Page, locale: Locale): Promise<void> {
  const t = (key: string) => translate(locale, `billing.${key}`);
  await page.getByRole("link", { name: t("cancel_by_survey") }).click();
  await page.waitForURL(/\/stg\/payment_cancel\/survey$/);
  await waitUntilHydrated(page);
  await page.getByLabel(t("survey_1")).fill("For the talks");
  await page.getByLabel(t("survey_2")).fill("I have read them");
  await page.getByLabel(t("survey_wish_people")).check();
  await page.getByRole("button", { name: t("survey_submit") }).click();
  await page
    .getByRole("dialog", { name: t("survey_confirm_title") })
    .getByRole("button", { name: t("survey_confirm"), exact: true })
    .click();
  await page.waitForURL(/\/stg\?tab=card$/);
  await waitUntilHydrated(page);
}
