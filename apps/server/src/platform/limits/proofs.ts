import { proofHeader, proofLevelHeader } from "@toibako/contract/challenges.ts";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Payload } from "altcha-lib/types";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { handleStoreError } from "./limits.ts";

/**
 * The work of level 0: between `least` and `most` key derivations, a random number for each
 * challenge, with `rounds` rounds each. It takes a phone about a second. No challenge takes more
 * than twice as long as another; a search for leading zeros would sometimes take five times as
 * long.
 */
const work = { rounds: 3_000, least: 200, most: 400 };

const lifetimeSeconds = 600;

/** Characters; a longer header can't be a valid proof. */
const maxHeaderLength = 2_000;

/** Creates a challenge that takes a browser about 2^`level` seconds to solve. */
export async function createProofChallenge(
  secrets: Pick<Secrets, "deriveChallengeKey">,
  level: number,
  now = Date.now(),
): Promise<string> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: work.rounds,
    // Unlike Node's, this `randomInt` takes the maximum first.
    counter: randomInt(work.most * 2 ** level, work.least * 2 ** level),
    deriveKey,
    data: { level },
    expiresAt: new Date(now + lifetimeSeconds * 1000),
    hmacSignatureSecret: secrets.deriveChallengeKey("challenge"),
    hmacKeySignatureSecret: secrets.deriveChallengeKey("solution"),
  });
  return Buffer.from(JSON.stringify(challenge)).toString("base64");
}

export interface Proofs {
  /** Whether the request carries an unused proof of at least this level; marks it as used. */
  accept(request: FastifyRequest, level: number): Promise<boolean>;
}

declare module "fastify" {
  interface FastifyInstance {
    proofs: Proofs;
  }
}

export function registerProofs(app: FastifyInstance, { secrets }: Services): void {
  // The window of a shorter counter may end before the proof does.
  const usedProofs = app.openCounter("used proof", secondsPerDay);
  const proofs: Proofs = {
    accept: async ({ headers }, level) => {
      const header = headers[proofHeader];
      if (typeof header !== "string" || header.length > maxHeaderLength) return false;
      const solved = await verifyProof(secrets, header).catch(() => undefined);
      if (!solved || !(solved.level >= level)) return false;
      const counted = await usedProofs.add(solved.nonce).catch(() => handleStoreError("refuse"));
      return counted?.count === 1;
    },
  };
  app.decorate("proofs", proofs);
}

/** Refuses a request and names the required level of proof. */
export function refuseWithoutProof(reply: FastifyReply, level: number): never {
  reply.header(proofLevelHeader, level);
  throw new Failure("proof_needed");
}

/** Verifies a proof; throws if it is malformed. */
async function verifyProof(secrets: Secrets, header: string) {
  const proof = JSON.parse(Buffer.from(header, "base64").toString()) as Payload;
  const { verified } = await verifySolution({
    challenge: proof.challenge,
    solution: proof.solution,
    deriveKey,
    hmacSignatureSecret: secrets.deriveChallengeKey("challenge"),
    hmacKeySignatureSecret: secrets.deriveChallengeKey("solution"),
  });
  // The parameters can be trusted only if `verified` is true: then this site has signed them.
  const { nonce, data } = proof.challenge.parameters;
  return verified ? { nonce, level: Number(data?.level) } : undefined;
}
