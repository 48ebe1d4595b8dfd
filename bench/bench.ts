import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Request } from "autocannon";
import { type ComparedLoad, compareLoads, connections, warmUp } from "./load.ts";
import type { BenchProcess } from "./process.ts";
import { createRatio, type Figure, mergeTurns, type Row, type Target } from "./report.ts";
import type { RequestTargets } from "./requests.ts";
import type { Size } from "./size.ts";

/** What the measurements need; `small`, `large` and `huge` are the addresses of filled databases. */
export interface Bench {
  small: string;
  large: string;
  /** Only with `--huge`. */
  huge?: string;
  /** A folder for temporary files. */
  folder: string;
  /** Seconds of a load within one turn. */
  seconds: number;
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

export type NamedLoad = ComparedLoad & { what: string; target: Target };

/** Compares replies per second; `summarize` adds figures about all of them. */
export async function measureRatios(
  bench: Bench,
  loads: readonly NamedLoad[],
  summarize: (figures: readonly Figure[]) => Figure[] = () => [],
): Promise<Row[]> {
  for (const load of loads) await warmUpBoth(bench, load);
  return measureTurns(bench, async () => {
    const figures: Figure[] = [];
    for (const load of loads) {
      figures.push(createRatio(load.what, await compareLoads(load, bench.seconds), load.target));
    }
    return [...figures, ...summarize(figures)];
  });
}

export async function warmUpBoth({ seconds }: Bench, load: ComparedLoad): Promise<void> {
  await warmUp(load.measured, load.requests, seconds);
  await warmUp(load.baseline, load.baselineRequests ?? load.requests, seconds);
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

interface Reply {
  /** Compressed as it was sent. */
  body: Buffer;
  /** The size of the status line, the headers and the body together. */
  wireBytes: number;
}

/** Sends a request on a connection of its own. */
export async function sendRequest(
  target: BenchProcess,
  { method = "GET", path, headers, body }: Request,
): Promise<Reply> {
  const options = { method, agent: false, ...(headers && { headers }) };
  const sent = request(target.url + path, options).end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const { socket, statusCode = 0 } = reply;
  const content = await buffer(reply);
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${content.toString()}`);
  return { body: content, wireBytes: socket.bytesRead };
}
