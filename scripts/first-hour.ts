// node scripts/first-hour.ts: runs `npm start` on a new data folder in a control group of 512 MB while people register, ask,
// answer and read, and reports the most memory that was used. Ends with 1 if the
// site ended or refused a request, other than with 503 because the machine is too busy.
//   --minutes 60     how long
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waitUntilReady } from "./child.ts";
import { type Headers, register, SECRET_KEY, sendJson } from "./client.ts";
import { createMemoryGroup, enterGroup } from "./memory-group.ts";
import { findFreePort } from "./ports.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "60" } } });
const megabytes = 512;
/** Milliseconds between two rounds. */
const pause = 2_000;

const group = createMemoryGroup(megabytes);
if (!group) throw new Error("this process may not create control groups");
const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-first-hour-"));
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const [command, args] = enterGroup(group, ["npm", "start"]);
const { PATH, HOME } = process.env;
const child = spawn(command, args, {
  env: {
    PATH,
    HOME,
    SECRET_KEY,
    DATA_DIR,
    PORT: String(port),
    LIMIT_FACTOR: "0",
    LOG_LEVEL: "error",
  },
  stdio: ["ignore", "ignore", "inherit"],
});
const statuses = new Map<number, number>();
let rounds = 0;
try {
  await waitUntilReady("npm start", child, () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const until = Date.now() + Number(values.minutes) * 60_000;
  while (Date.now() < until) {
    await visit(rounds++);
    await setTimeout(pause);
  }
} finally {
  console.log(
    `${rounds} rounds; replies: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}`,
  );
  try {
    console.log(`at most ${readPeak(group)} MB of ${megabytes}`);
  } finally {
    await stopAll(group);
    rmSync(DATA_DIR, { recursive: true });
    rmdirSync(group);
  }
}
process.exit([...statuses.keys()].some((status) => status >= 400 && status !== 503) ? 1 : 0);

/** Lets a new person register, get a question, answer it, and look at pages and cards, as a visitor too. */
async function visit(round: number): Promise<void> {
  const account = `person_${round}`;
  const owner = await register(url, account).catch((error: Error) => {
    if (error.cause !== 503) throw error;
    countStatus(503);
  });
  if (!owner) return;
  const asked = await sendJson(`${url}/api/v2/questions`, owner, {
    account,
    body: `Which tea is the best? ${round}`,
  });
  const { uuid_hash } = (await count(asked).json()) as { uuid_hash?: string };
  if (uuid_hash === undefined) return;
  await read(
    await sendJson(`${url}/api/v2/questions/${uuid_hash}/answers`, owner, { text: "Green tea" }),
  );
  for (const path of ["/ja", "/ja/me/home", "/ja/box", `/ja/${account}`, `/ja/q/${uuid_hash}`]) {
    await readPage(path, owner);
  }
  for (const path of [`/dt/${account}`, `/cards/profiles/ja/${account}.png`])
    await readPage(path, {});
}

async function readPage(path: string, headers: Headers): Promise<void> {
  await read(await fetch(`${url}${path}`, { headers: { ...headers, accept: "text/html" } }));
}

async function read(reply: Response): Promise<void> {
  await count(reply).arrayBuffer();
}

function count(reply: Response): Response {
  countStatus(reply.status);
  return reply;
}

function countStatus(status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Ends all processes of the group: npm doesn't pass the signal on. */
async function stopAll(folder: string): Promise<void> {
  for (let pids = listPids(folder); pids.length > 0; pids = listPids(folder)) {
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGTERM");
      } catch (error) {
        // It has ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
    await setTimeout(500);
  }
}

function listPids(folder: string): number[] {
  const lines = readFileSync(join(folder, "cgroup.procs"), "utf8").split("\n");
  return lines.filter(Boolean).map(Number);
}

/** The most memory of the group so far, with its cached files, in megabytes. */
function readPeak(folder: string): number {
  const file =
    readdirSync(folder).find((name) => /^memory\.(max_usage_in_bytes|peak)$/.test(name)) ?? "";
  return Math.round(Number(readFileSync(join(folder, file), "utf8")) / 2 ** 20);
}
