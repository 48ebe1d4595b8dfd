import { getChallenge } from "@toibako/contract/challenges.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createProofChallenge } from "./proofs.ts";

export const challenges = implement(getChallenge, async ({ query, services }) => ({
  body: { challenge: await createProofChallenge(services.secrets, Number(query.level ?? 0)) },
}));
