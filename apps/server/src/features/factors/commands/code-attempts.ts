import { Failure } from "#platform/http/failure.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import { handleStoreError } from "#platform/limits/limits.ts";
import type { NetworkRange } from "#platform/limits/networks.ts";
import type { Code } from "../policy.ts";

const windowSeconds = 900;
const daySeconds = 86_400;

/** Codes of an app that are checked for one account: on a browser it knows, and on all others. */
const knownBrowserMax = 10;
const unknownBrowsersMax = 10;
const unknownBrowsersDayMax = 50;
const networkMax = 60;

interface CodeAttempt {
  code: Code;
  account: string;
  /** The ranges of the client's address. */
  networks: NetworkRange[];
  /** The id of the browser if this account has signed in on it before. */
  browser_id: string | undefined;
}

/** Counts an attempt to enter a code; throws `too_many` if it may not be checked. */
export type AdmitCode = (attempt: CodeAttempt) => Promise<void>;

/**
 * Opens the counters of codes. `factor` multiplies every maximum; 0 means no limits. Somebody who knows
 * the password uses up the attempts of unknown browsers; the owner still has those of their own browser,
 * and the recovery codes, which can't be guessed.
 */
export function openCodeAttempts(openCounter: OpenCounter, factor: number): AdmitCode {
  if (factor === 0) return () => Promise.resolve();
  const networkCounter = openCounter("code network", windowSeconds);
  const browserCounter = openCounter("code browser", windowSeconds);
  const accountCounter = openCounter("code account", windowSeconds);
  const dayCounter = openCounter("code account", daySeconds);

  const take = async (counter: Counter, bounds: { subject: string; max: number }[]) => {
    const scaled = bounds.map(({ subject, max }) => ({ subject, max: max * factor }));
    const retry_after = await counter.take(scaled).catch(() => handleStoreError("refuse"));
    if (retry_after !== undefined) throw new Failure("too_many", { retry_after });
  };

  return async ({ code, account, networks, browser_id }) => {
    const ranges = networks.map(({ range, factor }) => ({
      subject: range,
      max: networkMax * factor,
    }));
    await take(networkCounter, ranges);
    if (code.kind === "recovery") return;
    const subject = account.toLowerCase();
    if (browser_id) {
      return take(browserCounter, [{ subject: `${subject} ${browser_id}`, max: knownBrowserMax }]);
    }
    await take(accountCounter, [{ subject, max: unknownBrowsersMax }]);
    await take(dayCounter, [{ subject, max: unknownBrowsersDayMax }]);
  };
}
