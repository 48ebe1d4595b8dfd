// node scripts/restarts.ts: restarts two processes in turn under load, behind haproxy and behind nginx with the
// settings of docs/operations.md, and reports failed requests. Both proxies must be installed.
//   --restarts 20    restarts behind each proxy
//   --clients 8      concurrent clients
//   --from <commit>  begins with the release at the commit; each round of restarts changes to this one, or back
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildAndReport } from "./build.ts";
import { checkOut } from "./checkout.ts";
import { createStopper, waitUntilReady } from "./child.ts";
import { type Headers, register, sendJson } from "./client.ts";
import { findFreePort, isPortOpen } from "./ports.ts";
import { runAndCapture } from "./run.ts";
import { startServer } from "./server.ts";
import { startPostgres, startRedis } from "./services.ts";

const { values } = parseArgs({
  options: {
    restarts: { type: "string", default: "20" },
    clients: { type: "string", default: "8" },
    from: { type: "string" },
  },
});

interface Web {
  port: number;
  stop: () => Promise<void>;
}

/** Milliseconds of load on both processes between two restarts. */
const pause = 2_000;

if ((await buildAndReport()) !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "toibako-restarts-"));
const formerRelease = values.from === undefined ? undefined : await buildRelease(values.from);
const postgres = await startPostgres();
const redis = await startRedis();
const webs: Web[] = [];
let failures = 0;
try {
  for (let n = 0; n < 2; n++) {
    const port = await findFreePort();
    webs.push({ port, stop: await startWeb(port, formerRelease) });
  }
  for (const proxy of ["haproxy", "nginx"] as const) failures += await runBehind(proxy);
} finally {
  await Promise.all(webs.map(({ stop }) => stop()));
  await Promise.all([postgres.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

/** Builds the release at a commit in a folder of its own, and returns the folder. */
async function buildRelease(commit: string): Promise<string> {
  const release = join(folder, "release");
  mkdirSync(release);
  checkOut(commit, release);
  const { code, output } = await runAndCapture(["node", "scripts/build.ts"], {}, release);
  if (code !== 0) throw new Error(output);
  return release;
}

/** Starts a process of this release, or of that in the folder. */
async function startWeb(port: number, release?: string): Promise<() => Promise<void>> {
  const env = {
    TRUST_PROXY: "127.0.0.1",
    LIMIT_FACTOR: "0",
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    DATA_DIR: join(folder, "data"),
  };
  return (await startServer(port, env, { folder: release })).stop;
}

/** Takes the proxy's settings from docs/operations.md, with ports of this run. */
function writeSettings(proxy: "haproxy" | "nginx", port: number): string {
  const documentation = readFileSync("docs/operations.md", "utf8");
  const [, settings = ""] =
    new RegExp(`\`\`\`${proxy}\n(.*?)\`\`\``, "s").exec(documentation) ?? [];
  const local = settings
    .replace("10.0.0.1:3000", `127.0.0.1:${webs[0]?.port}`)
    .replace("10.0.0.2:3000", `127.0.0.1:${webs[1]?.port}`)
    .replace(
      /(bind|listen) .*443.*/,
      proxy === "nginx" ? `listen 127.0.0.1:${port};` : `bind 127.0.0.1:${port}`,
    )
    .replace(/^.*ssl_certificate.*\n/gm, "");
  const file = join(folder, proxy);
  const main = `daemon off; pid ${folder}/pid; error_log stderr crit; events {}\nhttp { access_log off;\n`;
  writeFileSync(file, proxy === "nginx" ? `${main}${local}}\n` : local);
  return file;
}

async function runBehind(proxy: "haproxy" | "nginx"): Promise<number> {
  const port = await findFreePort();
  const file = writeSettings(proxy, port);
  const args = proxy === "nginx" ? ["-c", file] : ["-db", "-f", file];
  const child = spawn(proxy, args, { stdio: ["ignore", "inherit", "inherit"] });
  const stopProxy = createStopper(child, "SIGTERM");
  try {
    await waitUntilReady(proxy, child, () => isPortOpen(port));
    return await restartUnderLoad(proxy, `http://127.0.0.1:${port}`);
  } finally {
    await stopProxy();
  }
}

async function restartUnderLoad(proxy: string, url: string): Promise<number> {
  const receiver = `${proxy}_box`;
  const owner = await register(url, receiver);
  let isOver = false;
  let sent = 0;
  const failed: string[] = [];
  const check = async (kind: string, reply: Promise<Response>) => {
    sent += 1;
    const status = await reply.then(
      async (received) => {
        await received.arrayBuffer();
        return received.status;
      },
      (error: unknown) => String((error as Error).cause ?? error),
    );
    if (typeof status !== "number" || status >= 400) failed.push(`${kind}: ${status}`);
  };
  const runClient = async (sender: Headers) => {
    while (!isOver) {
      await check("page", fetch(`${url}/ja/${receiver}`, { headers: { accept: "text/html" } }));
      await check("inbox", fetch(`${url}/api/v2/me/items/received`, { headers: owner }));
      const question = { account: receiver, body: "?" };
      await check("question", sendJson(`${url}/api/v2/questions`, sender, question));
    }
  };
  const senders: Headers[] = [];
  for (let n = 0; n < Number(values.clients); n++)
    senders.push(await register(url, `${proxy}_${n}`));
  const clients = senders.map(runClient);
  try {
    for (let n = 0; n < Number(values.restarts); n++) {
      await setTimeout(pause);
      const web = webs[n % webs.length];
      if (!web) continue;
      await web.stop();
      // Behind each proxy, the processes begin with the former release, if there is one.
      const isFormer = Math.floor(n / webs.length) % 2 === 1;
      web.stop = await startWeb(web.port, isFormer ? formerRelease : undefined);
    }
  } finally {
    isOver = true;
    await Promise.all(clients);
  }
  console.log(`${proxy}: ${values.restarts} restarts, ${sent} requests, ${failed.length} failed`);
  for (const failure of failed.slice(0, 20)) console.log(`  ${failure}`);
  return failed.length;
}
