import { getChallenge, proofHeader, type proofLevels } from "@toibako/contract/challenges.ts";
import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import type { Services } from "../services.ts";
import type { Browser } from "./browser.ts";

/** Fetches a challenge and solves it, as a page does; returns the header that carries the proof. */
export async function solveNewChallenge(
  browser: Browser,
  level: (typeof proofLevels)[number] = "0",
) {
  const { data } = await browser.send(getChallenge, { query: { level } });
  return createSolutionHeader(data.challenge);
}

/**
 * Creates the header of a valid proof for a challenge that takes no work, which only the server's
 * secrets can sign. For tests that send many calls with proofs.
 */
export async function createProofHeader({ secrets }: Services): Promise<Record<string, string>> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 1,
    counter: 0,
    deriveKey,
    data: { level: 3 },
    expiresAt: new Date(Date.now() + 600_000),
    hmacSignatureSecret: secrets.deriveChallengeKey("challenge"),
    hmacKeySignatureSecret: secrets.deriveChallengeKey("solution"),
  });
  return createSolutionHeader(encode(challenge));
}

export async function createSolutionHeader(encoded: string): Promise<Record<string, string>> {
  const challenge = decode<Challenge>(encoded);
  const solution = await solveChallenge({ challenge, deriveKey });
  return { [proofHeader]: encode({ challenge, solution }) };
}

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");

export const decode = <T>(text: string) => JSON.parse(Buffer.from(text, "base64").toString()) as T;
