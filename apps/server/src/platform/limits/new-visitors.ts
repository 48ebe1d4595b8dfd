import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#platform/services.ts";
import { createLimiter } from "./limits.ts";
import { refuseWithoutProof } from "./proofs.ts";

/**
 * How many new visitors a network may have before each further one needs a proof of work. A school or
 * a carrier shares one network. Each maximum lies between the two numbers and changes every hour, so
 * that nobody can measure it.
 */
const perNetwork = [
  { key: "address", max: [10, 20], seconds: 60, on_store_error: "refuse" },
  { key: "address", max: [100, 150], seconds: 3600, on_store_error: "refuse" },
] as const;

/** Refuses a new visitor beyond these limits who sends no proof of work. */
export type CheckNewVisitor = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function createNewVisitorCheck(app: FastifyInstance, services: Services): CheckNewVisitor {
  const limiters = perNetwork.map((limit) => createLimiter(app, services, "new visitor", limit));
  return async (request, reply) => {
    if (await app.proofs.accept(request, 0)) return;
    const waitTimes = await Promise.all(limiters.map((take) => take(request)));
    if (waitTimes.some((seconds) => seconds !== undefined)) refuseWithoutProof(reply, 0);
  };
}
