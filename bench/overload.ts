// DATABASE_URL=… node bench/overload.ts: sends three times as many requests as a process can serve, as many per second
// however slowly it replies, and prints what it then serves, how late, and what memory it takes. The database must be empty.
import { setTimeout } from "node:timers/promises";
import { generateData } from "./generate.ts";
import { findPercentile, runLoad, warmUp } from "./load.ts";
import { type BenchProcess, startServer } from "./process.ts";
import * as requests from "./requests.ts";
import { scaleSet } from "./size.ts";

const seconds = 20;
const factor = 3;

const url = process.env.DATABASE_URL ?? "";
await generateData(url, scaleSet(0.25));
const targets = await requests.selectTargets(url);
const server = await startServer(url);
try {
  const pages = requests.createProfilePageRequests(targets, requests.asSignedInAccount);
  await warmUp(server, pages, 2);
  const { rate } = await runLoad(server, pages, seconds);
  const before = server.residentMegabytes();
  const { sent, refused, times, failed } = await overload(server, rate * factor);
  const after = server.residentMegabytes();
  const recovered = await runLoad(server, pages, 5);
  console.log(
    `capacity ${Math.round(rate)}/s, sent ${Math.round(sent / seconds)}/s, refused ${Math.round(refused / seconds)}/s`,
  );
  console.log(
    `served ${Math.round(times.length / seconds)}/s (${Math.round((times.length / seconds / rate) * 100)} %)`,
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

/** Sends this many requests per second, each at its time, whether or not the earlier ones have their replies. */
async function overload({ url: origin }: BenchProcess, perSecond: number) {
  const pages = requests.createProfilePageRequests(targets, requests.asSignedInAccount);
  const times: number[] = [];
  let [refused, failed] = [0, 0];
  const send = async (n: number) => {
    const { path, headers } = pages[n % pages.length] as { path: string; headers: HeadersInit };
    const sentAt = performance.now();
    try {
      const reply = await fetch(`${origin}${path}`, { headers });
      await reply.arrayBuffer();
      if (reply.status === 200) times.push(performance.now() - sentAt);
      else refused++;
    } catch {
      failed++;
    }
  };
  const sent: Promise<void>[] = [];
  const start = performance.now();
  while (performance.now() - start < seconds * 1_000) {
    const due = ((performance.now() - start) / 1_000) * perSecond;
    while (sent.length < due) sent.push(send(sent.length));
    await setTimeout(5);
  }
  await Promise.all(sent);
  return { sent: sent.length, refused, times, failed };
}
