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

/** Ours and the bare limit under the same load, and how much of the limit ours reaches: 1 is all. */
export interface Versus {
  ours: Figures;
  bare: Figures;
  ratio: { rate: number; processor: number };
}

const turn = 2;

/** Sends the requests round and round for some seconds; any answer that is no success ends it all. */
export async function load(
  target: Target,
  requests: readonly Request[],
  seconds: number,
): Promise<Figures> {
  const times: number[] = [];
  let clients = 0;
  const before = target.processorSeconds();
  const run = autocannon({
    url: target.url,
    connections,
    duration: seconds,
    // Each connection has its share, so that no two ask for the same thing at once.
    setupClient: (client) => client.setRequests(share(requests, clients++)),
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
 * A and B in short turns, `seconds` for each in all. Whatever else the machine does hits neighbours
 * alike, so the ratio is the median of the pairs' ratios. `others` are the requests for B where they
 * aren't the same.
 */
export async function alternate(
  ours: Target,
  bare: Target,
  requests: readonly Request[],
  seconds: number,
  others = requests,
): Promise<Versus> {
  await load(ours, requests, turn);
  await load(bare, others, turn);
  const pairs: { ours: Figures; bare: Figures }[] = [];
  for (let spent = 0; spent < seconds; spent += turn) {
    pairs.push({
      ours: await load(ours, requests, turn),
      bare: await load(bare, others, turn),
    });
  }
  return {
    ours: middle(pairs.map((pair) => pair.ours)),
    bare: middle(pairs.map((pair) => pair.bare)),
    ratio: {
      rate: median(pairs.map((pair) => pair.ours.rate / pair.bare.rate)),
      processor: median(pairs.map((pair) => pair.bare.processor / pair.ours.processor)),
    },
  };
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

function share(requests: readonly Request[], client: number): Request[] {
  const own = requests.filter((_, n) => n % connections === client % connections);
  // Copies: autocannon keeps what it has built inside each request.
  return own.map((request) => ({ ...request }));
}
