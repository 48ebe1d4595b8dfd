import { setTimeout } from "node:timers/promises";
import { signInWindowMinutes } from "@toibako/contract/accounts.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { Call } from "#platform/http/endpoint.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import { findKnownBrowser } from "#platform/limits/known-browsers.ts";
import { handleStoreError } from "#platform/limits/limits.ts";
import { listNetworkRanges, type NetworkRange } from "#platform/limits/networks.ts";
import { refuseWithoutProof } from "#platform/limits/proofs.ts";
import { chooseDelay, chooseProofLevel, knownBrowserAttempts } from "../policy.ts";

const windowSeconds = signInWindowMinutes * 60;

/** How many attempts of this process may be delayed simultaneously; further ones are not delayed. */
const maxDelayedAttempts = 100;

/** An attempt to sign in, whether or not the account exists. */
export interface Attempt {
  account: string;
  /** The ranges of the client's address. */
  networks: NetworkRange[];
  /** The id of the browser, if it is a known browser of the account. */
  browser_id: string | undefined;
  /** Whether the request carries a valid proof of work of this level; a proof can be checked once. */
  acceptProof: (level: number) => Promise<boolean>;
}

/**
 * Returns undefined if the password of an attempt may be checked, after a delay if there were many earlier attempts.
 * Otherwise returns the level of the missing proof of work.
 */
export type AdmitAttempt = (attempt: Attempt) => Promise<number | undefined>;

/**
 * Creates the function that counts and limits sign-in attempts. `limitFactor` multiplies every maximum; 0 turns
 * limits off.
 */
export function createSignInLimiter(openCounter: OpenCounter, limitFactor: number): AdmitAttempt {
  if (limitFactor === 0) return () => Promise.resolve(undefined);
  const accountCounter = openCounter("sign-in account", windowSeconds);
  const networkCounter = openCounter("sign-in network", windowSeconds);
  const browserCounter = openCounter("sign-in browser", windowSeconds);
  let delayedAttempts = 0;

  /**
   * Returns the number of earlier attempts for the account, and the level of proof that this attempt needs.
   * `add` also counts this attempt; `read` doesn't.
   */
  async function countEarlierAttempts(
    method: "add" | "read",
    account: string,
    networks: NetworkRange[],
  ) {
    const ownAttempts = method === "add" ? 1 : 0;
    const countEarlier = async (counter: Counter, subject: string, rangeFactor = 1) =>
      ((await count(counter, method, subject)) - ownAttempts) / (limitFactor * rangeFactor);
    const [byAccount, ...byNetworks] = await Promise.all([
      countEarlier(accountCounter, account),
      ...networks.map(({ range, factor }) => countEarlier(networkCounter, range, factor)),
    ]);
    return { byAccount, level: chooseProofLevel(byAccount, Math.max(...byNetworks)) };
  }

  async function delay(milliseconds: number): Promise<void> {
    if (milliseconds === 0 || delayedAttempts >= maxDelayedAttempts) return;
    delayedAttempts += 1;
    await setTimeout(milliseconds);
    delayedAttempts -= 1;
  }

  return async ({ account: typedAccount, networks, browser_id, acceptProof }) => {
    const account = typedAccount.toLowerCase();
    if (browser_id) {
      const attempts = await count(browserCounter, "add", `${account} ${browser_id}`);
      if (attempts <= knownBrowserAttempts * limitFactor) return undefined;
    }
    // Reads before it adds, so that attempts without a proof don't raise the level for the owner.
    const { level } = await countEarlierAttempts("read", account, networks);
    const hasProof = level !== undefined && (await acceptProof(level));
    if (level !== undefined && !hasProof) return level;
    // Simultaneous attempts read the same count; adding gives each its own count.
    const earlier = await countEarlierAttempts("add", account, networks);
    if (earlier.level !== undefined && !hasProof) return earlier.level;
    await delay(chooseDelay(earlier.byAccount));
    return undefined;
  };
}

/** Counts a sign-in attempt for an account, delays it if needed, and refuses it without the required proof of work. */
export async function requireAdmission(
  admit: AdmitAttempt,
  { services, request, reply }: Pick<Call<Endpoint>, "services" | "request" | "reply">,
  account: string,
): Promise<void> {
  const missingLevel = await admit({
    account,
    networks: listNetworkRanges(request.ip),
    browser_id: await findKnownBrowser(services, request, account),
    acceptProof: (level) => request.server.proofs.accept(request, level),
  });
  if (missingLevel !== undefined) refuseWithoutProof(reply, missingLevel);
}

async function count(counter: Counter, method: "add" | "read", key: string): Promise<number> {
  const counted = await counter[method](key).catch(() => handleStoreError("refuse"));
  return counted?.count ?? 0;
}
