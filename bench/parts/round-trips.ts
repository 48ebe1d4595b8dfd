import { connect, createServer } from "node:net";
import type { Request } from "autocannon";
import { findFreePort } from "../../scripts/ports.ts";
import { type Bench, measureTurns, sendRequest } from "../bench.ts";
import { computeMedian } from "../load.ts";
import { startServer } from "../process.ts";
import {
  atMost,
  createFigure,
  type Figure,
  lessIsBetter,
  type Row,
  type Target,
} from "../report.ts";
import * as requests from "../requests.ts";
import type { Size } from "../size.ts";

const { asSignedInAccount: asAccount, asReturningVisitor: asVisitor } = requests;

/** The type of the message "ready for query". */
const readyForQuery = "Z".charCodeAt(0);

/** Measures the number of database round trips of one request. */
export async function measureRoundTrips(bench: Bench): Promise<Row[]> {
  const { large, targets, size } = bench;
  const proxy = await openCountingProxy(large);
  const server = await startServer(proxy.url);
  const [account] = targets.accounts;
  const createFirstHeaders = (from: requests.CreateHeaders) => () => from(0);
  // Each question is from another visitor, and the server doesn't know yet how many they have sent.
  const cold = requests.createAskRequests(targets, asVisitor);
  const cases: [what: string, target: Target, requests: Request[]][] = [
    ["list, by anyone", atMost(2), requests.createListRequests(targets)],
    [
      "ask, by a visitor",
      atMost(2),
      requests.createAskRequests(targets, createFirstHeaders(asVisitor)),
    ],
    [
      "ask, by a person",
      atMost(2),
      requests.createAskRequests(targets, createFirstHeaders(asAccount)),
    ],
    ["like, by a person", atMost(2), requests.createLikeRequests(targets, asAccount)],
    [
      "profile page, rendered for visitors",
      atMost(2),
      requests.createAllProfilePageRequests(targets),
    ],
    [
      "profile page, for a person",
      atMost(3),
      [{ path: `/ja/${account}`, headers: { ...asAccount(0), accept: "text/html" } }],
    ],
    ["ask, cold", lessIsBetter(), cold],
  ];
  const measurements = cases.map(([what, target, sent]) => {
    let sentCount = 0;
    // The next turn continues with the next request: a page rendered for visitors is in the cache now.
    const send = () => sendRequest(server, sent[sentCount++ % sent.length] as Request);
    return { what: `round trips: ${what}`, target, send };
  });
  try {
    return await measureTurns(bench, async () => {
      const figures: Figure[] = [];
      for (const { what, target, send } of measurements) {
        const trips = await countRoundTrips(proxy, size.roundTrips, send);
        figures.push(createFigure(what, trips, target));
      }
      return figures;
    });
  } finally {
    await server.stop();
    proxy.close();
  }
}

/** A proxy in front of a database that counts round trips. */
interface CountingProxy {
  url: string;
  trips(): number;
  close(): void;
}

/** Opens a proxy between a process and its database; "ready for query" ends each round trip. */
async function openCountingProxy(database: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(database);
  let trips = 0;
  const server = createServer((client) => {
    const databaseSocket = connect(Number(port || 5432), hostname);
    const count = createMessageReader((type) => {
      if (type === readyForQuery) trips++;
    });
    databaseSocket.on("data", count);
    client.pipe(databaseSocket).pipe(client);
    client.on("error", () => databaseSocket.destroy());
    databaseSocket.on("error", () => client.destroy());
  });
  const proxyUrl = new URL(database);
  proxyUrl.hostname = "127.0.0.1";
  proxyUrl.port = String(await findFreePort());
  await new Promise<void>((ready) => server.listen(Number(proxyUrl.port), "127.0.0.1", ready));
  return { url: proxyUrl.href, trips: () => trips, close: () => void server.close() };
}

/**
 * Creates a function that takes what PostgreSQL sends and calls back for each message. A message is a
 * byte for its type, four bytes for its length, and the content.
 */
function createMessageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let unread = Buffer.alloc(0);
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
      onMessage(unread.readUInt8(0));
      unread = unread.subarray(1 + unread.readUInt32BE(1));
    }
  };
}

/** Counts the round trips of one call; the median of several, because the job queue polls in between. */
async function countRoundTrips(
  proxy: CountingProxy,
  { first, counted }: Size["roundTrips"],
  call: () => Promise<unknown>,
): Promise<number> {
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
