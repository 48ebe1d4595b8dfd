import autocannon, { type Request } from "autocannon";
import type { BenchProcess } from "./process.ts";

export const connections = 8;

export interface LoadResult {
  /** Replies per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of the process's CPU time per reply. */
  processor: number;
}

/**
 * The same load for a measured server and for the server that it is compared with, the baseline.
 * `baselineRequests` replaces the requests to the baseline if its addresses differ.
 */
export interface ComparedLoad {
  measured: BenchProcess;
  baseline: BenchProcess;
  requests: Request[];
  baselineRequests?: Request[];
}

/** The measured server and the baseline under the same load. */
export interface Comparison {
  measured: LoadResult;
  baseline: LoadResult;
  /** Above 1, the measured server is faster; `processor` is baseline / measured. */
  ratio: { rate: number; processor: number };
}

/** The maximum length of one load when two alternate, in seconds. */
const maxLoadSeconds = 2;

/** Sends a request again and describes its reply, for the error message of a load. */
async function describeReply({ url }: BenchProcess, request: Request | undefined): Promise<string> {
  if (!request) return "no request";
  const { method = "GET", path = "/", headers, body } = request;
  const sent = { method, headers: headers as Record<string, string>, ...(body && { body }) };
  const reply = await fetch(`${url}${path}`, sent);
  return `${method} ${path} ${reply.status} ${(await reply.text()).slice(0, 300)}`;
}

/** Sends the requests repeatedly for some seconds; throws after an error or an unsuccessful reply. */
export async function runLoad(
  target: BenchProcess,
  requests: readonly Request[],
  seconds: number,
): Promise<LoadResult> {
  const times: number[] = [];
  let clients = 0;
  const before = target.processorSeconds();
  const run = autocannon({
    url: target.url,
    connections,
    duration: seconds,
    sampleInt: Math.min(1_000, seconds * 1_000),
    // Each connection gets its own share, so that no two send the same request simultaneously.
    setupClient: (client) => client.setRequests(selectShare(requests, clients++)),
  });
  run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { errors, non2xx, duration } = await run;
  if (errors + non2xx > 0) {
    throw new Error(
      `${errors} errors and ${non2xx} unsuccessful replies among ${times.length} replies; ` +
        `the first request, sent again: ${await describeReply(target, requests[0])}`,
    );
  }
  // On a busy machine a very short load may end before the first reply.
  if (times.length === 0) return runLoad(target, requests, seconds * 2);
  times.sort((a, b) => a - b);
  return {
    rate: times.length / duration,
    p50: times[Math.floor(times.length * 0.5)] ?? NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? NaN,
    processor: ((target.processorSeconds() - before) / times.length) * 1e6,
  };
}

/**
 * Loads both servers alternately, in total `seconds` for each. Other work of the machine slows
 * neighbouring loads alike, so the ratio is the median of the pairs' ratios.
 */
export async function compareLoads(load: ComparedLoad, seconds: number): Promise<Comparison> {
  const { measured, baseline, requests, baselineRequests = requests } = load;
  const length = Math.min(maxLoadSeconds, seconds);
  const pairs: { measured: LoadResult; baseline: LoadResult }[] = [];
  for (let spent = 0; spent < seconds; spent += length) {
    pairs.push({
      measured: await runLoad(measured, requests, length),
      baseline: await runLoad(baseline, baselineRequests, length),
    });
  }
  return {
    measured: computeMedians(pairs.map((pair) => pair.measured)),
    baseline: computeMedians(pairs.map((pair) => pair.baseline)),
    ratio: {
      rate: computeMedian(pairs.map((pair) => pair.measured.rate / pair.baseline.rate)),
      processor: computeMedian(
        pairs.map((pair) => pair.baseline.processor / pair.measured.processor),
      ),
    },
  };
}

/** The number of replies after which V8 has compiled the hot code, and the maximum number of loads. */
const warmUpReplies = 5_000;
const maxWarmUpLoads = 5;

export async function warmUp(
  target: BenchProcess,
  requests: readonly Request[],
  seconds: number,
): Promise<void> {
  const length = Math.min(maxLoadSeconds, seconds);
  let replies = 0;
  for (let loads = 0; loads < maxWarmUpLoads && replies < warmUpReplies; loads++) {
    replies += (await runLoad(target, requests, length)).rate * length;
    // The short bench needs only one load, because its figures mean nothing.
    if (length < maxLoadSeconds) return;
  }
}

function computeMedians(figures: readonly LoadResult[]): LoadResult {
  const computeMedianOf = (name: keyof LoadResult) =>
    computeMedian(figures.map((figure) => figure[name]));
  return {
    rate: computeMedianOf("rate"),
    p50: computeMedianOf("p50"),
    p99: computeMedianOf("p99"),
    processor: computeMedianOf("processor"),
  };
}

export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

function selectShare(requests: readonly Request[], client: number): Request[] {
  if (requests.length < connections) {
    throw new Error(`${requests.length} requests for ${connections} connections`);
  }
  const share = requests.filter((_, n) => n % connections === client % connections);
  // Copies them, because autocannon stores its state in each request.
  return share.map((request) => ({ ...request }));
}
