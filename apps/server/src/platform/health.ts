import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Services } from "./services.ts";

/** Whether the process lives, whether it can serve, and what it counts. */
export function mountHealth(app: FastifyInstance, services: Services): { stopping(): void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const replies = new Counter({
    name: "toibako_replies_total",
    help: "Replies by route and status",
    labelNames: ["route", "status"] as const,
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    replies.inc({ route: request.routeOptions.url ?? "none", status: reply.statusCode });
  });

  let is_stopping = false;
  // A kept connection would hold the process up, so the last answer on it says that it ends.
  app.addHook("onSend", async (_request, reply) => {
    if (is_stopping) reply.header("connection", "close");
  });
  const hidden = { schema: { hide: true } };
  app.get("/healthz", hidden, () => ({ alive: true }));
  app.get("/readyz", hidden, async (_request, reply) => {
    const ready = !is_stopping && (await canRead(services));
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  app.get("/metrics", hidden, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return {
    stopping: () => {
      is_stopping = true;
    },
  };
}

async function canRead({ database }: Services): Promise<boolean> {
  const answered = database.executeSql("select 1").then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false).unref());
  return Promise.race([answered, late]);
}
