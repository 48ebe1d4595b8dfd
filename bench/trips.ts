import { connect, createServer } from "node:net";
import { freePort } from "../scripts/ports.ts";
import { median } from "./load.ts";

const readyForQuery = "Z".charCodeAt(0);

/** A way to a database that counts how often the server behind it was waited for. */
export interface CountedWay {
  url: string;
  trips(): number;
  close(): void;
}

/** Stands between a process and its database; "ready for query" ends each round trip. */
export async function countTrips(database: string): Promise<CountedWay> {
  const { hostname, port } = new URL(database);
  let trips = 0;
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname);
    const count = messageCounter((type) => {
      if (type === readyForQuery) trips++;
    });
    far.on("data", count);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  const own = new URL(database);
  own.hostname = "127.0.0.1";
  own.port = String(await freePort());
  await new Promise<void>((ready) => server.listen(Number(own.port), "127.0.0.1", ready));
  return { url: own.href, trips: () => trips, close: () => void server.close() };
}

/** Calls back for each message of PostgreSQL's answer: a byte that names it, four of length, content. */
function messageCounter(found: (type: number) => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0);
  return (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    while (kept.length >= 5 && kept.length > kept.readUInt32BE(1)) {
      found(kept.readUInt8(0));
      kept = kept.subarray(1 + kept.readUInt32BE(1));
    }
  };
}

/** Round trips of one call; the median of several, since the job queue asks something now and then. */
export async function tripsOf(way: CountedWay, call: () => Promise<unknown>): Promise<number> {
  // What runs first also makes connections and plans.
  for (let n = 0; n < 20; n++) await call();
  const counts: number[] = [];
  for (let n = 0; n < 21; n++) {
    const before = way.trips();
    await call();
    counts.push(way.trips() - before);
  }
  return median(counts);
}
