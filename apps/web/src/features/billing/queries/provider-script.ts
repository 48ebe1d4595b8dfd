const loadingScripts = new Map<string, Promise<void>>();

/** Loads the payment provider's script once. After a failure, the next call tries again. */
export function loadProviderScript(url: string): Promise<void> {
  const existing = loadingScripts.get(url);
  if (existing) return existing;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement("script");
  script.src = url;
  script.async = true;
  script.onload = () => resolve();
  script.onerror = () => {
    loadingScripts.delete(url);
    script.remove();
    reject(new CardRefusal("unexpected"));
  };
  loadingScripts.set(url, promise);
  document.head.append(script);
  return promise;
}

/** The fields of a card form. */
export const cardFields = ["number", "expiry", "security_code", "holder"] as const;
export type CardField = (typeof cardFields)[number];

/** Why there is no token, as the key of its text without the prefix. */
export type CardProblem = CardField | "api_key" | "congestion" | "unexpected" | "other";

/**
 * The provider's script has made no token. It carries nothing of what the script has said or thrown, which could quote
 * the card.
 */
export class CardRefusal extends Error {
  override name = "CardRefusal";
  problem: CardProblem;
  /** The provider's code, for a text that names it. */
  code: string | undefined;

  constructor(problem: CardProblem, code?: string) {
    super(`No token: ${problem}`);
    this.problem = problem;
    this.code = code;
  }
}

/** Milliseconds after which a token is given up. */
const tokenTimeout = 30_000;

/** Turns whatever goes wrong in a provider's script into a `CardRefusal`, so that no report quotes the card. */
export async function guardToken(make: () => Promise<string>): Promise<string> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new CardRefusal("unexpected")), tokenTimeout);
  try {
    return await Promise.race([make(), timeout]);
  } catch (error) {
    throw error instanceof CardRefusal ? error : new CardRefusal("unexpected");
  } finally {
    clearTimeout(timer);
  }
}
