import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Request } from "autocannon";
import { drawCard } from "../../apps/server/src/features/cards/draw/draw.ts";
import { type Bench, measureTurns, sendRequest, warmUpBoth } from "../bench.ts";
import { compareLoads, computeMedian, runLoad, warmUp } from "../load.ts";
import { startBareServer } from "../process.ts";
import {
  atLeast,
  atMost,
  createFigure,
  createProcessorTime,
  createRatio,
  type Row,
} from "../report.ts";
import * as requests from "../requests.ts";

/**
 * Measures the CPU time of profiles for accounts and for visitors, and the bytes of one for accounts. Compares profiles
 * from the cache with a static reply of one of them. Measures how long the picture of a diagnosis result takes to draw.
 */
export async function measurePages(bench: Bench): Promise<Row[]> {
  const { server, large, folder, targets, size } = bench;
  const { seconds } = size;
  const shared = requests.createProfilePageRequests(targets);
  const profiles = requests.createProfilePageRequests(targets, requests.asSignedInAccount);
  const forVisitors = requests.createProfilePageRequests(targets, requests.asReturningVisitor);
  const file = join(folder, "profile.html");
  writeFileSync(file, (await sendRequest(server, shared[0] as Request)).body);
  const staticServer = await startBareServer(large, file);
  const cachedName = "profile page, cached, compared with a static reply by processor";
  const cachedLoad = { measured: server, baseline: staticServer, requests: shared };
  try {
    await warmUpBoth(bench, cachedLoad);
    await warmUp(server, profiles, seconds);
    return await measureTurns(bench, async () => {
      const profile = await runLoad(server, profiles, seconds);
      const visitors = await runLoad(server, forVisitors, seconds);
      const cached = await compareLoads(cachedLoad, seconds);
      const sent = await measureSent(bench, profiles);
      return [
        createProcessorTime("profile page for a person, processor", profile, atMost(4, " ms")),
        createFigure("profile page for a person, sent", sent, atMost(14, " KB"), 1),
        createProcessorTime("profile page for a visitor, processor", visitors, atMost(0.6, " ms")),
        {
          ...createRatio(cachedName, cached, atLeast(50, " %")),
          value: cached.ratio.processor * 100,
        },
        createFigure("picture of a diagnosis result, drawn", timeDrawing(), atMost(120, " ms")),
      ];
    });
  } finally {
    await staticServer.stop();
  }
}

/** Measures the median size of replies, in kilobytes. */
async function measureSent({ server }: Bench, sent: readonly Request[]): Promise<number> {
  const sizes: number[] = [];
  for (const request of sent) sizes.push((await sendRequest(server, request)).wireBytes);
  return computeMedian(sizes) / 1024;
}

/** Returns the median of the milliseconds in which this process draws a diagnosis result with the longest text. */
function timeDrawing(): number {
  const text = "あなたの今日は、雨のち晴れ。☔".repeat(13);
  const times = Array.from({ length: 20 }, () => {
    const started = performance.now();
    drawCard({
      kind: "diagnosis",
      title: "今日の天気",
      text,
      locale: "ja",
      displaying_name: "はな",
    });
    return performance.now() - started;
  });
  return computeMedian(times);
}
