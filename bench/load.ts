import autocannon, { type Client, type Request, type Result } from "autocannon";
import type { BenchProcess } from "./process.ts";

export const connections = 8;

export type LoadResult = {
  /** Replies per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of the process's CPU time per reply. */
  processor: number;
};

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

/** Sends the requests repeatedly for some seconds; throws after an error or an unsuccessful reply. */
export async function runLoad(
  target: BenchProcess,
  requests: readonly Request[],
  seconds: number,
): Promise<LoadResult> {
  const times: number[] = [];
  let clients = 0;
  const before = target.processorSeconds();
  const options = {
    url: target.url,
    connections,
    duration: seconds,
    sampleInt: Math.min(1_000, seconds * 1_000),
    // Each connection gets its own share, so that no two send the same request simultaneously.
    setupClient: (client: Client) => client.setRequests(selectShare(requests, clients++)),
  };
  const ended = Promise.withResolvers<Result>();
  autocannon(options, (error: unknown, result) =>
    error ? ended.reject(error) : ended.resolve(result),
  ).on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { errors, non2xx, duration } = await ended.promise;
  if (errors + non2xx > 0) {
    throw new Error(
      `${errors} errors and ${non2xx} unsuccessful replies among ${times.length} replies to requests like ${requests[0]?.path}`,
    );
  }
  // On a busy machine a very short load may end before the first reply.
  if (times.length === 0) return runLoad(target, requests, seconds * 2);
  return {
    rate: times.length / duration,
    p50: findPercentile(times, 0.5),
    p99: findPercentile(times, 0.99),
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
  const results: LoadResult[] = [];
  const baselines: LoadResult[] = [];
  const ratios: Comparison["ratio"][] = [];
  for (let spent = 0; spent < seconds; spent += length) {
    const result = await runLoad(measured, requests, length);
    const base = await runLoad(baseline, baselineRequests, length);
    results.push(result);
    baselines.push(base);
    ratios.push({ rate: result.rate / base.rate, processor: base.processor / result.processor });
  }
  const [median, ratio] = [computeMedians(results), computeMedians(ratios)];
  return { measured: median, baseline: computeMedians(baselines), ratio };
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

/** Returns the median of each figure; all have the figures of the first. */
export function computeMedians<T extends Record<string, number>>(all: readonly T[]): T {
  const medians = Object.keys(all[0] ?? {}).map((name) => [
    name,
    computeMedian(all.map((figures) => figures[name] ?? NaN)),
  ]);
  return Object.fromEntries(medians) as T;
}

export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

export function findPercentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
}

function selectShare(requests: readonly Request[], client: number): Request[] {
  if (requests.length < connections) {
    throw new Error(`${requests.length} requests for ${connections} connections`);
  }
  const share = requests.filter((_, n) => n % connections === client % connections);
  // Copies them, because autocannon stores its state in each request.
  return share.map((request) => ({ ...request }));
}
