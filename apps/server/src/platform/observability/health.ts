import type { FastifyInstance } from "fastify";
import type { Services } from "#platform/services.ts";

/** Mounts the liveness and readiness endpoints. */
export function mountHealth(app: FastifyInstance, services: Services): { markStopping(): void } {
  let isStopping = false;
  // Keep-alive connections would delay the shutdown.
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isStopping) reply.header("connection", "close");
    done();
  });
  const hiddenFromDocumentation = { schema: { hide: true } };
  app.get("/healthz", hiddenFromDocumentation, () => ({ alive: true }));
  app.get("/readyz", hiddenFromDocumentation, async (_request, reply) => {
    const ready = !isStopping && (await canRead(services));
    return reply.code(ready ? 200 : 503).send({ ready });
  });
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
  const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref());
  return Promise.race([replied, timedOut]);
}
