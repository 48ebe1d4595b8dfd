import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Config } from "#platform/config.ts";
import { runWithin } from "#platform/http/deadline.ts";
import type { Jobs } from "#platform/jobs/jobs.ts";
import { meters, replies, replySeconds } from "./meters.ts";

/** Milliseconds for counting jobs. With a wait for a connection, less than Prometheus waits while the database hangs. */
const countTime = 2_000;

/**
 * Counts replies, and serves the counters on `METRICS_PORT` only. On the public port, access could
 * not be limited to local clients: behind a proxy on the same machine, every client has a local
 * address.
 */
export function mountMetrics(
  app: FastifyInstance,
  config: Config,
  jobs: Pick<Jobs, "countDeadLetters" | "countWaiting">,
): void {
  if (config.metrics_port === undefined) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Their names end like those of counters, which `promtool check metrics` refuses.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  for (const meter of meters) registry.registerMetric(meter);
  new Gauge({
    name: "toibako_dead_letters",
    help: "Jobs that failed too often and are still kept",
    registers: [registry],
    async collect() {
      this.set(await runWithin(countTime, jobs.countDeadLetters).catch(() => Number.NaN));
    },
  });
  // Both gauges of a scrape share one count.
  let counting: ReturnType<typeof jobs.countWaiting> | undefined;
  const countWaiting = () => {
    counting ??= runWithin(countTime, jobs.countWaiting)
      .catch(() => [])
      .finally(() => {
        counting = undefined;
      });
    return counting;
  };
  const addJobGauge = (name: string, help: string, value: "count" | "oldest_seconds") =>
    new Gauge({
      name,
      help,
      labelNames: ["job"] as const,
      registers: [registry],
      async collect() {
        const waiting = await countWaiting();
        this.reset();
        for (const counted of waiting) this.set({ job: counted.job }, counted[value]);
      },
    });
  addJobGauge("toibako_jobs_waiting", "Jobs that could run now by job", "count");
  addJobGauge(
    "toibako_jobs_oldest_seconds",
    "Age of the oldest job that could run now by job, up to an hour too high",
    "oldest_seconds",
  );
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    replies.inc({ route, status: reply.statusCode });
    replySeconds.observe({ route, method: request.method }, reply.elapsedTime / 1_000);
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
