import { connect, createServer } from "node:net";
import { findFreePort } from "../scripts/ports.ts";
import { computeMedian } from "./load.ts";

const readyForQuery = "Z".charCodeAt(0);

/** A proxy in front of a database that counts round trips. */
export interface CountingProxy {
  url: string;
  trips(): number;
  close(): void;
}

/** Opens a proxy between a process and its database; "ready for query" ends each round trip. */
export async function openCountingProxy(database: string): Promise<CountingProxy> {
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
  const own = new URL(database);
  own.hostname = "127.0.0.1";
  own.port = String(await findFreePort());
  await new Promise<void>((ready) => server.listen(Number(own.port), "127.0.0.1", ready));
  return { url: own.href, trips: () => trips, close: () => void server.close() };
}

/** Calls back for each message of PostgreSQL: a byte for its type, four for its length, the content. */
function createMessageReader(found: (type: number) => void): (chunk: Buffer) => void {
  let unread = Buffer.alloc(0);
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
      found(unread.readUInt8(0));
      unread = unread.subarray(1 + unread.readUInt32BE(1));
    }
  };
}

/** Counts the round trips of one call; the median of several, because the job queue polls in between. */
export async function countRoundTrips(
  way: CountingProxy,
  call: () => Promise<unknown>,
): Promise<number> {
  // The first calls also open connections and plan statements.
  for (let n = 0; n < 20; n++) await call();
  const counts: number[] = [];
  for (let n = 0; n < 21; n++) {
    const before = way.trips();
    await call();
    counts.push(way.trips() - before);
  }
  return computeMedian(counts);
}
