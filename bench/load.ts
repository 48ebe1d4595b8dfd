import autocannon, { type Request } from "autocannon";
import type { Target } from "./process.ts";

const connections = 8;

export interface Figures {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of the process's processor time for one answer. */
  processor: number;
}

/** Ours and the bare limit under the same load. */
export interface Versus {
  ours: Figures;
  bare: Figures;
}

/** Sends the requests round and round for some seconds; any answer that is no success ends it all. */
export async function load(
  target: Target,
  requests: readonly Request[],
  seconds: number,
): Promise<Figures> {
  const times: number[] = [];
  const before = target.processorSeconds();
  const run = autocannon({
    url: target.url,
    connections,
    duration: seconds,
    // Each connection begins elsewhere, so that they don't ask for the same thing at once.
    setupClient: (client) => client.setRequests(turned(requests)),
  });
  run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { errors, non2xx, duration } = await run;
  if (errors + non2xx > 0 || times.length === 0) {
    throw new Error(`${errors} errors and ${non2xx} refusals among ${times.length} answers`);
  }
  times.sort((a, b) => a - b);
  return {
    rate: times.length / duration,
    p50: times[Math.floor(times.length * 0.5)] ?? NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? NaN,
    processor: ((target.processorSeconds() - before) / times.length) * 1e6,
  };
}

/**
 * A and B in turn, so that what else the machine does hits both alike; the median of each. `others`
 * are the requests for B where they aren't the same.
 */
export async function alternate(
  ours: Target,
  bare: Target,
  requests: readonly Request[],
  { seconds, turns }: { seconds: number; turns: number },
  others = requests,
): Promise<Versus> {
  const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] };
  const warm_up = Math.max(1, seconds / 4);
  await load(ours, requests, warm_up);
  await load(bare, others, warm_up);
  for (let turn = 0; turn < turns; turn++) {
    figures.ours.push(await load(ours, requests, seconds));
    figures.bare.push(await load(bare, others, seconds));
  }
  return { ours: middle(figures.ours), bare: middle(figures.bare) };
}

function middle(figures: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => median(figures.map((one) => one[name]));
  return { rate: of("rate"), p50: of("p50"), p99: of("p99"), processor: of("processor") };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

function turned(requests: readonly Request[]): Request[] {
  const start = Math.floor(Math.random() * requests.length);
  // Copies: autocannon keeps what it has built inside each request.
  return [...requests.slice(start), ...requests.slice(0, start)].map((one) => ({ ...one }));
}
