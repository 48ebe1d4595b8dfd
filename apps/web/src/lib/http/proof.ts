import { getChallenge } from "@toibako/contract/challenges.ts";
import type { Challenge, Solution } from "altcha-lib/types";
import { proofWork } from "./loader.ts";

/** Milliseconds after which fetching a challenge, or solving it, is given up. */
const timeout = { fetch: 10_000, solve: 60_000 };

/**
 * Fetches a challenge of the level that the server demands, and solves it in a worker, so that the page stays
 * usable. Meanwhile the pending button says that something is checked. Returns the value of the proof header,
 * or undefined if no challenge can be fetched.
 */
export async function solveProof(level: string): Promise<string | undefined> {
  proofWork.show();
  try {
    const challenge = await fetchChallenge(level);
    if (!challenge) return undefined;
    const solution = await solveInWorker(challenge);
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    proofWork.hide();
  }
}

async function fetchChallenge(level: string): Promise<Challenge | undefined> {
  const address = `${getChallenge.path}?${new URLSearchParams({ level })}`;
  const signal = AbortSignal.timeout(timeout.fetch);
  // A lost connection or a busy server is not reported as an error.
  const reply = await fetch(address, { signal }).catch(() => undefined);
  if (!reply?.ok) return undefined;
  const { challenge } = (await reply.json()) as { challenge: string };
  return JSON.parse(atob(challenge)) as Challenge;
}

function solveInWorker(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<Solution>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      data ? resolve(data) : reject(new Error("The challenge could not be solved."));
    worker.onerror = () => reject(new Error("The worker failed."));
  });
  worker.postMessage({ challenge, timeout: timeout.solve });
  return solved.finally(() => worker.terminate());
}
