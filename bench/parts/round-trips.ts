import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Request } from "autocannon";
import { findFreePort } from "../../scripts/ports.ts";
import { type Bench, measureTurns, sendRequest } from "../bench.ts";
import { computeMedian } from "../load.ts";
import { startServer } from "../process.ts";
import { atMost, createFigure, type Figure, type Row } from "../report.ts";
import * as requests from "../requests.ts";

const { asSignedInAccount: asAccount, asReturningVisitor: asVisitor } = requests;

/** Measures the number of database round trips of one request. */
export async function measureRoundTrips(bench: Bench): Promise<Row[]> {
  const { large, targets } = bench;
  const proxy = await openCountingProxy(large);
  const server = await startServer(proxy.url);
  const ask = (from: requests.CreateHeaders) => requests.createAskRequests(targets, () => from(0));
  const headers = { ...asAccount(0), accept: "text/html" };
  const cases: [what: string, maximum: number, requests: Request[]][] = [
    ["list, by anyone", 2, requests.createListRequests(targets)],
    ["ask, by a visitor", 2, ask(asVisitor)],
    ["ask, by a person", 2, ask(asAccount)],
    ["like, by a person", 2, requests.createLikeRequests(targets, asAccount)],
    [
      "profile page, rendered for visitors",
      2,
      requests.createProfilePageRequests(targets, undefined, 1_000),
    ],
    ["profile page, for a person", 3, [{ path: `/ja/${targets.accounts[0]}`, headers }]],
  ];
  const measurements = cases.map(([what, maximum, sent]) => {
    let sentCount = 0;
    // The next turn continues with the next request: a page rendered for visitors is in the cache now.
    const send = () => sendRequest(server, sent[sentCount++ % sent.length] as Request);
    return { what: `round trips: ${what}`, target: atMost(maximum), send };
  });
  try {
    return await measureTurns(bench, async () => {
      const figures: Figure[] = [];
      for (const { what, target, send } of measurements) {
        const trips = await countRoundTrips(bench, proxy, send);
        figures.push(createFigure(what, trips, target));
      }
      return figures;
    });
  } finally {
    await server.stop();
    proxy.close();
  }
}

/** The message by which PostgreSQL ends each round trip: "ready for query" and its length. */
const readyForQuery = "Z\0\0\0\x05";

/** Opens a proxy between a process and its database that counts round trips. */
async function openCountingProxy(database: string) {
  const { hostname, port } = new URL(database);
  let trips = 0;
  const server = createServer((client) => {
    const databaseSocket = connect(Number(port || 5432), hostname);
    // A round trip that is cut between two chunks is missed, which the median of several forgives.
    databaseSocket.on("data", (chunk: Buffer) => {
      trips += chunk.toString("latin1").split(readyForQuery).length - 1;
    });
    client.pipe(databaseSocket).pipe(client);
    client.on("error", () => databaseSocket.destroy());
    databaseSocket.on("error", () => client.destroy());
  });
  const url = new URL(database);
  url.hostname = "127.0.0.1";
  url.port = String(await findFreePort());
  await once(server.listen(Number(url.port), url.hostname), "listening");
  return { url: url.href, trips: () => trips, close: () => void server.close() };
}

/** Counts the round trips of one call; the median of several, because the job queue polls in between. */
async function countRoundTrips(
  { size }: Bench,
  proxy: { trips(): number },
  call: () => Promise<unknown>,
): Promise<number> {
  const [first, counted] = size.isFull ? [20, 21] : [1, 3];
  // The first calls also open connections and plan statements.
  for (let n = 0; n < first; n++) await call();
  const counts: number[] = [];
  for (let n = 0; n < counted; n++) {
    const before = proxy.trips();
    await call();
    counts.push(proxy.trips() - before);
  }
  return computeMedian(counts);
}
