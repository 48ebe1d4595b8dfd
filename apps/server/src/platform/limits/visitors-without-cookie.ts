import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "#platform/services.ts";
import { createLimiter } from "./limits.ts";
import { refuseWithoutProof } from "./proofs.ts";

/**
 * How many visitors without a cookie are allowed, from one network and on the whole site, before
 * each further one needs a proof of work. One network may be that of a school or of a mobile
 * carrier. The whole site has a limit too, because a flood may come from many networks that each
 * stay below their maximum; a popular account brings some hundred of them in a minute. Each
 * maximum lies between the two numbers and changes with the window, so that nobody can measure it.
 */
const limits = [
  {
    key: "address",
    max: [10, 20],
    site_max: [600, 900],
    seconds: 60,
    on_store_error: "refuse",
  },
  {
    key: "address",
    max: [100, 150],
    site_max: [10_000, 15_000],
    seconds: 3600,
    on_store_error: "refuse",
  },
] as const;

/** Refuses a visitor without a cookie if a limit is exceeded and the request has no proof of work. */
export type CheckVisitor = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Creates the check of visitors without a cookie. Its counters are called "new visitor", although they don't
 * count new visitors who have a cookie.
 */
export function createVisitorCheck(app: FastifyInstance, services: Services): CheckVisitor {
  const limiters = limits.map((limit) => createLimiter(app, services, "new visitor", limit));
  return async (request, reply) => {
    if (await app.proofs.accept(request, 0)) return;
    const waitTimes = await Promise.all(limiters.map(({ take }) => take(request)));
    if (waitTimes.some((seconds) => seconds !== undefined)) refuseWithoutProof(reply, 0);
  };
}
