import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import {
  type CardProblem,
  CardRefusal,
  guardToken,
  loadProviderScript,
} from "./provider-script.ts";

interface StripeElement {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
}

interface StripeError {
  code?: string;
  type?: string;
}

interface Stripe {
  elements: (options: { locale: string }) => {
    create: (kind: "card", options: { style: object; hidePostalCode: boolean }) => StripeElement;
  };
  createToken: (
    element: StripeElement,
    data: { name: string },
  ) => Promise<{ token?: { id: string }; error?: StripeError }>;
}

declare global {
  interface Window {
    Stripe?: (publicKey: string) => Stripe;
  }
}

/** The field for the card, a frame of the provider, so that nothing typed there reaches this page. */
export interface StripeField {
  createToken: (holder: string) => Promise<string>;
  destroy: () => void;
}

/** Loads the provider's script and mounts its field. `style` is what its frame can't inherit. */
export async function mountStripeField(
  settings: PaymentSettings,
  place: HTMLElement,
  locale: string,
  style: { color: string; placeholder: string },
): Promise<StripeField> {
  await loadProviderScript(settings.script_url);
  if (!window.Stripe) throw new CardRefusal("unexpected");
  const stripe = window.Stripe(settings.public_key);
  const base = {
    color: style.color,
    fontSize: "16px",
    "::placeholder": { color: style.placeholder },
  };
  const element = stripe
    .elements({ locale })
    .create("card", { style: { base }, hidePostalCode: true });
  // In dark mode, browsers give a frame whose color scheme isn't the page's a white background.
  const host = document.createElement("div");
  host.style.colorScheme = "light";
  place.replaceChildren(host);
  element.mount(host);
  return {
    createToken: (holder) =>
      guardToken(async () => {
        if (holder.trim() === "") throw new CardRefusal("holder");
        const { token, error } = await stripe.createToken(element, { name: holder.trim() });
        if (token) return token.id;
        throw new CardRefusal(findStripeProblem(error));
      }),
    destroy: () => element.destroy(),
  };
}

/** The problem that an error of the script stands for. */
export function findStripeProblem({ code = "", type = "" }: StripeError = {}): CardProblem {
  if (/number/.test(code)) return "number";
  if (/expir/.test(code)) return "expiry";
  if (/cvc/.test(code)) return "security_code";
  if (code === "rate_limit" || type === "rate_limit_error") return "congestion";
  if (type === "authentication_error" || code === "api_key_expired") return "api_key";
  return "unexpected";
}
