import type { APIRequestContext, Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { type GmoSandbox, startGmo, testCard } from "@toibako/sandbox/gmo.ts";
import { type StripeSandbox, startStripe } from "@toibako/sandbox/stripe.ts";
import { registerAccount, sendSuccessfully } from "./calls.ts";
import { openSecondSite } from "./second-site.ts";
import { translate } from "./texts.ts";

const seller = {
  SELLER_NAME: "株式会社といばこ",
  SELLER_REPRESENTATIVE: "箱 問子",
  SELLER_ADDRESS: "東京都千代田区千代田1-1",
  SELLER_PHONE: "03-0000-0000",
  SELLER_EMAIL: "seller@toibako.example",
};

/** Starts a site that sells its plan by way of GMO's sandbox. */
export async function openGmoSite(
  address: string,
): Promise<{ sandbox: GmoSandbox; stop: () => Promise<void> }> {
  const sandbox = await startGmo(0, { notify_url: `${address}/payment/notifications/gmo` });
  const stopSite = await openPaymentSite(address, sandbox.environment);
  return {
    sandbox,
    stop: async () => {
      await stopSite();
      await sandbox.close();
    },
  };
}

/** The same with Stripe's sandbox. */
export async function openStripeSite(
  address: string,
): Promise<{ sandbox: StripeSandbox; stop: () => Promise<void> }> {
  const sandbox = await startStripe(0, { notify_url: `${address}/payment/notifications/stripe` });
  const stopSite = await openPaymentSite(address, sandbox.environment);
  return {
    sandbox,
    stop: async () => {
      await stopSite();
      await sandbox.close();
    },
  };
}

/** Starts a site that is connected to a payment provider by these environment variables. */
const openPaymentSite = (address: string, environment: Record<string, string>) =>
  openSecondSite(address, { ...seller, ...environment, LIMIT_FACTOR: "0" });

/** Registers an account of somebody who may buy the plan. */
export async function registerBuyer(
  request: APIRequestContext,
  locale: Locale,
  name?: string,
): Promise<string> {
  const account = await registerAccount(request, locale, name);
  const birthday = { birthday_year: 1990, birthday_month: 2, birthday_day: 3 };
  await sendSuccessfully(request, "PUT", "/api/v1/user/profiles", { user: birthday });
  await sendSuccessfully(request, "PUT", "/api/v1/user", { is_receive_dm: true });
  return account;
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
