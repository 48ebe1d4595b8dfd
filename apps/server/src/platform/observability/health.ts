import type { FastifyInstance } from "fastify";

/**
 * Mounts the liveness and readiness endpoints. A process without its database stays ready, because it
 * serves cached pages.
 */
export function mountHealth(app: FastifyInstance): { markStopping(): void } {
  let isStopping = false;
  const hiddenFromDocumentation = { schema: { hide: true } };
  app.get("/healthz", hiddenFromDocumentation, () => ({ alive: true }));
  app.get("/readyz", hiddenFromDocumentation, (_request, reply) =>
    reply.code(isStopping ? 503 : 200).send({ ready: !isStopping }),
  );
  return {
    markStopping: () => {
      isStopping = true;
    },
  };
}
