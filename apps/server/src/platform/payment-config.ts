import { type Carrier, carriers } from "@toibako/contract/billing.ts";
import {
  ConfigError,
  isEncryptedOrLocal,
  readChoice,
  readInteger,
  readUrl,
} from "./environment.ts";

/** The keys of a shop at GMO Payment Gateway, and the addresses of its server. */
export interface GmoConfig {
  provider: "gmo";
  shop_id: string;
  shop_pass: string;
  site_id: string;
  site_pass: string;
  /** The key for browsers, with which the script makes tokens. */
  api_key: string;
  /** Without a trailing slash, like the other addresses. */
  api_url: string;
  script_url: string;
  /** Where the carriers' monthly files are, as `<carrier>/<yyyymm>.csv`. */
  results_url: string | undefined;
  /** The carriers with which the shop has a contract. */
  carriers: readonly Carrier[];
}

export interface StripeConfig {
  provider: "stripe";
  secret_key: string;
  /** The key for browsers, with which the script makes tokens. */
  public_key: string;
  webhook_secret: string;
  api_url: string;
  script_url: string;
}

/** Who sells, as the Act on Specified Commercial Transactions asks to be stated. */
export interface Seller {
  name: string;
  representative: string;
  address: string;
  phone: string;
  email: string;
}

/** The payment provider, the seller and the prices. */
export interface PaymentConfig {
  provider: GmoConfig | StripeConfig;
  seller: Seller;
  /** Yen a month, including tax. */
  price: number;
  /** Yen of the first month of an account's first subscription; undefined if it costs as much as the others. */
  first_price: number | undefined;
}

type Environment = NodeJS.ProcessEnv;

/** Reads the payment provider; undefined if none is chosen. */
export function readPayment(env: Environment): PaymentConfig | undefined {
  if (!env.PAYMENT_PROVIDER) return undefined;
  const provider = readChoice(env, "PAYMENT_PROVIDER", ["gmo", "stripe"], "gmo");
  const price = readInteger(env, "PREMIUM_PRICE", 500, 1, 1_000_000);
  return {
    provider: provider === "gmo" ? readGmo(env) : readStripe(env),
    seller: {
      name: readText(env, "SELLER_NAME", 100),
      representative: readText(env, "SELLER_REPRESENTATIVE", 100),
      address: readText(env, "SELLER_ADDRESS", 200),
      phone: readText(env, "SELLER_PHONE", 30),
      email: readText(env, "SELLER_EMAIL", 200),
    },
    price,
    first_price: readFirstPrice(env, price),
  };
}

function readGmo(env: Environment): GmoConfig {
  return {
    provider: "gmo",
    shop_id: readText(env, "GMO_SHOP_ID", 13),
    shop_pass: readText(env, "GMO_SHOP_PASS", 10),
    site_id: readText(env, "GMO_SITE_ID", 13),
    site_pass: readText(env, "GMO_SITE_PASS", 20),
    api_key: readText(env, "GMO_API_KEY", 500),
    api_url: readAddress(env, "GMO_API_URL") ?? "https://p01.mul-pay.jp/payment",
    script_url: readAddress(env, "GMO_SCRIPT_URL") ?? "https://static.mul-pay.jp/ext/js/token.js",
    results_url: readAddress(env, "GMO_RESULTS_URL"),
    carriers: readCarriers(env),
  };
}

function readStripe(env: Environment): StripeConfig {
  return {
    provider: "stripe",
    secret_key: readText(env, "STRIPE_SECRET_KEY", 500),
    public_key: readText(env, "STRIPE_PUBLIC_KEY", 500),
    webhook_secret: readText(env, "STRIPE_WEBHOOK_SECRET", 500),
    api_url: readAddress(env, "STRIPE_API_URL") ?? "https://api.stripe.com",
    script_url: readAddress(env, "STRIPE_SCRIPT_URL") ?? "https://js.stripe.com/endive/stripe.js",
  };
}

function readText(env: Environment, name: string, maxLength: number): string {
  const text = env[name]?.trim();
  if (!text)
    throw new ConfigError(`${name} is needed with PAYMENT_PROVIDER=${env.PAYMENT_PROVIDER}.`);
  if (text.length > maxLength) {
    throw new ConfigError(`${name} must have at most ${maxLength} characters.`);
  }
  return text;
}

function readAddress(env: Environment, name: string): string | undefined {
  const address = readUrl(env, name, ["http:", "https:"])?.replace(/\/+$/, "");
  if (address === undefined || isEncryptedOrLocal(address)) return address;
  throw new ConfigError(`${name} must be an address that starts with https://.`);
}

function readCarriers(env: Environment): Carrier[] {
  const names = (env.GMO_CARRIERS ?? "").split(",").map((name) => name.trim());
  const unknown = names.find((name) => name !== "" && !carriers.some((known) => known === name));
  if (unknown !== undefined) {
    throw new ConfigError(`GMO_CARRIERS must be some of ${carriers.join(", ")}, not "${unknown}".`);
  }
  return carriers.filter((carrier) => names.includes(carrier));
}

function readFirstPrice(env: Environment, price: number): number | undefined {
  if (!env.PREMIUM_FIRST_PRICE) return undefined;
  return readInteger(env, "PREMIUM_FIRST_PRICE", price, 1, price);
}
