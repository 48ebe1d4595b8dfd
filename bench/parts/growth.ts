import type { Request } from "autocannon";
import { type Bench, measureRatios, type NamedLoad, sendAll } from "../bench.ts";
import { type BenchProcess, startServer } from "../process.ts";
import { atLeast, type Row } from "../report.ts";
import * as requests from "../requests.ts";

/** Compares the main calls on the large data set with those on the small one, the baseline. */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const { size, small, server, targets } = bench;
  const baseline = await startServer(small);
  const [large, fewer] = [size.large, size.small].map(({ people }) => people.toLocaleString("en"));
  try {
    const calls = await prepareCalls(server, targets);
    // Each data set has other accounts, so the requests for this one are selected from it.
    const baselineCalls = await prepareCalls(baseline, await requests.selectTargets(small));
    const loads = Object.entries(calls).map(([call, sent]): NamedLoad => {
      const what = `${call}: ${large} people compared with ${fewer} people`;
      const baselineRequests = baselineCalls[call] ?? [];
      return [what, atLeast(97, " %"), sent, { baseline, baselineRequests }];
    });
    return await measureRatios(bench, loads);
  } finally {
    await baseline.stop();
  }
}

/** Returns the requests by the name of their call. */
async function prepareCalls(
  server: BenchProcess,
  targets: requests.RequestTargets,
): Promise<Record<string, Request[]>> {
  const questions = requests.createAskRequests(targets, requests.asReturningVisitor);
  // Fills the server's cache of how many questions each sender has sent.
  await sendAll(server, questions);
  return {
    "list, first page": requests.createListRequests(targets),
    [`list, page ${requests.deepPage}`]: requests.createDeepListRequests(targets),
    ask: questions,
    like: requests.createLikeRequests(targets, requests.asReturningVisitor),
    inbox: requests.createInboxRequests(),
  };
}
