// node scripts/alerts.ts: brings about the fault of each alert of ops/alerts.yml on a temporary site, and reports after how
// many seconds Prometheus fires it. Times of the rules are divided by 12. Debian's prometheus must be installed.
//   --only A,B       only the faults of these alerts
import { execFileSync, spawn } from "node:child_process";
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { startS3 } from "@toibako/sandbox/s3.ts";
import { Client } from "pg";
import { buildAndReport } from "./build.ts";
import { createStopper, listProcessTree, waitUntilReady } from "./child.ts";
import { type Headers, register, sendJson, visitorHeaders } from "./client.ts";
import { findFreePort } from "./ports.ts";
import { type StartedServer, startServer } from "./server.ts";
import { startPostgres, startRedis } from "./services.ts";

const { values } = parseArgs({ options: { only: { type: "string" } } });

/** By how much the times of the rules and the interval of readings, a minute, are shortened. */
const factor = 12;
/** Seconds of the healthy site, and the most that a fault may take. */
const healthySeconds = 90;
const maxSeconds = 240;

/** Ends a fault. */
type End = () => Promise<void>;

interface Fault {
  /** The alerts that it must fire. */
  alerts: string[];
  what: string;
  begin: () => Promise<End>;
}

interface Alert {
  labels: { alertname: string };
  state: string;
}

const rules = readFileSync("ops/alerts.yml", "utf8");
const allAlerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
const folder = mkdtempSync(join(tmpdir(), "toibako-alerts-"));
const targets = join(folder, "targets.json");

