import { setTimeout } from "node:timers/promises";
import { signInWindowMinutes } from "@toibako/contract/accounts.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import { handleStoreError } from "#platform/limits/limits.ts";
import type { NetworkRange } from "#platform/limits/networks.ts";
import { chooseDelay, chooseProofLevel, knownBrowserAttempts } from "../policy.ts";

const windowSeconds = signInWindowMinutes * 60;

/** How many attempts may wait at once in this process; further ones are checked without a delay. */
const maxWaiting = 100;

/** An attempt to sign in, whether or not the account exists. */
export interface Attempt {
  account: string;
  /** The ranges of the client's address. */
  networks: NetworkRange[];
  /** The id of the browser if this account has signed in on it before. */
  browser_id: string | undefined;
  /** Whether the request carries a proof of work of this level; checking uses the proof up. */
  isProven: (level: number) => Promise<boolean>;
}

/**
 * Returns undefined if an attempt may check its password, after a delay if there were many attempts
 * before it. Otherwise returns the level of the missing proof of work.
 */
export type AdmitAttempt = (attempt: Attempt) => Promise<number | undefined>;

/** Counts attempts to sign in. `factor` multiplies every maximum; 0 switches them off. */
export function openAttempts(openCounter: OpenCounter, factor: number): AdmitAttempt {
  if (factor === 0) return () => Promise.resolve(undefined);
  const accounts = openCounter("sign-in account", windowSeconds);
  const networks = openCounter("sign-in network", windowSeconds);
  const browsers = openCounter("sign-in browser", windowSeconds);
  let waiting = 0;

  /** Counts the attempts before this one, and the level of proof that this one needs. */
  async function countEarlierAttempts(
    method: "add" | "read",
    account: string,
    from: NetworkRange[],
  ) {
    const own = method === "add" ? 1 : 0;
    const countEarlier = async (counter: Counter, subject: string, width = 1) =>
      ((await count(counter, method, subject)) - own) / (factor * width);
    const [atAccount, ...inRanges] = await Promise.all([
      countEarlier(accounts, account),
      ...from.map((network) => countEarlier(networks, network.range, network.factor)),
    ]);
    return { atAccount, level: chooseProofLevel(atAccount, Math.max(...inRanges)) };
  }

  async function wait(milliseconds: number): Promise<void> {
    if (milliseconds === 0 || waiting >= maxWaiting) return;
    waiting += 1;
    await setTimeout(milliseconds);
    waiting -= 1;
  }

  return async ({ account: given, networks: from, browser_id, isProven }) => {
    const account = given.toLowerCase();
    if (browser_id) {
      const attempts = await count(browsers, "add", `${account} ${browser_id}`);
      if (attempts <= knownBrowserAttempts * factor) return undefined;
    }
    // Read before adding: attempts without a proof must not raise the level for the owner.
    const { level } = await countEarlierAttempts("read", account, from);
    const hasProof = level !== undefined && (await isProven(level));
    if (level !== undefined && !hasProof) return level;
    // Simultaneous attempts read the same count; adding gives each its own.
    const now = await countEarlierAttempts("add", account, from);
    if (now.level !== undefined && !hasProof) return now.level;
    await wait(chooseDelay(now.atAccount));
    return undefined;
  };
}

async function count(counter: Counter, method: "add" | "read", key: string): Promise<number> {
  const counted = await counter[method](key).catch(() => handleStoreError("refuse"));
  return counted?.count ?? 0;
}
