import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Request } from "autocannon";
import { type Bench, measureTurns, type Reply, sendRequest, warmUpBoth } from "../bench.ts";
import { compareLoads, computeMedian, runLoad, warmUp } from "../load.ts";
import { createAccountHeaders } from "../people.ts";
import { startBareServer, startPlainServer } from "../process.ts";
import {
  atLeast,
  atMost,
  createFigure,
  createProcessorTime,
  createRatio,
  lessIsBetter,
  type Row,
} from "../report.ts";
import * as requests from "../requests.ts";

/**
 * Measures the CPU time and the p99 of profile and home for accounts, and compares the profile with a
 * plain React rendering of as many elements in as many bytes. Measures the bytes of a profile for
 * accounts, and the CPU time of one for visitors. Compares profiles from the cache with a static reply
 * of one of them.
 */
export async function measurePages(bench: Bench): Promise<Row[]> {
  const { server, large, folder, targets, seconds } = bench;
  const shared = requests.createProfilePageRequests(targets);
  const profiles = requests.createProfilePageRequests(targets, requests.asSignedInAccount);
  const homes = requests.createHomeRequests();
  const forVisitors = requests.createProfilePageRequests(targets, requests.asReturningVisitor);
  const file = join(folder, "profile.html");
  writeFileSync(file, (await sendRequest(server, shared[0] as Request)).body);
  const staticServer = await startBareServer(large, file);
  const plain = await startPlainServer(await measureHtml(bench));
  const profileLoad = { measured: server, baseline: plain, requests: profiles };
  const cachedLoad = { measured: server, baseline: staticServer, requests: shared };
  try {
    await warmUpBoth(bench, profileLoad);
    await warmUpBoth(bench, cachedLoad);
    await warmUp(server, homes, seconds);
    return await measureTurns(bench, async () => {
      const profile = await compareLoads(profileLoad, seconds);
      const home = await runLoad(server, homes, seconds);
      const visitors = await runLoad(server, forVisitors, seconds);
      const cached = await compareLoads(cachedLoad, seconds);
      const sent = await measureSizes(bench, profiles);
      const p99 = Math.max(profile.measured.p99, home.p99);
      return [
        createProcessorTime("profile page for a person, processor", profile, atMost(2.2, " ms")),
        createProcessorTime("home for a person, processor", home, lessIsBetter(" ms")),
        createFigure("slowest p99 of pages for a person", p99, atMost(30, " ms"), 1),
        createFigure("profile page for a person, sent", sent.whole, atMost(12, " KB"), 1),
        createFigure(
          "profile page for a person, sent, without headers",
          sent.body,
          lessIsBetter(" KB"),
          1,
        ),
        createProcessorTime("profile page for a visitor, processor", visitors, atMost(0.6, " ms")),
        createRatio(
          "profile page, cached, compared with a static reply",
          cached,
          atLeast(60, " %"),
        ),
      ];
    });
  } finally {
    await Promise.all([staticServer.stop(), plain.stop()]);
  }
}

/** Measures the median size of replies and of their bodies, in kilobytes. */
async function measureSizes({ server }: Bench, sent: readonly Request[]) {
  const replies: Reply[] = [];
  for (const request of sent) replies.push(await sendRequest(server, request));
  return {
    whole: computeMedian(replies.map(({ wireBytes }) => wireBytes)) / 1024,
    body: computeMedian(replies.map(({ body }) => body.length)) / 1024,
  };
}

/** Counts the elements of a profile for an account, and its bytes without the contents of scripts. */
async function measureHtml({ server, targets }: Bench) {
  const path = `/ja/${targets.accounts[0]}`;
  const headers = { ...createAccountHeaders(1), accept: "text/html" };
  const { body } = await sendRequest(server, { path, headers });
  const html = body.toString().replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, "$1</script>");
  const elements = html.match(/<[a-z]/gi)?.length ?? 0;
  return { elements, bytes: Buffer.byteLength(html) };
}
