import type { FastifyInstance } from "fastify";
import type { Services } from "#platform/services.ts";

/** Milliseconds; proxies wait two seconds for the reply of a health check by default. */
const databaseTimeout = 1_000;

/**
 * Mounts the liveness and readiness endpoints. A process without its database stays ready, because it
 * serves cached pages; the reply says whether the database answers.
 */
export function mountHealth(app: FastifyInstance, services: Services): { markStopping(): void } {
  let isStopping = false;
  const hiddenFromDocumentation = { schema: { hide: true } };
  app.get("/healthz", hiddenFromDocumentation, () => ({ alive: true }));
  app.get("/readyz", hiddenFromDocumentation, async (_request, reply) =>
    reply
      .code(isStopping ? 503 : 200)
      .send({ ready: !isStopping, database: await canRead(services) }),
  );
  return {
    markStopping: () => {
      isStopping = true;
    },
  };
}

async function canRead({ database }: Services): Promise<boolean> {
  const replied = database.executeSql("select 1").then(
    () => true,
    () => false,
  );
  const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, databaseTimeout, false).unref());
  return Promise.race([replied, timedOut]);
}
