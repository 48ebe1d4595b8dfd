import type { Request } from "autocannon";
import { type Bench, measureRatios, type NamedLoad, sendAll } from "../bench.ts";
import { atLeast, atMost, createFigure, type Figure, type Row } from "../report.ts";
import * as requests from "../requests.ts";

const { asSignedInAccount: asAccount, asReturningVisitor: asVisitor } = requests;

/** Compares API calls with the bare server, which runs the same SQL. */
export async function measureCalls(bench: Bench): Promise<Row[]> {
  const { server, targets } = bench;
  const visitorQuestions = requests.createAskRequests(targets, asVisitor);
  const accountQuestions = requests.createAskRequests(targets, asAccount);
  // Fills the server's cache of how many questions each sender has sent.
  await sendAll(server, [...visitorQuestions, ...accountQuestions]);
  const cases: [what: string, target: number, requests: Request[]][] = [
    ["list, by anyone", 65, requests.createListRequests(targets)],
    ["ask, by visitors", 60, visitorQuestions],
    ["ask, by visitors, with a key", 60, requests.addIdempotencyKeys(visitorQuestions)],
    ["ask, by people", 60, accountQuestions],
    ["like, by visitors", 70, requests.createLikeRequests(targets, asVisitor)],
    ["like, by people", 70, requests.createLikeRequests(targets, asAccount)],
  ];
  const loads = cases.map(([what, target, sent]): NamedLoad => [what, atLeast(target, " %"), sent]);
  return measureRatios(bench, loads, (figures) => [compareSlowest(figures)]);
}

/** Compares the p99 of the slowest call with the p99 of the same call on the bare server. */
function compareSlowest(figures: readonly Figure[]): Figure {
  const [slowest] = figures.toSorted((a, b) => (b.load?.p99 ?? 0) - (a.load?.p99 ?? 0));
  const { p99 = NaN, baselineP99 = NaN } = slowest?.load ?? {};
  const figure = createFigure(
    "slowest p99 of these calls, compared with the bare server",
    p99 / baselineP99,
    atMost(1.5),
    2,
  );
  return { ...figure, ...(slowest?.load && { load: slowest.load, note: slowest.what }) };
}
