import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Request } from "autocannon";
import type { Client } from "pg";
import type { Parameters, Statement } from "../apps/server/src/platform/database/statement.ts";
import type { Statements } from "../apps/server/src/platform/database/statements.gen.ts";
import { type ComparedLoad, compareLoads, connections, warmUp } from "./load.ts";
import type { BenchProcess } from "./process.ts";
import { createRatio, type Figure, mergeTurns, type Row, type Target } from "./report.ts";
import type { RequestTargets } from "./requests.ts";
import type { Size } from "./size.ts";

/** What the measurements need; `small` and `large` are the addresses of filled databases. */
export interface Bench {
  small: string;
  large: string;
  /** A connection to the large database. */
  client: Client;
  /** A folder for temporary files. */
  folder: string;
  size: Size;
  /** Accounts and answers of the large database, which `server` and `bare` use. */
  targets: RequestTargets;
  server: BenchProcess;
  bare: BenchProcess;
}

/** Measures the same figures in several turns. */
export async function measureTurns(
  { size }: Bench,
  measure: () => Figure[] | Promise<Figure[]>,
): Promise<Row[]> {
  const turns: Figure[][] = [];
  for (let turn = 0; turn < size.turns; turn++) turns.push(await measure());
  return mergeTurns(turns);
}

/** A load of the product, which is compared with the bare server unless `load` names another baseline. */
export type NamedLoad = [
  what: string,
  target: Target,
  requests: Request[],
  load?: Partial<ComparedLoad>,
];

/** Compares replies per second; `summarize` adds figures about all of them. */
export async function measureRatios(
  bench: Bench,
  named: readonly NamedLoad[],
  summarize: (figures: readonly Figure[]) => Figure[] = () => [],
): Promise<Row[]> {
  const loads = named.map(([what, target, requests, load]) => {
    const compared = { measured: bench.server, baseline: bench.bare, requests, ...load };
    return { what, target, compared };
  });
  for (const { compared } of loads) await warmUpBoth(bench, compared);
  return measureTurns(bench, async () => {
    const figures: Figure[] = [];
    for (const { what, target, compared } of loads) {
      figures.push(createRatio(what, await compareLoads(compared, bench.size.seconds), target));
    }
    return [...figures, ...summarize(figures)];
  });
}

export async function warmUpBoth({ size: { seconds } }: Bench, load: ComparedLoad): Promise<void> {
  await warmUp(load.measured, load.requests, seconds);
  await warmUp(load.baseline, load.baselineRequests ?? load.requests, seconds);
}

/** Returns the milliseconds that the database takes for a statement, the mean of many on one connection. */
export async function timeStatement<N extends keyof Statements>(
  { client }: Bench,
  { text, names }: Statement<N>,
  parameters: Parameters<N>,
): Promise<number> {
  const values = names.map((name) => parameters[name]);
  const run = () => client.query({ name: text.slice(0, 60), text, values });
  for (let n = 0; n < 10; n++) await run();
  const started = performance.now();
  for (let n = 0; n < 50; n++) await run();
  return (performance.now() - started) / 50;
}

/** Sends each request once, with as many connections as a load. */
export async function sendAll(target: BenchProcess, sent: readonly Request[]): Promise<void> {
  // All connections take from one iterator, which yields each request once.
  const remaining = sent.values();
  const sendRemaining = async () => {
    for (const next of remaining) await sendRequest(target, next);
  };
  await Promise.all(Array.from({ length: connections }, sendRemaining));
}

/**
 * Sends a request on a connection of its own. Returns the body, compressed as it was sent, and the size of the status
 * line, the headers and the body together.
 */
export async function sendRequest(
  target: BenchProcess,
  { method = "GET", path, headers, body }: Request,
) {
  const options = { method, agent: false, ...(headers && { headers }) };
  const sent = request(target.url + path, options).end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const { socket, statusCode = 0 } = reply;
  const content = await buffer(reply);
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${content.toString()}`);
  return { body: content, wireBytes: socket.bytesRead };
}
