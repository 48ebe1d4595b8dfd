import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Request } from "autocannon";
import { measureInBrowser } from "./browser.ts";
import { type Comparison, compareLoads, connections, runLoad } from "./load.ts";
import { measureMotion } from "./motion.ts";
import { createSessionToken } from "./people.ts";
import { type BenchProcess, startBareServer, startServer } from "./process.ts";
import { atLeast, atMost, createComparedRow, createRow, type Row } from "./report.ts";
import * as requests from "./requests.ts";
import { prolificQuestions, type Size, scaleSet } from "./size.ts";
import { countRoundTrips, openCountingProxy } from "./trips.ts";

/** What the measurements need: filled databases, a folder for files, and the length of a load. */
export interface Bench {
  large: string;
  small: string;
  folder: string;
  seconds: number;
  size: Size;
  spread: requests.Spread;
  server: BenchProcess;
  bare: BenchProcess;
}

const { asSignedInAccount: asAccount, asReturningVisitor: asVisitor } = requests;

/** Compares API calls with the bare server, which runs the same SQL. */
export async function measureCalls(bench: Bench): Promise<Row[]> {
  const { server, bare, spread, seconds } = bench;
  const asked = requests.createQuestionRequests(spread, asVisitor);
  const accountQuestions = requests.createQuestionRequests(spread, asAccount);
  // Fills the server's cache of how many questions each sender has sent.
  await sendAll(server, [...asked, ...accountQuestions]);
  const cases: [what: string, requests: Request[], target: number][] = [
    ["list, by anyone", requests.createListRequests(spread), 65],
    ["ask, by visitors", asked, 60],
    ["ask, by visitors, with a key", requests.addIdempotencyKeys(asked), 60],
    ["ask, by people", accountQuestions, 60],
    ["like, by visitors", requests.createLikeRequests(spread, asVisitor), 60],
    ["like, by people", requests.createLikeRequests(spread, asAccount), 60],
  ];
  const rows: Row[] = [];
  for (const [what, sent, target] of cases) {
    const comparison = await compareLoads(server, bare, sent, seconds);
    rows.push(createComparedRow(what, comparison, atLeast(target, " %")));
  }
  const slowest = Math.max(...rows.map(({ p99 }) => p99 ?? 0));
  return [...rows, createRow("slowest p99 of these", slowest, atMost(15, " ms"), 1)];
}

/**
 * Measures asking while the server doesn't know how many questions the sender has sent, and the lists of
 * a sender with many questions.
 */
