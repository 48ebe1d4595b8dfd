// DATABASE_URL=… REDIS_URL=… node bench/processes.ts: compares what two web processes carry with what one carries. The database
// must be empty. Each process may use a quarter of a core (control groups of version 1, as root), so that a machine with two
// cores has enough left for the database and the load: what is compared is two machines' worth of web processes with one.
import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateData } from "./generate.ts";
import { computeMedian, runLoad } from "./load.ts";
import { type BenchProcess, startServer } from "./process.ts";
import * as requests from "./requests.ts";
import { scaleSet } from "./size.ts";

const share = 0.25;
const seconds = 8;
const turns = 3;

const url = process.env.DATABASE_URL ?? "";
await generateData(url, scaleSet(0.25));
const targets = await requests.selectTargets(url);
const folders: string[] = [];
const processes: BenchProcess[] = [];
try {
  for (const name of ["a", "b"]) processes.push(await startLimited(name));
  const [first] = processes;
  if (!first) throw new Error("no process has started");
  for (const process of processes) await measure([process]);
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const [one, two] = [await measure([first]), await measure(processes)];
    ratios.push(two / one);
    console.log(
      `one process ${Math.round(one)}/s, two ${Math.round(two)}/s: ${(two / one).toFixed(2)}`,
    );
  }
  console.log(`median ${computeMedian(ratios).toFixed(2)}`);
} finally {
  await Promise.all(processes.map(({ stop }) => stop()));
  for (const folder of folders) rmdirSync(folder);
}

/** Starts a process with Redis, and lets it use its share of a core from then on. */
async function startLimited(name: string): Promise<BenchProcess> {
  const started = await startServer(url, { REDIS_URL: process.env.REDIS_URL ?? "" });
  const folder = join("/sys/fs/cgroup/cpu", `toibako-bench-${process.pid}-${name}`);
  mkdirSync(folder);
  folders.push(folder);
  writeFileSync(join(folder, "cpu.cfs_period_us"), "100000");
  writeFileSync(join(folder, "cpu.cfs_quota_us"), String(share * 100_000));
  writeFileSync(join(folder, "cgroup.procs"), String(started.pid));
  return started;
}

/** Sends lists, inboxes, profiles of accounts and questions to all processes at once; returns replies per second. */
async function measure(measured: readonly BenchProcess[]): Promise<number> {
  const results = await Promise.all(
    measured.map((process, n) => {
      // Each process has other people, because questions of one sender wait for each other.
      const choose = <T>(list: readonly T[]) => list.filter((_, index) => index % 2 === n);
      const kinds = [
        requests.createListRequests(targets),
        requests.createInboxRequests(),
        requests.createProfilePageRequests(targets, requests.asSignedInAccount),
        requests.createAskRequests(targets, requests.asReturningVisitor),
      ].map(choose);
      const mixed = kinds[0]?.flatMap((_, index) =>
        kinds.flatMap((kind) => kind[index % kind.length] ?? []),
      );
      return runLoad(process, mixed ?? [], seconds);
    }),
  );
  return results.reduce((total, { rate }) => total + rate, 0);
}
