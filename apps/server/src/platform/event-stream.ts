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
  const open = new Map<string, number>();
  const endings = new Set<() => void>();
  app.addHook("preClose", async () => {
    for (const end of endings) end();
  });

  app.get(
    "/api/v2/me/events",
    {
      exposeHeadRoute: false,
      schema: {
        operationId: "streamEvents",
        summary: "Server-sent events: `counts` whenever a count changed",
        tags: ["me"],
        produces: ["text/event-stream"],
      },
    },
    (request, reply) => {
      const { user, sender_key } = request.viewer;
      if (!user || !sender_key) throw new Failure("sign_in_needed");
      const owner = sender_key.toString("base64url");
      const streams = open.get(owner) ?? 0;
      if (streams >= streamsPerUser) throw new Failure("too_many", { retry_after: 30 });
      open.set(owner, streams + 1);

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
        if (event.owner === owner) raw.write("event: counts\ndata: {}\n\n");
      });
      const end = () => raw.end();
      endings.add(end);
      raw.on("close", () => {
        clearInterval(beat);
        unsubscribe();
        endings.delete(end);
        const left = (open.get(owner) ?? 1) - 1;
        if (left > 0) open.set(owner, left);
        else open.delete(owner);
      });
    },
  );
}
