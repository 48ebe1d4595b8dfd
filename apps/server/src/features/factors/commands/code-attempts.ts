import { Failure } from "#platform/http/failure.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import { handleStoreError } from "#platform/limits/limits.ts";
import type { NetworkRange } from "#platform/limits/networks.ts";
import type { Code } from "../policy.ts";

/** Limits count the attempts within 15 minutes, unless they count those of a day. */
const windowSeconds = 900;
const daySeconds = 86_400;

/** Maximum attempts with codes of the app for one account: on a known browser, and on all unknown ones together. */
const knownBrowserMax = 10;
const unknownBrowsersMax = 10;
const unknownBrowsersDayMax = 50;
/** Maximum attempts with any codes from one network, for all accounts together. */
const networkMax = 60;

interface CodeAttempt {
  code: Code;
  account: string;
  /** The networks of the client's IP address. */
  networks: NetworkRange[];
  /** The id of the browser, if it is a known browser of the account. */
  browser_id: string | undefined;
}

/** Counts an attempt to enter a code; throws `too_many` at a limit. */
export type AdmitCode = (attempt: CodeAttempt) => Promise<void>;

/**
 * Creates the function that counts and limits attempts to enter a code. `limitFactor` multiplies every maximum; 0 means no limits. An attacker who has the
 * password can only use up the attempts of unknown browsers. The owner can still use a known browser, or a
 * recovery code: attempts with recovery codes have no limit for the account, because recovery codes are too long to
 * be guessed.
 */
export function createCodeLimiter(openCounter: OpenCounter, limitFactor: number): AdmitCode {
  if (limitFactor === 0) return () => Promise.resolve();
  const networkCounter = openCounter("code network", windowSeconds);
  const browserCounter = openCounter("code browser", windowSeconds);
  const accountCounter = openCounter("code account", windowSeconds);
  const dayCounter = openCounter("code account", daySeconds);

  const countAttempt = async (counter: Counter, limits: { subject: string; max: number }[]) => {
    const scaled = limits.map(({ subject, max }) => ({ subject, max: max * limitFactor }));
    const retry_after = await counter.take(scaled).catch(() => handleStoreError("refuse"));
    if (retry_after !== undefined) throw new Failure("too_many", { retry_after });
  };

  return async ({ code, account, networks, browser_id }) => {
    const ranges = networks.map(({ range, factor }) => ({
      subject: range,
      max: networkMax * factor,
    }));
    await countAttempt(networkCounter, ranges);
    if (code.kind === "recovery") return;
    const subject = account.toLowerCase();
    if (browser_id) {
      return countAttempt(browserCounter, [
        { subject: `${subject} ${browser_id}`, max: knownBrowserMax },
      ]);
    }
    await countAttempt(accountCounter, [{ subject, max: unknownBrowsersMax }]);
    await countAttempt(dayCounter, [{ subject, max: unknownBrowsersDayMax }]);
  };
}