checkRules();
if ((await buildAndReport()) !== 0) process.exit(1);
const postgres = await startPostgres();
let redis = await startRedis();
const mailCatcher = await startMailCatcher();
const store = await startS3();
/** The processes of the site that Prometheus reads, by their names. */
const processes = new Map<string, StartedServer & { port: number; metrics_port: number }>();
const stops: End[] = [];
const problems: string[] = [];
try {
  await startProcess("web", { ROLE: "web", LIMIT_FACTOR: "0" });
  await startProcess("worker", { ROLE: "worker" });
  const prometheus = await startPrometheus();
  await checkMetrics();
  const people: Headers[] = [];
  for (const name of ["yui", "kenta", "mei", "sora"]) people.push(await register(url("web"), name));
  const [yui = {}] = people;
  await subscribe(yui);
  stops.push(repeat(8, 20, (n) => load(people[n % people.length] ?? {})));
  await setTimeout(healthySeconds * 1000);
  for (const alert of await listFiring(prometheus)) problems.push(`a healthy site fires ${alert}`);
  await runFaults(prometheus, createFaults(people));
} finally {
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all([...processes.values()].map(({ stop }) => stop()));
  await Promise.all([mailCatcher.close(), store.close(), postgres.stop(), redis.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

function createFaults(people: readonly Headers[]): Fault[] {
  const [yui = {}] = people;
  return [
    {
      alerts: ["MailsFail", "PushesFail", "RefusalsRise"],
      what: "the mail server is closed, no push service has its address, and an account asks without a pause",
      begin: async () => {
        await mailCatcher.close();
        const ends = [
          repeat(1, 500, () => sendInquiry(url("web"))),
          repeat(1, 1_000, () => ask("web", people[1] ?? {}, "yui")),
          repeat(4, 20, () => ask("worker", people[2] ?? {}, "kenta")),
        ];
        return async () => {
          await Promise.all(ends.map((end) => end()));
          await query("delete from pgboss.job");
        };
      },
    },
    {
      alerts: ["JobsGaveUp"],
      what: "a job fails in its last attempt",
      begin: async () => {
        await query(
          `insert into pgboss.job (name, data, retry_limit, dead_letter)
           values ('send_birthday_notice', '{}', 0, 'dead_letters')`,
        );
        return () => query("delete from pgboss.job where name = 'dead_letters'");
      },
    },
    {
      alerts: ["SiteDown", "JobsLate"],
      what: "the worker is killed, and its jobs are made three hours older",
      begin: async () => {
        process.kill(processes.get("worker")?.pid ?? 0, "SIGKILL");
        const end = repeat(1, 1_000, async () => {
          await ask("web", yui, "mei");
          await query(
            `update pgboss.job set created_on = now() - interval '3 hours', start_after = now() - interval '3 hours'
             where state < 'active' and start_after <= now()`,
          );
        });
        return async () => {
          await end();
          await startProcess("worker", { ROLE: "worker" });
        };
      },
    },
    {
      alerts: ["RedisLost"],
      what: "Redis is stopped, and stays away",
      begin: async () => {
        const port = Number(new URL(redis.url).port);
        await redis.stop();
        return async () => {
          redis = await startRedis(port);
        };
      },
    },
    {
      alerts: ["RedisLost"],
      what: "Redis is restarted three times",
      begin: async () => {
        const port = Number(new URL(redis.url).port);
        for (let n = 0; n < 3; n++) {
          await redis.stop();
          redis = await startRedis(port);
          await setTimeout(2_500);
        }
        return async () => undefined;
      },
    },
    {
      alerts: ["StorageFails"],
      what: "the bucket refuses the keys of a process",
      begin: async () => {
        const endProcess = await startProcess("bucket", { ROLE: "web", ...store.environment });
        store.fault = "AccessDenied";
        const end = repeat(1, 200, () => get(`${url("bucket")}/cards/profiles/ja/yui.png`, {}));
        return async () => {
          await end();
          store.fault = undefined;
          await endProcess();
        };
      },
    },
    {
      alerts: ["MemoryHigh"],
      what: "a process holds 400 MB more",
      begin: () =>
        startProcess("large", {
          ROLE: "web",
          NODE_OPTIONS: "--import=data:text/javascript,globalThis.held=Buffer.alloc(4e8,1)",
        }),
    },
    {
      alerts: ["EventLoopLate"],
      what: "a process gets the processor for 0.2 seconds of each one",
      begin: async () => {
        const end = await startProcess("late", { ROLE: "web" });
        const pid = processes.get("late")?.pid ?? 0;
        const endStops = repeat(1, 200, async () => {
          process.kill(pid, "SIGSTOP");
          await setTimeout(800);
          process.kill(pid, "SIGCONT");
        });
        return async () => {
          await endStops();
          await end();
        };
      },
    },
    {
      alerts: ["WorkWaits"],
      what: "150 clients request pages of accounts at once",
      begin: async () =>
        repeat(150, 0, (n) => get(`${url("web")}/ja/yui`, people[n % people.length] ?? {})),
    },
    {
      alerts: ["DatabaseTimeouts", "ConnectionsAwaited", "RepliesSlow"],
      what: "PostgreSQL hangs",
      begin: async () => {
        const pids = listProcessTree(postgres.pid);
        for (const pid of pids) process.kill(pid, "SIGSTOP");
        const end = repeat(32, 20, () => load(yui));
        return async () => {
          await end();
          for (const pid of pids.reverse()) process.kill(pid, "SIGCONT");
        };
      },
    },
    {
      alerts: ["RepliesFail"],
      what: "PostgreSQL is stopped",
      begin: async () => {
        await postgres.stop();
        return async () => undefined;
      },
    },
  ];
}

async function runFaults(prometheus: string, faults: readonly Fault[]): Promise<void> {
  const only = values.only?.split(",");
  const chosen = faults.filter(
    ({ alerts }) => !only || alerts.some((alert) => only.includes(alert)),
  );
  const unseen = new Set(only ?? allAlerts);
  console.log("| alert | fault | seconds |\n| --- | --- | ---: |");
  for (const { alerts, what, begin } of chosen) {
    await waitFor(async () => {
      const firing = await listFiring(prometheus);
      return !alerts.some((alert) => firing.has(alert));
    });
    const beganAt = performance.now();
    const end = await begin();
    const missing = new Set(alerts);
    await waitFor(async () => {
      for (const alert of await listFiring(prometheus)) {
        if (!missing.delete(alert)) continue;
        unseen.delete(alert);
        const seconds = Math.round((performance.now() - beganAt) / 1000);
        console.log(`| ${alert} | ${what} | ${seconds} |`);
      }
      return missing.size === 0;
    });
    for (const alert of missing) problems.push(`${alert} isn't fired when ${what}`);
    await end();
  }
  for (const alert of unseen) problems.push(`${alert} was not fired`);
}

/** Waits until a condition is true, or the most seconds of a fault have passed. */
async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + maxSeconds * 1000;
  while (!(await isTrue()) && Date.now() < deadline) await setTimeout(500);
}

async function listFiring(prometheus: string): Promise<Set<string>> {
  const reply = await fetch(`${prometheus}/api/v1/alerts`);
  const { data } = (await reply.json()) as { data: { alerts: Alert[] } };
  const firing = data.alerts.filter(({ state }) => state === "firing");
  return new Set(firing.map(({ labels }) => labels.alertname));
}

/** Starts a process of the site, and lets Prometheus read it until it is stopped. */
async function startProcess(name: string, env: Record<string, string>): Promise<End> {
  const [port, metrics_port] = [await findFreePort(), await findFreePort()];
  const started = await startServer(port, {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SMTP_URL: mailCatcher.url,
    OPERATOR_EMAIL: "operator@toibako.example",
    METRICS_PORT: String(metrics_port),
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    ...env,
  });
  processes.set(name, { ...started, port, metrics_port });
  writeTargets();
  return async () => {
    processes.delete(name);
    writeTargets();
    await started.stop();
  };
}

function writeTargets(): void {
  const list = [...processes.values()].map(({ metrics_port }) => `127.0.0.1:${metrics_port}`);
  writeFileSync(targets, JSON.stringify([{ targets: list }]));
}

/** The address of a process of the site. */
function url(name: string): string {
  return `http://127.0.0.1:${processes.get(name)?.port}`;
}

function checkRules(): void {
  process.stdout.write(execFileSync("promtool", ["check", "rules", "ops/alerts.yml"]));
}

async function checkMetrics(): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${processes.get("web")?.metrics_port}/metrics`);
  execFileSync("promtool", ["check", "metrics"], {
    input: await reply.text(),
    stdio: ["pipe", "inherit", "inherit"],
  });
}

/** Starts Prometheus with the rules, whose times are shortened; returns its address. */
async function startPrometheus(): Promise<string> {
  const inSeconds = { s: 1, m: 60, h: 3_600 };
  const shorten = (_: string, before: string, count: string, unit: keyof typeof inSeconds) =>
    `${before}${Math.max(1, Math.round((Number(count) * inSeconds[unit]) / factor))}s`;
  writeFileSync(join(folder, "alerts.yml"), rules.replace(/(for: |\[)(\d+)([smh])/g, shorten));
  const seconds = 60 / factor;
  const settings = {
    global: {
      scrape_interval: `${seconds}s`,
      scrape_timeout: `${seconds}s`,
      evaluation_interval: "1s",
    },
    rule_files: ["alerts.yml"],
    scrape_configs: [{ job_name: "toibako", file_sd_configs: [{ files: ["targets.json"] }] }],
  };
  // JSON is YAML.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(settings));
  const address = `127.0.0.1:${await findFreePort()}`;
  const args = ["--config.file", "prometheus.yml", "--storage.tsdb.path", "readings"];
  const child = spawn("prometheus", [...args, "--web.listen-address", address], {
    cwd: folder,
    stdio: "ignore",
  });
  stops.push(createStopper(child, "SIGTERM"));
  await waitUntilReady("prometheus", child, () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return `http://${address}`;
}

/** Calls a function again and again, by several clients with a pause in milliseconds, until the returned one is called. */
function repeat(clients: number, pause: number, call: (n: number) => Promise<unknown>): End {
  let isOver = false;
  const run = async (n: number) => {
    while (!isOver) {
      await call(n).catch(() => undefined);
      await setTimeout(pause);
    }
  };
  const running = Array.from({ length: clients }, (_, n) => run(n));
  return async () => {
    isOver = true;
    await Promise.all(running);
  };
}

async function get(address: string, headers: Headers): Promise<void> {
  await (await fetch(address, { headers: { ...headers, accept: "text/html" } })).arrayBuffer();
}

/** What people do on a healthy site. */
async function load(person: Headers): Promise<void> {
  await get(`${url("web")}/ja/yui`, {});
  await get(`${url("web")}/api/v2/me/items/received`, person);
  await ask("web", person, "sora");
  await setTimeout(200);
}

async function ask(name: string, sender: Headers, account: string): Promise<void> {
  const headers = { ...sender, "idempotency-key": randomUUID() };
  const reply = await sendJson(`${url(name)}/api/v2/questions`, headers, { account, body: "?" });
  await reply.arrayBuffer();
}

async function sendInquiry(site: string): Promise<void> {
  const inquiry = { email: "someone@toibako.example", topic: "other", body: "?" };
  await (await sendJson(`${site}/api/v2/inquiries`, visitorHeaders, inquiry)).arrayBuffer();
}

/** Subscribes an account to pushes of a service whose address no name server knows. */
async function subscribe(person: Headers): Promise<void> {
  const keys = createECDH("prime256v1");
  const device = {
    endpoint: "https://toibako.invalid.notify.windows.com/push",
    p256dh: keys.generateKeys().toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
    kinds: ["question"],
    quiet_hours: null,
  };
  const reply = await sendJson(`${url("web")}/api/v2/me/push/devices`, person, device, "PUT");
  if (!reply.ok) throw new Error(`the device was refused: ${reply.status}`);
}

async function query(text: string): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