export async function measureSenders({
  large,
  bare,
  spread,
  seconds,
  size,
}: Bench): Promise<Row[]> {
  const { cold, prolific } = scaleSet(size.large);
  const server = await startServer(large, "bench/cold.ts");
  const sent = prolificQuestions.toLocaleString("en");
  const cases: [what: string, requests: Request[]][] = [
    ["ask, cold, 0 sent before", requests.createFirstQuestionRequests(spread)],
    ...Object.entries(cold).map(([count, visitors]): [string, Request[]] => [
      `ask, cold, ${Number(count).toLocaleString("en")} sent before`,
      requests.createColdQuestionRequests(spread, Number(count), visitors),
    ]),
  ];
  const lists: [what: string, path: string][] = [
    [`answers to one's ${sent} sent questions`, "/api/v2/send_questions?page=1"],
    [`those of ${sent} sent that wait`, "/api/v2/me/send_items/waiting?page=1"],
  ];
  try {
    const rows: Row[] = [];
    for (const [what, asked] of cases) {
      const comparison = await compareLoads(server, bare, asked, seconds);
      rows.push(createComparedRow(what, comparison, atLeast(45, " %")));
    }
    for (const [what, path] of lists) {
      const asked = requests.createSentListRequests(path, prolific);
      await runLoad(server, asked, seconds / 8);
      const { processor, p50, p99 } = await runLoad(server, asked, seconds / 2);
      const row = createRow(`${what}, processor`, processor / 1000, atMost(20, " ms"), 2);
      rows.push({ ...row, p50, p99 });
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** Measures profile pages: from the cache, compared with a static reply, and rendered for each request. */
export async function measurePages(bench: Bench): Promise<Row[]> {
  const { large, folder, server, spread, seconds } = bench;
  const file = join(folder, "profile.html");
  const shared = requests.createProfileRequests(spread);
  const pages: Buffer[] = [];
  for (const one of shared) pages.push(await sendRequest(server, one));
  writeFileSync(file, pages[0] ?? "");
  const staticServer = await startBareServer(large, file);
  let cached: Comparison;
  try {
    cached = await compareLoads(server, staticServer, shared, seconds);
  } finally {
    await staticServer.stop();
  }
  const drawn = requests.createProfileRequests(spread, asVisitor);
  await runLoad(server, drawn, seconds / 2);
  const { processor, p50, p99 } = await runLoad(server, drawn, seconds);
  const rate = createRow("profile page, drawn", 1e6 / processor, atLeast(800, "/s a core"));
  return [
    createComparedRow("profile page, cached", cached, atLeast(50, " %")),
    { ...rate, p50, p99 },
    createRow("slowest p99 of these", Math.max(cached.ours.p99, p99), atMost(15, " ms"), 1),
  ];
}

/** Compares a list in the large data set with the small one, which is in the column "bare". */
export async function measureGrowth(bench: Bench): Promise<Row[]> {
  const small = await startServer(bench.small);
  try {
    // The accounts of the two data sets differ.
    const own = requests.createListRequests(await requests.drawSpread(bench.small));
    const comparison = await compareLoads(
      bench.server,
      small,
      requests.createListRequests(bench.spread),
      bench.seconds,
      own,
    );
    return [createComparedRow("list, large set beside small", comparison, atLeast(95, " %"))];
  } finally {
    await small.stop();
  }
}

/** Measures the number of database round trips of one request. */
export async function measureRoundTrips({ large, spread }: Bench): Promise<Row[]> {
  const proxy = await openCountingProxy(large);
  const server = await startServer(proxy.url);
  const measureMedianTrips = (sent: readonly Request[]) => {
    let n = 0;
    return countRoundTrips(proxy, () => sendRequest(server, sent[n++ % sent.length] as Request));
  };
  const [account] = spread.accounts;
  const createFirstHeaders = (from: requests.CreateHeaders) => () => from(0);
  const cases: [what: string, requests: Request[]][] = [
    ["list, by anyone", requests.createListRequests(spread)],
    ["ask, by a visitor", requests.createQuestionRequests(spread, createFirstHeaders(asVisitor))],
    ["ask, by a person", requests.createQuestionRequests(spread, createFirstHeaders(asAccount))],
    ["like, by a person", requests.createLikeRequests(spread, asAccount)],
    ["profile page, for a visitor", requests.createProfileRequests(spread, asVisitor)],
    ["profile page, for a person", [{ path: `/ja/${account}`, headers: asAccount(0) }]],
  ];
  try {
    const rows: Row[] = [];
    for (const [what, sent] of cases) {
      rows.push(createRow(`round trips: ${what}`, await measureMedianTrips(sent), atMost(2)));
    }
    const cold = requests.createQuestionRequests(spread, asVisitor);
    rows.push(createRow("round trips: ask, cold", await measureMedianTrips(cold), undefined));
    return rows;
  } finally {
    await server.stop();
    proxy.close();
  }
}

/** Measures the first load and the Lighthouse scores on a phone. */
export async function measureBrowser({ server, spread }: Bench): Promise<Row[]> {
  const page = `${server.url}/ja/${spread.accounts[0]}`;
  const found = await measureInBrowser(page);
  return [
    createRow("first load: page, scripts, styles", found.codeKilobytes, atMost(130, " KB")),
    createRow("first load: everything", found.kilobytes, undefined),
    createRow("first load: requests", found.requests, atMost(15)),
    createRow("Lighthouse: performance", found.performance, atLeast(95)),
    createRow("Lighthouse: accessibility", found.accessibility, atLeast(100)),
  ];
}

/** Measures layout shifts during loading, and the time from a press to the next page. */
export async function measurePageMotion({ server, spread }: Bench): Promise<Row[]> {
  const account = spread.accounts[0] ?? "";
  const found = await measureMotion({
    origin: server.url,
    account,
    session: createSessionToken(1),
  });
  return [
    createRow(`largest layout shift (${found.shiftedPage})`, found.shift, atMost(0.02), 3),
    createRow("press on a destination: page there", found.press, atMost(100, " ms")),
    createRow("press on a destination: the slowest", found.slowestPress, undefined),
  ];
}

/** Measures the peak memory before and after drawing pictures. */
export async function measureMemory({ server, spread, size }: Bench): Promise<Row[]> {
  const before = server.peakMegabytes();
  for (const account of spread.accounts.slice(0, size.pictures)) {
    await sendRequest(server, { path: `/cards/profiles/ja/${account}.png` });
  }
  return [
    createRow("memory, peak before pictures", before, atMost(300, " MB")),
    createRow("memory, peak with pictures", server.peakMegabytes(), atMost(300, " MB")),
  ];
}

/** Sends each request once, with as many connections as a load. */
async function sendAll(target: BenchProcess, sent: readonly Request[]): Promise<void> {
  const left = sent.values();
  const sendLeft = async () => {
    for (const one of left) await sendRequest(target, one);
  };
  await Promise.all(Array.from({ length: connections }, sendLeft));
}

/** Sends a request; returns the compressed body of the reply. */
async function sendRequest(target: BenchProcess, { method = "GET", path, headers, body }: Request) {
  const sent = request(target.url + path, { method, ...(headers && { headers }) }).end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const content = await buffer(reply);
  const { statusCode = 0 } = reply;
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${content.toString()}`);
  return content;
}
