import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Request } from "autocannon";
import { measureInBrowser } from "./browser.ts";
import { alternate, load, type Versus } from "./load.ts";
import { measureMotion } from "./motion.ts";
import { sessionToken } from "./people.ts";
import { startBare, startServer, type Target } from "./process.ts";
import { atLeast, atMost, compared, type Row, single } from "./report.ts";
import * as requests from "./requests.ts";
import { countTrips, tripsOf } from "./trips.ts";

/** What the measurements need: databases that are filled, a folder for files, how long to load. */
export interface Bench {
  large: string;
  small: string;
  folder: string;
  seconds: number;
  spread: requests.Spread;
  server: Target;
  bare: Target;
}

const { persons, returning } = requests;

/** The calls beside the same statement run bare. */
export async function calls(bench: Bench): Promise<Row[]> {
  const { server, bare, spread, seconds } = bench;
  const asked = requests.questions(spread, returning);
  const cases: [what: string, requests: Request[], ratio: number][] = [
    ["list, by anyone", requests.lists(spread), 65],
    ["ask, by visitors", asked, 60],
    ["ask, by visitors, with a key", requests.keyed(asked), 60],
    ["ask, by people", requests.questions(spread, persons), 60],
    ["like, by visitors", requests.likes(spread, returning), 60],
    ["like, by people", requests.likes(spread, persons), 60],
  ];
  const rows: Row[] = [];
  for (const [what, sent, ratio] of cases) {
    const versus = await alternate(server, bare, sent, seconds);
    rows.push(compared(what, versus, atLeast(ratio, " %")));
  }
  const slowest = Math.max(...rows.map(({ p99 }) => p99 ?? 0));
  return [...rows, single("slowest p99 of these", slowest, atMost(15, " ms"), 1)];
}

/** Profiles as HTML: from the cache beside a bare static reply, and drawn anew for each request. */
export async function pages(bench: Bench): Promise<Row[]> {
  const { large, folder, server, spread, seconds } = bench;
  const file = join(folder, "profile.html");
  const shared = requests.profiles(spread);
  const kept: Buffer[] = [];
  for (const one of shared) kept.push(await send(server, one));
  writeFileSync(file, kept[0] ?? "");
  const fixed = await startBare(large, file);
  let cached: Versus;
  try {
    cached = await alternate(server, fixed, shared, seconds);
  } finally {
    await fixed.stop();
  }
  const drawn = requests.profiles(spread, returning);
  await load(server, drawn, seconds / 2);
  const { processor, p50, p99 } = await load(server, drawn, seconds);
  const rate = single("profile page, drawn", 1e6 / processor, atLeast(800, "/s a core"));
  return [
    compared("profile page, cached", cached, atLeast(50, " %")),
    { ...rate, p50, p99 },
    single("slowest p99 of these", Math.max(cached.ours.p99, p99), atMost(15, " ms"), 1),
  ];
}

/** A list of a set ten times as large; the small set stands in the column of the bare limit. */
export async function growth(bench: Bench): Promise<Row[]> {
  const small = await startServer(bench.small);
  try {
    // Each set has its own accounts, so each is asked for its own.
    const own = requests.lists(await requests.drawSpread(bench.small));
    const versus = await alternate(
      bench.server,
      small,
      requests.lists(bench.spread),
      bench.seconds,
      own,
    );
    return [compared("list, large set beside small", versus, atLeast(95, " %"))];
  } finally {
    await small.stop();
  }
}

/** How often one request waits for the database. */
export async function roundTrips({ large, spread }: Bench): Promise<Row[]> {
  const way = await countTrips(large);
  const server = await startServer(way.url);
  const [account] = spread.accounts;
  const cases: [what: string, requests: Request[]][] = [
    ["list, by anyone", requests.lists(spread)],
    ["ask, by a visitor", requests.questions(spread, returning)],
    ["ask, by a person", requests.questions(spread, persons)],
    ["like, by a person", requests.likes(spread, persons)],
    ["profile page, for a visitor", requests.profiles(spread, returning)],
    ["profile page, for a person", [{ path: `/ja/${account}`, headers: persons(0) }]],
  ];
  try {
    const rows: Row[] = [];
    for (const [what, sent] of cases) {
      let n = 0;
      const trips = await tripsOf(way, () => send(server, sent[n++ % sent.length] as Request));
      rows.push(single(`round trips: ${what}`, trips, atMost(2)));
    }
    return rows;
  } finally {
    await server.stop();
    way.close();
  }
}

/** What a browser on a telephone gets and how it fares. */
export async function browser({ server, spread }: Bench): Promise<Row[]> {
  const page = `${server.url}/ja/${spread.accounts[0]}`;
  const found = await measureInBrowser(page);
  return [
    single("first load: page, scripts, styles", found.code_kilobytes, atMost(130, " KB")),
    single("first load: everything", found.kilobytes, undefined),
    single("first load: requests", found.requests, atMost(15)),
    single("Lighthouse: performance", found.performance, atLeast(95)),
    single("Lighthouse: accessibility", found.accessibility, atLeast(100)),
  ];
}

/** How still pages stand while they arrive, and how soon a press shows another one. */
export async function motion({ server, spread }: Bench): Promise<Row[]> {
  const account = spread.accounts[0] ?? "";
  const found = await measureMotion({ origin: server.url, account, session: sessionToken(1) });
  return [
    single(`largest layout shift (${found.shifted_page})`, found.shift, atMost(0.02), 3),
    single("press on a destination: page there", found.press, atMost(100, " ms")),
    single("press on a destination: the slowest", found.slowest_press, undefined),
  ];
}

const pictures = 60;

/** The most memory held, with pictures drawn after all that came before. */
export async function memory({ server, spread }: Bench): Promise<Row[]> {
  const before = server.peakMegabytes();
  for (const account of spread.accounts.slice(0, pictures)) {
    await send(server, { path: `/cards/profiles/ja/${account}.png` });
  }
  return [
    single("memory, peak before pictures", before, atMost(300, " MB")),
    single("memory, peak with pictures", server.peakMegabytes(), atMost(300, " MB")),
  ];
}

/** The body as it came over the wire, still compressed. */
async function send(target: Target, { method = "GET", path, headers, body }: Request) {
  const sent = request(target.url + path, { method, ...(headers && { headers }) }).end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const content = await buffer(reply);
  const { statusCode = 0 } = reply;
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${content.toString()}`);
  return content;
}
