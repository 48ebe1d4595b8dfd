import { Failure } from "#platform/http/failure.ts";
import type { Counter, OpenCounter } from "#platform/limits/counters.ts";
import { handleStoreError } from "#platform/limits/limits.ts";
import type { NetworkRange } from "#platform/limits/networks.ts";
import type { Code } from "../policy.ts";

/** The period of all limits except the daily ones. */
const windowSeconds = 900;
const daySeconds = 86_400;

/** The maximum number of attempts with codes of the app for one account on one known browser. */
const knownBrowserMax = 10;
/** The maximum for all known browsers of one account together, in a day. */
const knownBrowsersDayMax = 50;
/** The maximum for one account on all unknown browsers together. */
const unknownBrowsersMax = 10;
const unknownBrowsersDayMax = 50;
/** The maximum number of attempts with any codes from one network, for all accounts together. */
const networkMax = 60;

interface CodeAttempt {
  code: Code;
  account: string;
  /** The networks of the client's IP address. */
  networks: NetworkRange[];
  /** The id of the browser, if it is a known browser of the account. */
  browser_id: string | undefined;
}

/** Counts an attempt to enter a code; throws `too_many` if a limit is exceeded. */
export type AdmitCode = (attempt: CodeAttempt) => Promise<void>;

/**
 * Creates the function that counts and limits attempts to enter a code. `limitFactor` multiplies every maximum; 0
 * turns limits off. An attacker who has the password can use up only the attempts of unknown browsers. The owner
 * can still sign in on a known browser or with a recovery code: attempts with recovery codes are not limited for
 * the account, because these codes are too long to be guessed.
 */
export function createCodeLimiter(openCounter: OpenCounter, limitFactor: number): AdmitCode {
  if (limitFactor === 0) return () => Promise.resolve();
  const networkCounter = openCounter("code network", windowSeconds);
  const browserCounter = openCounter("code browser", windowSeconds);
  const knownBrowsersDayCounter = openCounter("code known browsers", daySeconds);
  const unknownBrowsersCounter = openCounter("code account", windowSeconds);
  const unknownBrowsersDayCounter = openCounter("code account", daySeconds);

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
      await countAttempt(browserCounter, [
        { subject: `${subject} ${browser_id}`, max: knownBrowserMax },
      ]);
      return countAttempt(knownBrowsersDayCounter, [{ subject, max: knownBrowsersDayMax }]);
    }
    await countAttempt(unknownBrowsersCounter, [{ subject, max: unknownBrowsersMax }]);
    await countAttempt(unknownBrowsersDayCounter, [{ subject, max: unknownBrowsersDayMax }]);
  };
}
