import type { PaymentSettings } from "@toibako/contract/billing.ts";
import {
  type CardProblem,
  CardRefusal,
  guardToken,
  loadProviderScript,
} from "./provider-script.ts";

interface StripeElement {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
  update: (options: { disabled: boolean }) => void;
}

interface StripeError {
  code?: string;
  type?: string;
}

interface Stripe {
  elements: (options: { locale: string }) => {
    create: (
      kind: "cardNumber" | "cardExpiry" | "cardCvc",
      options: { style: object; disableLink?: boolean },
    ) => StripeElement;
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

export type StripePlaces = Record<"number" | "expiry" | "security_code", HTMLElement>;

/** The fields for the card, which are frames of the provider, so that nothing typed there reaches this page. */
export interface StripeFields {
  createToken: (holder: string) => Promise<string>;
  destroy: () => void;
}

const kinds = {
  number: "cardNumber",
  expiry: "cardExpiry",
  security_code: "cardCvc",
} as const;

/** Loads the provider's script and mounts its fields. `style` is what its frames can't inherit. */
export async function mountStripeFields(
  settings: PaymentSettings,
  places: StripePlaces,
  locale: string,
  style: { color: string; placeholder: string; size: string },
): Promise<StripeFields> {
  await loadProviderScript(settings.script_url);
  if (!window.Stripe) throw new CardRefusal("unexpected");
  const stripe = window.Stripe(settings.public_key);
  const elements = stripe.elements({ locale });
  const base = {
    color: style.color,
    fontSize: style.size,
    "::placeholder": { color: style.placeholder },
  };
  const fields = Object.entries(kinds).map(([name, kind]) => {
    const field = elements.create(kind, { style: { base } });
    field.mount(places[name as keyof StripePlaces]);
    return field;
  });
  const [number] = fields;
  return {
    createToken: (holder) =>
      guardToken(async () => {
        if (holder.trim() === "") throw new CardRefusal("holder");
        if (!number) throw new CardRefusal("unexpected");
        const { token, error } = await stripe.createToken(number, { name: holder.trim() });
        if (token) return token.id;
        throw new CardRefusal(findStripeProblem(error), error?.code);
      }),
    destroy() {
      for (const field of fields) field.destroy();
    },
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
