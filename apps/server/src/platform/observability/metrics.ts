import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Config } from "#platform/config.ts";
import { redisOutages } from "#platform/events/redis.ts";
import { type Jobs, jobRuns } from "#platform/jobs/jobs.ts";

/**
 * Counts replies, and serves the counters on `METRICS_PORT` only. On the public port, access could
 * not be limited to local clients: behind a proxy on the same machine, every client has a local
 * address.
 */
export function mountMetrics(
  app: FastifyInstance,
  config: Config,
  jobs: Pick<Jobs, "countDeadLetters">,
): void {
  if (config.metrics_port === undefined) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(redisOutages);
  registry.registerMetric(jobRuns);
  new Gauge({
    name: "toibako_dead_letters",
    help: "Jobs that failed too often and are still kept",
    registers: [registry],
    async collect() {
      this.set(await jobs.countDeadLetters().catch(() => Number.NaN));
    },
  });
  const replies = new Counter({
    name: "toibako_replies_total",
    help: "Replies by route and status",
    labelNames: ["route", "status"] as const,
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    replies.inc({ route: request.routeOptions.url ?? "none", status: reply.statusCode });
    done();
  });
  const server = createMetricsServer(registry);
  app.addHook("onReady", async () => {
    server.listen(config.metrics_port, config.metrics_host);
    await once(server, "listening");
    const { address, port } = server.address() as AddressInfo;
    app.log.info({ address, port }, "metrics are served");
  });
  app.addHook("onClose", async () => {
    server.closeAllConnections();
    server.close();
  });
}

function createMetricsServer(registry: Registry) {
  return createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
