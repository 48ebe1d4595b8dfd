import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { SolveChallengeOptions } from "altcha-lib/types";

addEventListener(
  "message",
  ({ data }: MessageEvent<Pick<SolveChallengeOptions, "challenge" | "timeout">>) => {
    // A rejection in a worker doesn't reach the page, which would wait for ever.
    void solveChallenge({ ...data, deriveKey })
      .catch(() => null)
      .then((solution) => postMessage(solution));
  },
);
