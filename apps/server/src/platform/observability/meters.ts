import { Counter, Gauge, Histogram, type Metric } from "prom-client";

/** Meters belong to no registry of their own; `mountMetrics` registers them if metrics are served. */
const registers: [] = [];

/** How long replies took, from the arrival of the request to the last byte. Event streams aren't counted. */
export const replySeconds = new Histogram({
  name: "toibako_reply_seconds",
  help: "Durations of replies by route and method",
  labelNames: ["route", "method"] as const,
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const replies = new Counter({
  name: "toibako_replies_total",
  help: "Replies by route and status",
  labelNames: ["route", "status"] as const,
  registers,
});

/** Counts refusals with 429, by the limit's name and what it counts. */
export const refusals = new Counter({
  name: "toibako_refusals_total",
  help: "Requests that a limit refused",
  labelNames: ["limit"] as const,
  registers,
});

/** The connections of each pool that run a statement or a transaction. */
export const usedConnections = new Gauge({
  name: "toibako_database_connections_used",
  help: "Connections to the database in use by pool",
  labelNames: ["pool"] as const,
  registers,
});

export const waitingForConnection = new Gauge({
  name: "toibako_database_connections_awaited",
  help: "Statements that wait for a connection to the database by pool",
  labelNames: ["pool"] as const,
  registers,
});

/** Counts statements that the server cancelled after their time, and those without a reply. */
export const databaseTimeouts = new Counter({
  name: "toibako_database_timeouts_total",
  help: "Statements that took too long, or waited too long for a lock or a connection",
  registers,
});

/** Counts how often this process lost a connection to Redis. */
export const redisOutages = new Counter({
  name: "toibako_redis_outages_total",
  help: "Times that a connection to Redis was lost or could not be made",
  labelNames: ["role"] as const,
  registers,
});

/** Counts calls of the bucket that failed. */
export const storageFailures = new Counter({
  name: "toibako_storage_failures_total",
  help: "Calls of the store of files that failed",
  registers,
});

/** 1 while a connection to Redis accepts commands. */
export const redisConnected = new Gauge({
  name: "toibako_redis_connected",
  help: "Whether a connection to Redis accepts commands",
  labelNames: ["role"] as const,
  registers,
});

/** Counts the runs of jobs. "gave_up" counts jobs that failed too often, and "lost" those whose worker has died. */
export const jobRuns = new Counter({
  name: "toibako_job_runs_total",
  help: "Runs of jobs by job and outcome",
  labelNames: ["job", "outcome"] as const,
  registers,
});

export const mails = new Counter({
  name: "toibako_mails_total",
  help: "Mails by outcome",
  labelNames: ["outcome"] as const,
  registers,
});

export const pushes = new Counter({
  name: "toibako_pushes_total",
  help: "Push messages by outcome",
  labelNames: ["outcome"] as const,
  registers,
});

export const openStreams = new Gauge({
  name: "toibako_event_streams",
  help: "Open event streams",
  registers,
});

/** What waits in this process: pages to render, passwords to hash, pictures to decode, cards to draw. */
export const waitingWork = new Gauge({
  name: "toibako_work_waiting",
  help: "Work that waits in a queue of this process",
  labelNames: ["queue"] as const,
  registers,
});

export const meters: readonly Metric[] = [
  replySeconds,
  replies,
  refusals,
  usedConnections,
  waitingForConnection,
  databaseTimeouts,
  redisOutages,
  storageFailures,
  redisConnected,
  jobRuns,
  mails,
  pushes,
  openStreams,
  waitingWork,
];
