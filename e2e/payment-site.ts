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

interface PaymentSite<Sandbox> {
  sandbox: Sandbox;
  stop: () => Promise<void>;
}

/** Starts a site that sells its plan by way of GMO's sandbox. */
export const openGmoSite = (address: string): Promise<PaymentSite<GmoSandbox>> =>
  openPaymentSite(address, "gmo", startGmo);

/** The same with Stripe's sandbox. */
export const openStripeSite = (address: string): Promise<PaymentSite<StripeSandbox>> =>
  openPaymentSite(address, "stripe", startStripe);

async function openPaymentSite<Sandbox extends GmoSandbox | StripeSandbox>(
  address: string,
  provider: "gmo" | "stripe",
  start: (port: number, options: { notify_url: string }) => Promise<Sandbox>,
): Promise<PaymentSite<Sandbox>> {
  const sandbox = await start(0, { notify_url: `${address}/payment/notifications/${provider}` });
  const environment = { ...seller, ...sandbox.environment, LIMIT_FACTOR: "0" };
  const stopSite = await openSecondSite(address, environment);
  return {
    sandbox,
    stop: async () => {
      await stopSite();
      await sandbox.close();
    },
  };
}

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
