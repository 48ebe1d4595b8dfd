// DATABASE_URL=… node bench/overload.ts: sends three times as many requests as a process can serve, as many per second
// however slowly it replies, and prints what it then serves, how late, and what memory it takes. The database must be empty.
import autocannon, { type Result } from "autocannon";
import { generateData } from "./generate.ts";
import { findPercentile, runLoad, warmUp } from "./load.ts";
import { type BenchProcess, startServer } from "./process.ts";
import * as requests from "./requests.ts";
import { scaleSet } from "./size.ts";

const seconds = 20;
const factor = 3;
/** Enough for the requests of several seconds that wait for a reply. */
const openConnections = 2_000;

const url = process.env.DATABASE_URL ?? "";
await generateData(url, scaleSet(0.25));
const targets = await requests.selectTargets(url);
const server = await startServer(url);
try {
  const pages = requests.createProfilePageRequests(targets, requests.asSignedInAccount);
  await warmUp(server, pages, 2);
  const { rate } = await runLoad(server, pages, seconds);
  const before = server.residentMegabytes();
  const { served, refused, times, failed } = await overload(server, rate * factor);
  const after = server.residentMegabytes();
  const recovered = await runLoad(server, pages, 5);
  console.log(`capacity ${Math.round(rate)}/s, sent ${Math.round((served + refused) / seconds)}/s`);
  console.log(
    `served ${Math.round(served / seconds)}/s (${Math.round((served / seconds / rate) * 100)} %)`,
  );
  console.log(
    `served p99 ${Math.round(findPercentile(times, 0.99))} ms, failed without a reply ${failed}`,
  );
  console.log(`memory ${Math.round(before)} → ${Math.round(after)} MB`);
  console.log(
    `in the 5 s afterwards ${Math.round(recovered.rate)}/s, p99 ${Math.round(recovered.p99)} ms`,
  );
} finally {
  await server.stop();
}

/** Sends this many requests per second over as many connections as that needs. */
async function overload(target: BenchProcess, perSecond: number) {
  const pages = requests.createProfilePageRequests(targets, requests.asSignedInAccount);
  const times: number[] = [];
  let [served, refused] = [0, 0];
  const ended = Promise.withResolvers<Result>();
  const options = {
    url: target.url,
    connections: openConnections,
    duration: seconds,
    overallRate: perSecond,
    requests: pages,
  };
  autocannon(options, (error: unknown, result) =>
    error ? ended.reject(error) : ended.resolve(result),
  ).on("response", (_client, status, _bytes, milliseconds) => {
    if (status === 200) {
      served++;
      times.push(milliseconds);
    } else refused++;
  });
  const { errors } = await ended.promise;
  return { served, refused, times, failed: errors };
}
