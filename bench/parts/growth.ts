import type { Request } from "autocannon";
import { type Bench, measureRatios, type NamedLoad, sendAll } from "../bench.ts";
import { type BenchProcess, startServer } from "../process.ts";
import { atLeast, type Row } from "../report.ts";
import * as requests from "../requests.ts";
import type { SetSize } from "../size.ts";

/** A data set with a server on it, and the measured requests by the name of their call. */
interface MeasuredSet {
  setSize: SetSize;
  server: BenchProcess;
  requestsOfCalls: Record<string, Request[]>;
}

/**
 * Compares the main calls on each data set with those on the next smaller one; the column "baseline" has
 * the figures of the smaller one.
 */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const { small, large, huge, size } = bench;
  const started: BenchProcess[] = [];
  const openSet = async (database: string, setSize: SetSize): Promise<MeasuredSet> => {
    // `bench.server` serves the large set already.
    if (database === large) return openAndWarmUp(bench.server, setSize, bench.targets);
    const server = await startServer(database);
    started.push(server);
    // Each data set has other accounts, so the requests for this one are selected from it.
    return openAndWarmUp(server, setSize, await requests.selectTargets(database));
  };
  try {
    const sets = [await openSet(small, size.small), await openSet(large, size.large)];
    if (huge !== undefined) sets.push(await openSet(huge, size.huge));
    const rows: Row[] = [];
    for (const [index, smaller] of sets.slice(0, -1).entries()) {
      rows.push(...(await compareSets(bench, sets[index + 1] as MeasuredSet, smaller)));
    }
    return rows;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function openAndWarmUp(
  server: BenchProcess,
  setSize: SetSize,
  targets: requests.RequestTargets,
): Promise<MeasuredSet> {
  const questions = requests.createAskRequests(targets, requests.asReturningVisitor);
  // Fills the server's cache of how many questions each sender has sent.
  await sendAll(server, questions);
  const requestsOfCalls = {
    "list, first page": requests.createListRequests(targets),
    [`list, page ${requests.deepPage}`]: requests.createDeepListRequests(targets),
    ask: questions,
    like: requests.createLikeRequests(targets, requests.asReturningVisitor),
    inbox: requests.createInboxRequests(),
  };
  return { setSize, server, requestsOfCalls };
}

function compareSets(bench: Bench, larger: MeasuredSet, smaller: MeasuredSet): Promise<Row[]> {
  const setNames = [larger, smaller].map(
    ({ setSize }) => `${setSize.people.toLocaleString("en")} people`,
  );
  const loads = Object.entries(larger.requestsOfCalls).map(([call, callRequests]): NamedLoad => {
    return {
      what: `${call}: ${setNames.join(" compared with ")}`,
      target: atLeast(97, " %"),
      measured: larger.server,
      baseline: smaller.server,
      requests: callRequests,
      baselineRequests: smaller.requestsOfCalls[call] ?? [],
    };
  });
  return measureRatios(bench, loads);
}
