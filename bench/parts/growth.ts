import type { Request } from "autocannon";
import { type Bench, measureRatios, type NamedLoad, sendAll } from "../bench.ts";
import { type BenchProcess, startServer } from "../process.ts";
import { atLeast, type Row } from "../report.ts";
import * as requests from "../requests.ts";
import type { SetSize } from "../size.ts";

/** A server on a data set, and the calls that are measured on it. */
interface GrownSet {
  size: SetSize;
  server: BenchProcess;
  calls: Record<string, Request[]>;
}

/** Compares the main calls on each data set with those on the next smaller one, in the column "baseline". */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const { small, large, huge, size } = bench;
  const started: BenchProcess[] = [];
  const openSet = async (database: string, setSize: SetSize): Promise<GrownSet> => {
    if (database === large) return prepareSet(bench.server, setSize, bench.spread);
    const server = await startServer(database);
    started.push(server);
    // The accounts of the data sets differ.
    return prepareSet(server, setSize, await requests.drawSpread(database));
  };
  try {
    const sets = [await openSet(small, size.small), await openSet(large, size.large)];
    if (huge !== undefined) sets.push(await openSet(huge, size.huge));
    const rows: Row[] = [];
    for (const [index, smaller] of sets.slice(0, -1).entries()) {
      rows.push(...(await compareSets(bench, sets[index + 1] as GrownSet, smaller)));
    }
    return rows;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function prepareSet(
  server: BenchProcess,
  size: SetSize,
  spread: requests.Spread,
): Promise<GrownSet> {
  const questions = requests.createQuestionRequests(spread, requests.asReturningVisitor);
  // Fills the server's cache of how many questions each sender has sent.
  await sendAll(server, questions);
  const calls = {
    "list, first page": requests.createListRequests(spread),
    [`list, page ${requests.DEEP_PAGE}`]: requests.createDeepListRequests(spread),
    ask: questions,
    like: requests.createLikeRequests(spread, requests.asReturningVisitor),
    inbox: requests.createInboxRequests(),
  };
  return { size, server, calls };
}

function compareSets(bench: Bench, larger: GrownSet, smaller: GrownSet): Promise<Row[]> {
  const sizes = [larger, smaller].map(({ size }) => `${size.people.toLocaleString("en")} people`);
  const loads = Object.entries(larger.calls).map(([call, sent]): NamedLoad => {
    return {
      what: `${call}: ${sizes.join(" beside ")}`,
      target: atLeast(97, " %"),
      measured: larger.server,
      baseline: smaller.server,
      requests: sent,
      baselineRequests: smaller.calls[call] ?? [],
    };
  });
  return measureRatios(bench, loads);
}
