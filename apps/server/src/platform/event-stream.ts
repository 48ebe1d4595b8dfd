import type { FastifyInstance } from "fastify";
import { Failure } from "./failure.ts";
import type { Services } from "./services.ts";

const heartbeat = 25_000;
const streamsPerUser = 8;

/**
 * Tells a signed-in person's open pages at once that a count changed. Nothing but that is said: no
 * time, no sender, no text; the pages then ask for the counts.
 */
export function mountEventStream(app: FastifyInstance, services: Services): void {
  const open = new Map<number, number>();
  const endings = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of endings) end();
  });

  app.get(
    "/api/v2/me/events",
    {
      schema: {
        operationId: "streamEvents",
        summary: "Server-sent events: `counts` whenever a count changed",
        tags: ["me"],
        produces: ["text/event-stream"],
      },
    },
    (request, reply) => {
      const user_pk = request.viewer.user?.pk;
      if (user_pk === undefined) throw new Failure("sign_in_needed");
      const streams = open.get(user_pk) ?? 0;
      if (streams >= streamsPerUser) throw new Failure("too_many", { retry_after: 30 });
      open.set(user_pk, streams + 1);

      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      raw.write("retry: 3000\n\n");
      const beat = setInterval(() => raw.write(":\n\n"), heartbeat);
      const unsubscribe = services.bus.subscribe("counts", (event) => {
        if (event.user_pk === user_pk) raw.write("event: counts\ndata: {}\n\n");
      });
      const end = () => raw.end();
      endings.add(end);
      raw.on("close", () => {
        clearInterval(beat);
        unsubscribe();
        endings.delete(end);
        const left = (open.get(user_pk) ?? 1) - 1;
        if (left > 0) open.set(user_pk, left);
        else open.delete(user_pk);
      });
    },
  );
}
