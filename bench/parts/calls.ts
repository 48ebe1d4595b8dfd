import type { Request } from "autocannon";
import { type Bench, measureRatios, measureTurns, type NamedLoad, sendAll } from "../bench.ts";
import { runLoad, warmUp } from "../load.ts";
import { startServer } from "../process.ts";
import {
  atLeast,
  atMost,
  createFigure,
  createProcessorTime,
  type Figure,
  type Row,
} from "../report.ts";
import * as requests from "../requests.ts";
import { prolificQuestions } from "../size.ts";

const { asSignedInAccount: asAccount, asReturningVisitor: asVisitor } = requests;

/** Compares API calls with the bare server, which runs the same SQL. */
export async function measureCalls(bench: Bench): Promise<Row[]> {
  const { server, bare, targets } = bench;
  const visitorQuestions = requests.createAskRequests(targets, asVisitor);
  const accountQuestions = requests.createAskRequests(targets, asAccount);
  // Fills the server's cache of how many questions each sender has sent.
  await sendAll(server, [...visitorQuestions, ...accountQuestions]);
  const cases: [what: string, target: number, requests: Request[]][] = [
    ["list, by anyone", 75, requests.createListRequests(targets)],
    ["ask, by visitors", 60, visitorQuestions],
    ["ask, by visitors, with a key", 60, requests.addIdempotencyKeys(visitorQuestions)],
    ["ask, by people", 60, accountQuestions],
    ["like, by visitors", 75, requests.createLikeRequests(targets, asVisitor)],
    ["like, by people", 75, requests.createLikeRequests(targets, asAccount)],
  ];
  const loads = cases.map(([what, target, sent]): NamedLoad => {
    return {
      what,
      target: atLeast(target, " %"),
      measured: server,
      baseline: bare,
      requests: sent,
    };
  });
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

/**
 * Measures asking while the server doesn't know how many questions the sender has sent, and the lists of
 * a sender with many questions.
 */
export async function measureSenders(bench: Bench): Promise<Row[]> {
  const { large, bare, targets, seconds, size } = bench;
  const { cold, prolific } = size.large;
  const server = await startServer(large, "bench/cold.ts");
  const sent = prolificQuestions.toLocaleString("en");
  const cases: [what: string, requests: Request[]][] = [
    ["ask, cold, 0 sent before", requests.createFirstAskRequests(targets)],
    ...Object.entries(cold).map(([count, visitors]): [string, Request[]] => [
      `ask, cold, ${Number(count).toLocaleString("en")} sent before`,
      requests.createColdAskRequests(targets, Number(count), visitors),
    ]),
  ];
  const lists: [what: string, path: string][] = [
    [`answers to one's ${sent} sent questions, processor`, "/api/v2/send_questions?page=1"],
    [
      `unanswered ones of ${sent} sent questions, processor`,
      "/api/v2/me/send_items/waiting?page=1",
    ],
  ];
  const loads = cases.map(([what, questions]): NamedLoad => {
    return {
      what,
      target: atLeast(45, " %"),
      measured: server,
      baseline: bare,
      requests: questions,
    };
  });
  try {
    const asking = await measureRatios(bench, loads);
    const listing: Row[] = [];
    for (const [what, path] of lists) {
      const listRequests = requests.createSentListRequests(path, prolific);
      await warmUp(server, listRequests, seconds / 2);
      const rows = await measureTurns(bench, async () => [
        createProcessorTime(what, await runLoad(server, listRequests, seconds), atMost(20, " ms")),
      ]);
      listing.push(...rows);
    }
    return [...asking, ...listing];
  } finally {
    await server.stop();
  }
}
